/**
 * Decoding by closures: one small function a field, composed once a message.
 *
 * This is the decoder where code generation is forbidden, and everywhere the one that says what is wrong with bytes. A
 * reader that stops returns `undefined`; no value is ever `undefined`. The path of the fault is put together on the way out.
 */
import type { FieldKind, Fields, ListKind, NumberKind, StringKind } from './field.js';
import { kindBytes } from './layout.js';
import type { WireErrorCode } from './message.js';
import { scalarOf } from './scalar.js';
import { readUtf8 } from './utf8.js';

/** What is wrong with bytes: at which offset, in which field (a path such as `.players[2].name`). */
export class ByteFault {
  path = '';
  constructor(
    readonly code: WireErrorCode,
    readonly atByte: number,
    readonly words: string,
  ) {}
}

interface Source {
  readonly view: DataView;
  readonly bytes: Uint8Array;
  offset: number;
  fault: ByteFault | undefined;
}

type Reader = (source: Source) => unknown;

/** Reads the one message that `bytes` must be, after its id; the value, or what is wrong. */
export type MessageReader = (view: DataView, bytes: Uint8Array) => unknown | ByteFault;

/** Composes the reader of a message. */
export function createReader(fields: Fields): MessageReader {
  const read = structReader(fields);
  return (view, bytes) => {
    const source: Source = { view, bytes, offset: 1, fault: undefined };
    const value = read(source);
    const extra = bytes.length - source.offset;
    if (source.fault === undefined && extra > 0) {
      refuse(source, 'wire/too-long', `has ${extra} bytes after its last field`);
    }
    return source.fault ?? value;
  };
}

function readerOf(kind: FieldKind): Reader {
  switch (kind.kind) {
    case 'bool':
    case 'when':
      return readBool;
    case 'string':
      return stringReader(kind);
    case 'vec2':
      return vectorReader(2);
    case 'vec3':
      return vectorReader(3);
    case 'list':
      return listReader(kind);
    case 'struct':
      return structReader(kind.fields);
    default:
      return numberReader(kind);
  }
}

function numberReader(kind: NumberKind): Reader {
  const scalar = scalarOf(kind);
  return (source) => {
    if (!has(source, scalar.bytes)) return undefined;
    const value = scalar.read(source.view, source.offset);
    if (!Number.isFinite(value))
      return refuse(source, 'wire/not-finite', `holds ${value} where a number is used`);
    source.offset += scalar.bytes;
    return value;
  };
}

function readBool(source: Source): unknown {
  if (!has(source, 1)) return undefined;
  const byte = source.view.getUint8(source.offset);
  if (byte > 1) return refuse(source, 'wire/bad-bool', `holds ${byte} where 0 or 1 is allowed`);
  source.offset += 1;
  return byte === 1;
}

function stringReader({ bytesMax }: StringKind): Reader {
  return (source) => {
    if (!has(source, 2)) return undefined;
    const length = source.view.getUint16(source.offset, true);
    if (length > bytesMax) {
      return refuse(
        source,
        'wire/string-too-long',
        `announces ${length} bytes of text, at most ${bytesMax} are allowed`,
      );
    }
    if (!has(source, 2 + length)) return undefined;
    const start = source.offset + 2;
    const text = readUtf8(source.bytes, start, start + length);
    if (text === undefined) return refuse(source, 'wire/bad-utf8', 'is not UTF-8');
    source.offset = start + length;
    return text;
  };
}

function vectorReader(count: number): Reader {
  const read = numberReader({ kind: 'f32' });
  return (source) => (has(source, 4 * count) ? readItems(source, count, read) : undefined);
}

function listReader({ item, countMax }: ListKind): Reader {
  const read = readerOf(item);
  const { bytesMin } = kindBytes(item);
  return (source) => {
    if (!has(source, 1)) return undefined;
    const count = source.view.getUint8(source.offset);
    if (count > countMax) {
      return refuse(
        source,
        'wire/count-too-large',
        `announces ${count} items, at most ${countMax} are allowed`,
      );
    }
    if (!has(source, 1 + count * bytesMin)) return undefined;
    source.offset += 1;
    return readItems(source, count, read);
  };
}

function readItems(source: Source, count: number, read: Reader): unknown {
  const items: unknown[] = [];
  for (let index = 0; index < count; index++) {
    const item = read(source);
    if (item === undefined) return stop(source, `[${index}]`);
    items.push(item);
  }
  return items;
}

function structReader(fields: Fields): Reader {
  const readFields = fieldsReader(fields);
  return (source) => {
    const value: Record<string, unknown> = {};
    return readFields(source, value) ? value : undefined;
  };
}

function fieldsReader(fields: Fields): (source: Source, value: Record<string, unknown>) => boolean {
  const readers = Object.entries(fields).map(([name, kind]) => ({
    name,
    read: readerOf(kind),
    readMore: kind.kind === 'when' ? fieldsReader(kind.fields) : undefined,
  }));
  return (source, value) => {
    for (const { name, read, readMore } of readers) {
      const field = read(source);
      if (field === undefined) {
        stop(source, `.${name}`);
        return false;
      }
      value[name] = field;
      if (readMore !== undefined && field === true && !readMore(source, value)) return false;
    }
    return true;
  };
}

function has(source: Source, bytes: number): boolean {
  const left = source.bytes.length - source.offset;
  if (left >= bytes) return true;
  refuse(source, 'wire/too-short', `needs ${bytes} bytes, ${left} are left`);
  return false;
}

function refuse(source: Source, code: WireErrorCode, words: string): undefined {
  source.fault = new ByteFault(code, source.offset, words);
  return undefined;
}

function stop(source: Source, step: string): undefined {
  if (source.fault !== undefined) source.fault.path = step + source.fault.path;
  return undefined;
}
