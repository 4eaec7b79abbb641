/**
 * The messages two peers agree on: a message's position is its identity on the wire, and the hash of them all says whether
 * two peers mean the same. A schema is sealed when it is made.
 */
import { invariant, SessionError } from '../../errors.js';
import type { RecordMessage, RecordPayload } from './define.js';
import { fnv1a32, recordSchemaBytes } from './hash.js';
import { createRecordCodec, type RecordCodec } from './record-codec.js';

/** Messages 0 to 65,535: what two index bytes can tell apart. */
const MESSAGES_MAX = 65_536;

/** Sealed declarations. */
export interface RecordSchema<M extends RecordMessage = RecordMessage> {
  /** In declaration order: the index of a message on the wire is its index here. */
  readonly messages: readonly M[];
  /** 32 bits; a peer that has others is refused. 0x811c9dc5 without messages. */
  readonly hash: number;
  /** The codec of a declared message. Throws SessionError `wire/unknown-message`. */
  codecOf(message: RecordMessage): RecordCodec;
  /** The codec of the message at `index` on the wire. */
  codecAt(index: number): RecordCodec | undefined;
}

/** Seals `messages` in their order. Throws InvariantError when two have one id, naming it. */
export function createRecordSchema<const L extends readonly RecordMessage[]>(
  messages: L,
): RecordSchema<L[number]> {
  invariant(messages.length <= MESSAGES_MAX, `A schema has at most ${MESSAGES_MAX} messages.`);
  const ids = new Set<string>();
  for (const { id } of messages) {
    invariant(!ids.has(id), `Two messages have the id ${id}.`);
    ids.add(id);
  }
  const codecs = messages.map(createRecordCodec);
  const codecOf = new Map(codecs.map((codec) => [codec.message, codec]));
  return Object.freeze({
    messages: Object.freeze([...messages]),
    hash: fnv1a32(recordSchemaBytes(messages)),
    codecOf(message: RecordMessage) {
      const codec = codecOf.get(message);
      if (codec !== undefined) return codec;
      throw new SessionError('wire/unknown-message', `${message.id} is not a message of this schema.`);
    },
    codecAt: (index: number) => codecs[index],
  });
}

/**
 * Encodes one record into fresh bytes.
 *
 * @throws SessionError `wire/unknown-message`, `wire/bad-value` (a field missing, of the wrong kind or out of range).
 */
export function encodeRecord<M extends RecordMessage, K extends M>(
  schema: RecordSchema<M>,
  message: K,
  ...payload: RecordPayload<K>
): Uint8Array {
  const codec = schema.codecOf(message);
  const record = codec.measure(...payload);
  const bytes = new Uint8Array(record.byteLength);
  codec.write(new DataView(bytes.buffer), bytes, 0, record);
  return bytes;
}
