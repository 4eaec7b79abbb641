/** A plain value as a tree that folds. Long texts and lists are cut and unfold in pieces; nothing drawn is larger than a window. */
import { useState } from 'preact/hooks';
import { Bytes } from './bytes.jsx';
import { isMark, isTree, oneLine, partsOf, readableNumber } from './readable.js';
import './value.css';

/** Parts of a tree that are drawn at once. */
const PARTS_AT_ONCE = 30;
const TEXT_MAX = 120;

/** `name`: what it is called where it is, if anything. `open`: whether its parts are seen at first. */
export function Value({ value, name, open = false }: { value: unknown; name?: string; open?: boolean }) {
  if (isTree(value)) return <Tree tree={value} name={name} open={open} />;
  return (
    <div class="value" data-value={name}>
      <Name name={name} />
      <Leaf value={value} />
    </div>
  );
}

function Name({ name }: { name: string | undefined }) {
  return name === undefined ? null : <span class="value-name">{name}: </span>;
}

/** A value without parts, as it stands in a line. */
export function Leaf({ value }: { value: unknown }) {
  if (value instanceof Uint8Array) return <Bytes bytes={value} />;
  if (isMark(value)) return <i class="value-mark">{value}</i>;
  if (typeof value === 'string') return <Text text={value} />;
  if (typeof value === 'number') {
    const shown = readableNumber(value);
    return (
      <span class="value-number" title={shown === String(value) ? undefined : `exactly ${value}`}>
        {shown}
      </span>
    );
  }
  return <span class="value-word">{String(value)}</span>;
}

function Text({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > TEXT_MAX;
  return (
    <span class="value-text">
      {JSON.stringify(whole || !isLong ? text : text.slice(0, TEXT_MAX))}
      {isLong && (
        <button type="button" class="value-more" onClick={() => setWhole(!whole)}>
          {whole ? 'less' : `… all ${text.length} characters`}
        </button>
      )}
    </span>
  );
}

function Tree({
  tree,
  name,
  open,
}: {
  tree: readonly unknown[] | Readonly<Record<string, unknown>>;
  name: string | undefined;
  open: boolean;
}) {
  const [isOpen, setOpen] = useState(open);
  const [limit, setLimit] = useState(PARTS_AT_ONCE);
  const parts = partsOf(tree);
  if (parts.length === 0)
    return (
      <div class="value" data-value={name}>
        <Name name={name} />
        <span class="value-word">{Array.isArray(tree) ? 'empty list' : 'nothing in it'}</span>
      </div>
    );
  return (
    <div class="value" data-value={name} data-open={isOpen}>
      <button type="button" class="value-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'} </span>
        <Name name={name} />
        <span class="value-line">{isOpen ? countOf(tree, parts.length) : oneLine(tree)}</span>
      </button>
      {isOpen && (
        <div class="value-parts">
          {parts.slice(0, limit).map(([key, part]) => (
            <Value key={key} name={key} value={part} />
          ))}
          {parts.length > limit && (
            <button type="button" class="value-more" onClick={() => setLimit(limit + PARTS_AT_ONCE)}>
              … {parts.length - limit} more
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const countOf = (tree: unknown, count: number): string =>
  Array.isArray(tree) ? `list of ${count}` : `${count} ${count === 1 ? 'field' : 'fields'}`;
