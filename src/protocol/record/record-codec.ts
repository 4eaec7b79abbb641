/**
 * Writing and reading the records of one message: index, written mask, head and tail, as drawn in `layout.ts`.
 *
 * Every reason to refuse a value is found by `measure`, before the first byte; so no half-written record can exist.
 */
import { SessionError } from '../../errors.js';
import { describeValue } from '../describe-value.js';
import type { RecordMessage } from './define.js';
import { fieldCodecOf, REFUSED, type RecordSpan } from './field-codec.js';
import { packRecord } from './layout.js';
import { RecordFault, type RecordResult, recordError } from './result.js';

const INDEX_BYTES = 2;

/** A value that can be written: its fields in declaration order (`undefined` was left out), and the size of its record. */
export interface MeasuredRecord {
  readonly fields: readonly unknown[];
  readonly byteLength: number;
  readonly tailBytes: number;
}

/** The codec of one message of a schema. */
export interface RecordCodec {
  readonly message: RecordMessage;
  /** Looks at every field; a signal has no value. Throws SessionError `wire/bad-value`, naming message and field. */
  measure(value?: unknown): MeasuredRecord;
  /** Writes what was measured at `at` of `bytes`, which `view` covers and which must have the room. */
  write(view: DataView, bytes: Uint8Array, at: number, record: MeasuredRecord): void;
  /** Where the record at `at` ends, or why that cannot be said: it would be outside `view`. */
  endOf(view: DataView, at: number): number | RecordFault;
  /** The record in `bytes[at, end)`, where `end` is what `endOf` said. Never throws, never reads outside. */
  read(view: DataView, bytes: Uint8Array, at: number, end: number): RecordResult;
}

/** Composes the codec of the message at `index` of a schema. */
export function createRecordCodec(message: RecordMessage, index: number): RecordCodec {
  const { id } = message;
  const { maskBytes, headBytes, tailLengthByte, places } = packRecord(message.fields);
  const headAt = INDEX_BYTES + maskBytes;
  const tailAt = headAt + headBytes;
  const names = new Set(Object.keys(message.fields));
  const fields = places.map((place, position) => ({
    name: place.name,
    isOptional: place.field.optional === true,
    position,
    maskByte: INDEX_BYTES + (position >> 3),
    maskBit: 1 << (position & 7),
    codec: fieldCodecOf(place),
  }));

  const spanAt = (view: DataView, bytes: Uint8Array, at: number, end: number): RecordSpan => ({
    view,
    bytes,
    head: at + headAt,
    tail: at + tailAt,
    end,
    tailUsed: 0,
  });

  return {
    message,

    measure(value = {}) {
      if (typeof value !== 'object' || value === null) throw badValue(id, 'an object', value);
      const record = value as Record<string, unknown>;
      const measured: unknown[] = [];
      let tailBytes = 0;
      for (const { name, isOptional, codec } of fields) {
        const field = record[name];
        measured.push(field);
        if (field === undefined && isOptional) continue;
        const length = codec.measure(field);
        if (length === REFUSED) throw badValue(`${id}.${name}`, codec.expected, field);
        tailBytes += length;
      }
      for (const name in record) {
        if (!names.has(name)) {
          throw new SessionError('wire/bad-value', `${id}.${name}: no such field is declared; leave it out.`);
        }
      }
      return { fields: measured, byteLength: tailAt + tailBytes, tailBytes };
    },

    write(view, bytes, at, record) {
      const span = spanAt(view, bytes, at, at + record.byteLength);
      bytes.fill(0, at, span.tail);
      view.setUint16(at, index, true);
      for (const { position, maskByte, maskBit, codec } of fields) {
        const field = record.fields[position];
        if (field === undefined) continue;
        view.setUint8(at + maskByte, view.getUint8(at + maskByte) | maskBit);
        codec.write(span, field);
      }
      if (tailLengthByte !== undefined) view.setUint32(span.head + tailLengthByte, record.tailBytes, true);
    },

    endOf(view, at) {
      const left = view.byteLength - at;
      if (left < tailAt) return tooShort(at, tailAt, left);
      if (tailLengthByte === undefined) return at + tailAt;
      const length = tailAt + view.getUint32(at + headAt + tailLengthByte, true);
      return length <= left ? at + length : tooShort(at, length, left);
    },

    read(view, bytes, at, end) {
      const span = spanAt(view, bytes, at, end);
      const value: Record<string, unknown> = {};
      for (const { name, isOptional, maskByte, maskBit, codec } of fields) {
        const isWritten = (view.getUint8(at + maskByte) & maskBit) !== 0;
        if (!isWritten && isOptional) continue;
        const field = isWritten ? codec.read(span) : unwritten(at + maskByte);
        if (field instanceof RecordFault) return { ok: false, error: recordError(field, id, name) };
        value[name] = field;
      }
      return { ok: true, id, message, value } as RecordResult;
    },
  };
}

function badValue(path: string, expected: string, found: unknown): SessionError {
  return new SessionError('wire/bad-value', `${path}: expected ${expected}, found ${describeValue(found)}.`);
}

function tooShort(at: number, needed: number, left: number): RecordFault {
  return new RecordFault('wire/too-short', at, `needs ${needed} bytes, ${left} are left`);
}

function unwritten(at: number): RecordFault {
  return new RecordFault('wire/unwritten-field', at, 'was not written');
}
