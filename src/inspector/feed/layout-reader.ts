/**
 * Reads messages by the layout texts of a log's header, for logs whose game is not here. The texts are those that
 * `protocol/layout.ts` writes; one that it would not write gives no reader.
 */
import { createClosureCodec, type ReadResult } from '../../protocol/codec-closure.js';
import { checkFields, type FieldKind, type Fields, type ItemKind } from '../../protocol/field.js';

/** Reads the bytes of one message, its id byte included. */
export type LayoutReader = (bytes: Uint8Array) => ReadResult;

/** Deepest nesting of lists and structs. */
const DEPTH_MAX = 16;
const SIMPLE = ['u8', 'u16', 'i32', 'f32', 'f64', 'bool', 'vec2', 'vec3'] as const;

/** The reader of a declared message, or `undefined` when its layout cannot be read. */
export function layoutReader([id, name, layout]: readonly [number, string, string]):
  | LayoutReader
  | undefined {
  const fields = fieldsOf(layout);
  if (fields === undefined) return undefined;
  const codec = createClosureCodec({ id, name, fields });
  return (bytes) =>
    codec.readOrExplain(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes);
}

/** The fields that a layout text declares, or `undefined`. */
export function fieldsOf(layout: string): Fields | undefined {
  const text = new Text(layout);
  const fields = text.fields(0);
  if (fields === undefined || !text.isAtEnd) return undefined;
  try {
    checkFields(fields);
    return fields;
  } catch {
    return undefined;
  }
}

class Text {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** As many as there are: none is fine for a message. */
  fields(depth: number): Fields | undefined {
    const fields: Record<string, FieldKind> = {};
    for (let isFirst = true; isFirst || this.#takes(/ /y) !== undefined; isFirst = false) {
      const name = this.#takes(/([A-Za-z]\w*):/y);
      if (name === undefined) return isFirst ? fields : undefined;
      const kind = this.#kind(depth);
      if (kind === undefined || Object.hasOwn(fields, name)) return undefined;
      fields[name] = kind;
    }
    return fields;
  }

  #kind(depth: number): FieldKind | undefined {
    if (depth > DEPTH_MAX) return undefined;
    const name = this.#takes(/([a-z]\w*(?:-clamped)?)/y);
    const simple = SIMPLE.find((kind) => kind === name);
    if (simple !== undefined) return { kind: simple };
    switch (name) {
      case 'u8-clamped':
        return { kind: 'u8', clamp: true };
      case 'string': {
        const bytesMax = this.#takes(/\((\d{1,5})\)/y);
        return bytesMax === undefined ? undefined : { kind: 'string', bytesMax: Number(bytesMax) };
      }
      case 'list':
        return this.#list(depth);
      case 'struct':
      case 'when': {
        if (this.#takes(/\(/y) === undefined) return undefined;
        const fields = this.fields(depth + 1);
        return fields && this.#takes(/\)/y) !== undefined ? { kind: name, fields } : undefined;
      }
      default:
        return undefined;
    }
  }

  #list(depth: number): FieldKind | undefined {
    if (this.#takes(/\(/y) === undefined) return undefined;
    const item = this.#kind(depth + 1);
    const countMax = this.#takes(/,(\d{1,3})\)/y);
    // An item of no bytes would be as many as its count says, for nothing.
    const isItem = item !== undefined && item.kind !== 'when' && !isEmptyStruct(item);
    return isItem && countMax !== undefined ? { kind: 'list', item, countMax: Number(countMax) } : undefined;
  }

  /** What `pattern` finds right here: its first group, or all of it. */
  #takes(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found[1] ?? found[0];
  }
}

const isEmptyStruct = (kind: ItemKind): boolean =>
  kind.kind === 'struct' && Object.keys(kind.fields).length === 0;
