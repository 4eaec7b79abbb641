/**
 * Writing and reading one field of a record, at the place its layout gives it.
 *
 * A value is measured before anything is written: what `measure` took, `write` writes without failing.
 */
import type { RecordField } from './kind.js';
import type { RecordPlace } from './layout.js';
import { numberCodecOf } from './number-codec.js';
import { RecordFault } from './result.js';
import { TEXT_CODECS, type TextCodec } from './text.js';

/** `measure` refused the value. */
export const REFUSED = -1;

/** One record in memory: where its head and tail start and where it ends, and how much of the tail its fields have so far. */
export interface RecordSpan {
  readonly view: DataView;
  readonly bytes: Uint8Array;
  readonly head: number;
  readonly tail: number;
  readonly end: number;
  tailUsed: number;
}

/** One field. */
export interface FieldCodec {
  /** What `measure` takes, for a sentence. */
  readonly expected: string;
  /** Bytes `value` takes in the tail, or {@link REFUSED}. */
  measure(value: unknown): number;
  /** Writes a value that was measured into a head that is all zeros. */
  write(span: RecordSpan, value: unknown): void;
  /** The value, or what is wrong. Never reads outside the record. */
  read(span: RecordSpan): unknown | RecordFault;
}

/** The codec of the field at `place`. */
export function fieldCodecOf({ field, byte, shift }: RecordPlace): FieldCodec {
  switch (field.kind) {
    case 'fixedString':
    case 'fixedBytes':
      return fixedField(contentOf(field), field.bytesMax, byte);
    case 'string':
    case 'bytes':
      return tailField(contentOf(field), byte);
    default:
      return numberField(field.kind, byte, shift);
  }
}

function numberField(kind: Parameters<typeof numberCodecOf>[0], byte: number, shift: number): FieldCodec {
  const number = numberCodecOf(kind, shift);
  return {
    expected: number.expected,
    measure: (value) => (number.accepts(value) ? 0 : REFUSED),
    write: ({ view, head }, value) => number.write(view, head + byte, value),
    read: ({ view, head }) => number.read(view, head + byte),
  };
}

function fixedField(content: Content, bytesMax: number, byte: number): FieldCodec {
  return {
    expected: `${content.expected} of at most ${bytesMax} bytes`,
    measure(value) {
      const length = content.byteLength(value);
      return length >= 0 && length <= bytesMax ? 0 : REFUSED;
    },
    write({ view, bytes, head }, value) {
      const start = head + byte + 2;
      view.setUint16(head + byte, content.write(value, bytes, start) - start, true);
    },
    read({ view, bytes, head }) {
      const at = head + byte;
      const length = view.getUint16(at, true);
      if (length > bytesMax) {
        return new RecordFault(
          'wire/length-over-capacity',
          at,
          `says ${length} bytes where ${bytesMax} are reserved`,
        );
      }
      return content.read(bytes, at + 2, at + 2 + length);
    },
  };
}

function tailField(content: Content, byte: number): FieldCodec {
  return {
    expected: content.expected,
    measure: (value) => content.byteLength(value),
    write(span, value) {
      const start = span.tail + span.tailUsed;
      const length = content.write(value, span.bytes, start) - start;
      span.view.setUint32(span.head + byte, span.tailUsed, true);
      span.view.setUint32(span.head + byte + 4, length, true);
      span.tailUsed += length;
    },
    read(span) {
      const at = span.head + byte;
      const offset = span.view.getUint32(at, true);
      const length = span.view.getUint32(at + 4, true);
      const tailBytes = span.end - span.tail;
      if (offset + length > tailBytes) {
        return outsideTail(at, `claims bytes ${offset} to ${offset + length} of a tail of ${tailBytes}`);
      }
      // Fields that share bytes would make more of a record than was sent.
      span.tailUsed += length;
      if (span.tailUsed > tailBytes) {
        return outsideTail(at, `shares bytes of a tail of ${tailBytes} with another field`);
      }
      const start = span.tail + offset;
      return content.read(span.bytes, start, start + length);
    },
  };
}

function outsideTail(at: number, words: string): RecordFault {
  return new RecordFault('wire/outside-tail', at, words);
}

/** What is inside a field that has a length. `byteLength` is {@link REFUSED} for a value it cannot hold. */
interface Content {
  readonly expected: string;
  byteLength(value: unknown): number;
  write(value: unknown, target: Uint8Array, at: number): number;
  read(bytes: Uint8Array, start: number, end: number): unknown | RecordFault;
}

function contentOf(field: RecordField): Content {
  return 'encoding' in field ? textContent(TEXT_CODECS[field.encoding], field.encoding) : BYTES;
}

function textContent(codec: TextCodec, encoding: string): Content {
  return {
    expected: `text in ${encoding}`,
    byteLength: (value) => (typeof value === 'string' ? codec.byteLength(value) : REFUSED),
    write: (value, target, at) => codec.write(value as string, target, at),
    read: (bytes, start, end) =>
      codec.read(bytes, start, end) ?? new RecordFault('wire/bad-text', start, `is not ${encoding}`),
  };
}

const BYTES: Content = {
  expected: 'a Uint8Array',
  byteLength: (value) => (value instanceof Uint8Array ? value.length : REFUSED),
  write(value, target, at) {
    target.set(value as Uint8Array, at);
    return at + (value as Uint8Array).length;
  },
  // A copy, and never a Buffer: what is decoded outlives the batch it came in.
  read: (bytes, start, end) => new Uint8Array(bytes.subarray(start, end)),
};
