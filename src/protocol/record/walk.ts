/**
 * Reading a batch that came from outside: record by record, each a value or a typed fault.
 *
 * A fault inside a record costs that record. One that hides where the next record starts ends the walk; what came before
 * it stands. Upstream throws for some of these and reads past a record's own tail for others.
 */
import type { RecordMessage } from './define.js';
import { RecordFault, type RecordResult, recordError } from './result.js';
import type { RecordSchema } from './schema.js';

/** Walks `bytes`. Never throws, never reads outside, never holds more than one record; stop whenever you like. */
export function* walkRecords<M extends RecordMessage>(
  schema: RecordSchema<M>,
  bytes: Uint8Array,
): Generator<RecordResult<M>, void, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < 2) {
      const fault = new RecordFault('wire/too-short', at, 'needs 2 bytes for its index, 1 is left');
      yield { ok: false, error: recordError(fault) };
      return;
    }
    const index = view.getUint16(at, true);
    const codec = schema.codecAt(index);
    if (codec === undefined) {
      const words = `has index ${index}, ${schema.messages.length} messages are declared`;
      yield { ok: false, error: recordError(new RecordFault('wire/unknown-index', at, words)) };
      return;
    }
    const end = codec.endOf(view, at);
    if (end instanceof RecordFault) {
      yield { ok: false, error: recordError(end, codec.message.id) };
      return;
    }
    yield codec.read(view, bytes, at, end) as RecordResult<M>;
    at = end;
  }
}
