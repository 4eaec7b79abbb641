/**
 * Records on their way out, back to back: no count, no length, nothing between.
 *
 * What does not fit its ceiling is refused where it is written, and leaves the batch as it was. A batch that outgrew one
 * datagram is cut between two records, never in one; a record gives its own length, so each piece is a batch too.
 */
import { invariant, SessionError } from '../../errors.js';
import type { RecordMessage, RecordPayload } from './define.js';
import type { MeasuredRecord } from './record-codec.js';
import type { RecordSchema } from './schema.js';

/** What one batch may hold, bytes. A frame's messages are kilobytes: past this, somebody appends and nobody sends. */
const BATCH_BYTES_MAX = 16 * 1024 * 1024;
/** Room a batch starts with, bytes: one datagram. It doubles from there and is kept. */
const FIRST_BYTES = 1200;

/** Limits of a batch, bytes. */
export interface RecordBatchOptions {
  /** The largest record, all of it counted: the ceiling of the delivery it goes by. */
  readonly recordBytesMax: number;
  /** The largest batch. @default 16 MiB, or one record where that may be larger */
  readonly batchBytesMax?: number;
}

/** Records of one schema, in the order they were appended. */
export class RecordBatch<M extends RecordMessage = RecordMessage> {
  readonly #schema: RecordSchema<M>;
  readonly #recordBytesMax: number;
  readonly #batchBytesMax: number;
  #bytes = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);
  /** Where each record ends. */
  #ends: number[] = [];

  constructor(
    schema: RecordSchema<M>,
    { recordBytesMax, batchBytesMax = Math.max(BATCH_BYTES_MAX, recordBytesMax) }: RecordBatchOptions,
  ) {
    invariant(recordBytesMax > 0, `recordBytesMax must be above 0, found ${recordBytesMax}.`);
    this.#schema = schema;
    this.#recordBytesMax = recordBytesMax;
    this.#batchBytesMax = batchBytesMax;
  }

  get recordCount(): number {
    return this.#ends.length;
  }

  get byteLength(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /**
   * Appends one record, and returns its bytes: a view, good until the next `append` or `clear`.
   *
   * @throws SessionError `wire/unknown-message`, `wire/bad-value`, `transport/too-large` (over `recordBytesMax`),
   * `transport/backlog-full` (over `batchBytesMax`). After any of them the batch is what it was.
   */
  append<K extends M>(message: K, ...payload: RecordPayload<K>): Uint8Array {
    const codec = this.#schema.codecOf(message);
    const record = codec.measure(...payload);
    this.#checkSize(message, record);
    const at = this.byteLength;
    this.#reserve(at + record.byteLength);
    codec.write(this.#view, this.#bytes, at, record);
    this.#ends.push(at + record.byteLength);
    return this.#bytes.subarray(at, at + record.byteLength);
  }

  /** Appends a record that another batch of the same schema wrote. @throws SessionError as {@link RecordBatch.append}. */
  appendRecord(message: M, record: Uint8Array): void {
    const { length: byteLength } = record;
    this.#checkSize(message, { byteLength, tailBytes: 0 });
    const at = this.byteLength;
    this.#reserve(at + byteLength);
    this.#bytes.set(record, at);
    this.#ends.push(at + byteLength);
  }

  /**
   * The batch in as few pieces of at most `bytesMax` bytes as its order allows; a larger record is a piece of its own.
   * Views, good until the next `append` or `clear`.
   */
  pieces(bytesMax: number = this.#recordBytesMax): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    let start = 0;
    let end = 0;
    for (const next of this.#ends) {
      if (next - start > bytesMax && end > start) {
        pieces.push(this.#bytes.subarray(start, end));
        start = end;
      }
      end = next;
    }
    if (end > start) pieces.push(this.#bytes.subarray(start, end));
    return pieces;
  }

  /** Forgets all records; the room stays. */
  clear(): void {
    this.#ends.length = 0;
  }

  #checkSize({ id }: RecordMessage, { byteLength, tailBytes }: Omit<MeasuredRecord, 'fields'>): void {
    if (byteLength > this.#recordBytesMax) {
      const sentence = `${id} is ${byteLength} bytes, ${tailBytes} of them of variable length; a record may have ${this.#recordBytesMax} here.`;
      throw new SessionError('transport/too-large', sentence);
    }
    if (this.byteLength + byteLength > this.#batchBytesMax) {
      const sentence = `The batch has ${this.byteLength} bytes, ${id} would add ${byteLength}; it may have ${this.#batchBytesMax}. Send it first.`;
      throw new SessionError('transport/backlog-full', sentence);
    }
  }

  #reserve(byteLength: number): void {
    if (byteLength <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(byteLength, 2 * this.#bytes.length, FIRST_BYTES));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
