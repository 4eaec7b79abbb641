/**
 * Encoding by closures: one small function a field, composed once a message.
 *
 * This is the encoder where code generation is forbidden, and everywhere the one that says what is wrong with a value.
 * A writer that stops returns `false`; the path of the fault is put together on the way out.
 */
import { BAD_VALUE, NO_ROOM } from './codec.js';
import { describeValue } from './describe-value.js';
import type { FieldKind, Fields, ListKind, NumberKind, StringKind } from './field.js';
import { scalarOf } from './scalar.js';
import { writeString } from './utf8.js';

/** What is wrong with a value, and where in it: a path such as `.players[2].name`. */
export interface ValueFault {
  path: string;
  readonly expected: string;
  readonly found: string;
}

interface Sink {
  readonly view: DataView;
  readonly bytes: Uint8Array;
  readonly limit: number;
  offset: number;
  fault: ValueFault | undefined;
}

type Writer = (sink: Sink, value: unknown) => boolean;

/** Writes a message with its id; returns its end, {@link NO_ROOM}, or what is wrong with the value. */
export type MessageWriter = (
  view: DataView,
  bytes: Uint8Array,
  offset: number,
  limit: number,
  value: unknown,
) => number | ValueFault;

/** Composes the writer of a message. */
export function createWriter(id: number, fields: Fields): MessageWriter {
  const write = structWriter(fields);
  return (view, bytes, offset, limit, value) => {
    const sink: Sink = { view, bytes, limit, offset: offset + 1, fault: undefined };
    if (offset >= limit) return NO_ROOM;
    bytes[offset] = id;
    return write(sink, value) ? sink.offset : (sink.fault ?? NO_ROOM);
  };
}

function writerOf(kind: FieldKind): Writer {
  switch (kind.kind) {
    case 'bool':
    case 'when':
      return writeBool;
    case 'string':
      return stringWriter(kind);
    case 'vec2':
      return vectorWriter(2);
    case 'vec3':
      return vectorWriter(3);
    case 'list':
      return listWriter(kind);
    case 'struct':
      return structWriter(kind.fields);
    default:
      return numberWriter(kind);
  }
}

function numberWriter(kind: NumberKind): Writer {
  const scalar = scalarOf(kind);
  return (sink, value) => {
    if (typeof value !== 'number' || !scalar.accepts(value)) return refuse(sink, scalar.expected, value);
    if (sink.limit - sink.offset < scalar.bytes) return false;
    scalar.write(sink.view, sink.offset, value);
    sink.offset += scalar.bytes;
    return true;
  };
}

function writeBool(sink: Sink, value: unknown): boolean {
  if (typeof value !== 'boolean') return refuse(sink, 'true or false', value);
  if (sink.offset >= sink.limit) return false;
  sink.view.setUint8(sink.offset, value ? 1 : 0);
  sink.offset += 1;
  return true;
}

function stringWriter({ bytesMax }: StringKind): Writer {
  return (sink, value) => {
    const end = writeString(sink.bytes, sink.offset, sink.limit, value, bytesMax);
    if (end === BAD_VALUE)
      return refuse(sink, `well-formed text of at most ${bytesMax} bytes of UTF-8`, value);
    if (end === NO_ROOM) return false;
    sink.offset = end;
    return true;
  };
}

/** Any array-like of numbers will do, a Float32Array too. */
function vectorWriter(count: number): Writer {
  const write = numberWriter({ kind: 'f32' });
  return (sink, value) => {
    const items = value as ArrayLike<unknown> | null | undefined;
    if (items == null || items.length !== count) return refuse(sink, `an array of ${count} numbers`, value);
    return writeItems(sink, items, write);
  };
}

function listWriter({ item, countMax }: ListKind): Writer {
  const write = writerOf(item);
  return (sink, value) => {
    if (!Array.isArray(value) || value.length > countMax) {
      return refuse(sink, `an array of at most ${countMax} items`, value);
    }
    if (sink.offset >= sink.limit) return false;
    sink.view.setUint8(sink.offset, value.length);
    sink.offset += 1;
    return writeItems(sink, value, write);
  };
}

function writeItems(sink: Sink, items: ArrayLike<unknown>, write: Writer): boolean {
  for (let index = 0; index < items.length; index++) {
    if (!write(sink, items[index])) return stop(sink, `[${index}]`);
  }
  return true;
}

function structWriter(fields: Fields): Writer {
  const writeFields = fieldsWriter(fields);
  return (sink, value) => {
    if (typeof value !== 'object' || value === null) return refuse(sink, 'an object', value);
    return writeFields(sink, value);
  };
}

function fieldsWriter(fields: Fields): (sink: Sink, value: object) => boolean {
  const writers = Object.entries(fields).map(([name, kind]) => ({
    name,
    write: writerOf(kind),
    writeMore: kind.kind === 'when' ? fieldsWriter(kind.fields) : undefined,
  }));
  return (sink, value) => {
    const record = value as Record<string, unknown>;
    for (const { name, write, writeMore } of writers) {
      if (!write(sink, record[name])) return stop(sink, `.${name}`);
      if (writeMore !== undefined && record[name] === true && !writeMore(sink, value)) return false;
    }
    return true;
  };
}

function refuse(sink: Sink, expected: string, value: unknown): false {
  sink.fault = { path: '', expected, found: describeValue(value) };
  return false;
}

function stop(sink: Sink, step: string): false {
  if (sink.fault !== undefined) sink.fault.path = step + sink.fault.path;
  return false;
}
