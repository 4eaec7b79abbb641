/**
 * Bytes on their way out: each record is encoded once, and waits in one batch per peer and delivery until it is handed to the
 * transport, in pieces the transport takes. Order holds per peer and delivery, whichever call a record came from.
 */
import { SessionError } from '../errors.js';
import type { Delivery, PeerId } from '../peers.js';
import { RecordBatch } from '../protocol/record/batch.js';
import type { RecordDelivery, RecordMessage } from '../protocol/record/define.js';
import type { RecordSchema } from '../protocol/record/schema.js';
import type { Transport } from '../transports/transport.js';

/** How each delivery travels. What may be lost must not arrive older after newer, which is our `sequenced`. */
const TRAVELS_AS: Readonly<Record<RecordDelivery, Delivery>> = {
  reliable: 'reliable',
  unreliable: 'sequenced',
};
const DELIVERIES = ['reliable', 'unreliable'] as const satisfies readonly RecordDelivery[];
/** A batch this long is handed over before its flush, so that a game that never flushes meets the transport's limits. */
const BATCH_BYTES_MAX = 1024 * 1024;

/** Largest record per delivery, bytes. */
export type RecordCeilings = Readonly<Record<RecordDelivery, number>>;

/** The ceilings of a transport's limits. */
export function ceilingsOf(limits: Readonly<Record<Delivery, number>>): RecordCeilings {
  return { reliable: limits[TRAVELS_AS.reliable], unreliable: limits[TRAVELS_AS.unreliable] };
}

/** Encodes records and measures them, whether they go anywhere or not. */
export class RecordEncoder {
  readonly #scratch: Readonly<Record<RecordDelivery, RecordBatch>>;

  constructor(schema: RecordSchema, { reliable, unreliable }: RecordCeilings) {
    this.#scratch = {
      reliable: new RecordBatch(schema, { recordBytesMax: reliable }),
      unreliable: new RecordBatch(schema, { recordBytesMax: unreliable }),
    };
  }

  /**
   * The bytes of one record: a view, good until the next call.
   *
   * @throws SessionError `wire/bad-value`, `transport/too-large`.
   */
  encode(message: RecordMessage, value: unknown): Uint8Array {
    const scratch = this.#scratch[message.delivery];
    scratch.clear();
    // `append` checks it: the value of a message nobody knows at compile time has no type.
    return scratch.append(message, value as never);
  }
}

/** What waits for the flush of one session. */
export class Outbox {
  readonly #schema: RecordSchema;
  readonly #transport: Transport;
  readonly #ceilings: RecordCeilings;
  readonly #batches = new Map<PeerId, Readonly<Record<RecordDelivery, RecordBatch>>>();

  constructor(schema: RecordSchema, transport: Transport) {
    this.#schema = schema;
    this.#transport = transport;
    this.#ceilings = ceilingsOf(transport.limits);
  }

  /** Queues a record for a peer with a link; copies it. */
  add(peer: PeerId, message: RecordMessage, record: Uint8Array): void {
    const batch = this.#batchesOf(peer)[message.delivery];
    if (batch.byteLength + record.length > BATCH_BYTES_MAX) this.#handOver(peer, message.delivery, batch);
    batch.appendRecord(message, record);
  }

  /** Queues records that were encoded elsewhere, behind what waits. @throws SessionError `transport/too-large`. */
  addEncoded(peers: readonly PeerId[], bytes: Uint8Array, delivery: RecordDelivery): void {
    const ceiling = this.#ceilings[delivery];
    if (bytes.length > ceiling) {
      const sentence = `${bytes.length} bytes are too many: ${ceiling} may go ${delivery} here at once; cut them between records.`;
      throw new SessionError('transport/too-large', sentence);
    }
    for (const peer of peers) {
      this.#handOver(peer, delivery, this.#batchesOf(peer)[delivery]);
      this.#transport.send(peer, bytes, TRAVELS_AS[delivery]);
    }
  }

  /** Hands everything to the transport, reliable first. */
  flush(): void {
    for (const delivery of DELIVERIES) {
      for (const [peer, batches] of this.#batches) this.#handOver(peer, delivery, batches[delivery]);
    }
  }

  /** Forgets a peer and what waits for it. */
  drop(peer: PeerId): void {
    this.#batches.delete(peer);
  }

  #handOver(peer: PeerId, delivery: RecordDelivery, batch: RecordBatch): void {
    if (batch.recordCount === 0) return;
    for (const piece of batch.pieces()) this.#transport.send(peer, piece, TRAVELS_AS[delivery]);
    batch.clear();
  }

  #batchesOf(peer: PeerId): Readonly<Record<RecordDelivery, RecordBatch>> {
    const known = this.#batches.get(peer);
    if (known !== undefined) return known;
    const { reliable, unreliable } = this.#ceilings;
    const batches = {
      reliable: new RecordBatch(this.#schema, { recordBytesMax: reliable }),
      unreliable: new RecordBatch(this.#schema, { recordBytesMax: unreliable }),
    };
    this.#batches.set(peer, batches);
    return batches;
  }
}
