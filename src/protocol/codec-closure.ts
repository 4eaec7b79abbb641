/**
 * The codec of one message made of closures, and the sentences about what it refuses.
 */
import { SessionError } from '../errors.js';
import { ByteFault, createReader } from './closure-reader.js';
import { createWriter } from './closure-writer.js';
import { BAD_VALUE, type MessageCodec } from './codec.js';
import type { Fields } from './field.js';
import type { WireError } from './message.js';

/** A codec that says why it refuses. */
export interface ExplainingCodec extends MessageCodec {
  /** As `write`, but throws SessionError `wire/bad-value` naming path, expected and found. */
  writeOrThrow(view: DataView, bytes: Uint8Array, offset: number, limit: number, value: unknown): number;
  /** As `read`, but with the fault as data. */
  readOrExplain(view: DataView, bytes: Uint8Array): ReadResult;
}

/** What reading gave: the value, or what is wrong with the bytes. */
export type ReadResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: WireError };

/** Composes the closures of one message. */
export function createClosureCodec(message: {
  readonly id: number;
  readonly name: string;
  readonly fields: Fields;
}): ExplainingCodec {
  const { name } = message;
  const write = createWriter(message.id, message.fields);
  const read = createReader(message.fields);
  return {
    write(view, bytes, offset, limit, value) {
      const end = write(view, bytes, offset, limit, value);
      return typeof end === 'number' ? end : BAD_VALUE;
    },
    writeOrThrow(view, bytes, offset, limit, value) {
      const end = write(view, bytes, offset, limit, value);
      if (typeof end === 'number') return end;
      throw new SessionError(
        'wire/bad-value',
        `${name}${end.path}: expected ${end.expected}, found ${end.found}.`,
      );
    },
    read(view, bytes) {
      const value = read(view, bytes);
      return value instanceof ByteFault ? undefined : value;
    },
    readOrExplain(view, bytes) {
      const value = read(view, bytes);
      return value instanceof ByteFault ? { ok: false, error: explain(name, value) } : { ok: true, value };
    },
  };
}

function explain(name: string, { code, atByte, words, path }: ByteFault): WireError {
  const error = { code, sentence: `${name}${path} ${words} (byte ${atByte}).`, message: name, atByte };
  return path === '' ? error : { ...error, field: path.slice(1) };
}
