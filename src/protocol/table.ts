/**
 * The table of messages for people, made from the declarations: Markdown, and its place between two markers of a page.
 */
import { invariant } from '../errors.js';
import type { FieldKind, Fields } from './field.js';
import { kindLayout } from './layout.js';
import type { Message } from './typed-protocol.js';

const BEGIN = '<!-- messages:begin -->';
const END = '<!-- messages:end -->';
/** Keeps the formatter from padding every cell to the widest one. */
const AS_IT_IS = '<!-- biome-ignore format: generated -->';

/** A Markdown table of `messages`: id, name, from, to, relay, delivery, bytes, fields. */
export function messageTable(messages: readonly Message[]): string {
  const rows = messages.map((message) => {
    const { id, name, from, to, relay, delivery, superseded, bytesMin, bytesMax } = message;
    const how = superseded ? `${delivery}, newest counts` : delivery;
    const bytes = bytesMin === bytesMax ? `${bytesMin}` : `${bytesMin}–${bytesMax}`;
    return [id, name, from, to, relay ? 'yes' : '', how, bytes, fieldsText(message.fields) || '(none)'];
  });
  const head = ['Id', 'Name', 'From', 'To', 'Relay', 'Delivery', 'Bytes', 'Fields'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** `page` with what lies between its markers `<!-- messages:begin -->` and `<!-- messages:end -->` replaced by `table`. */
export function withMessageTable(page: string, table: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  invariant(begin >= 0 && end >= 0, `The page needs the lines ${BEGIN} and ${END}.`);
  return `${page.slice(0, begin + BEGIN.length)}\n${AS_IT_IS}\n${table}\n${page.slice(end)}`;
}

function fieldsText(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, kind]) => `${kindText(kind)} ${name}${tailText(kind)}`)
    .join(', ');
}

function kindText(kind: FieldKind): string {
  switch (kind.kind) {
    case 'string':
      return 'string';
    case 'list':
      return `list of ${kindText(kind.item)}`;
    case 'struct':
      return `(${fieldsText(kind.fields)})`;
    case 'when':
      return 'bool';
    default:
      return kindLayout(kind);
  }
}

/** What follows a field's name: its limit, or the fields that are there only when it is true. */
function tailText(kind: FieldKind): string {
  switch (kind.kind) {
    case 'string':
      return ` ≤ ${kind.bytesMax} B`;
    case 'list':
      return ` × ≤ ${kind.countMax}`;
    case 'when':
      return `; if true: ${fieldsText(kind.fields)}`;
    default:
      return '';
  }
}
