/**
 * What one follower of a running session has not been told yet. Filled inside the session's frames, so it only keeps references;
 * beyond its limits it lets go of everything and counts, for a slow follower must cost neither time nor memory.
 */
import type { PeerId } from '../../peers.js';
import type { LinkSample, ObservedBatch } from '../../session/observe.js';
import type { Notice } from '../../session/session.js';

/** Records and bytes that wait at most. */
export const RECORDS_MAX = 2_000;
export const BYTES_MAX = 4 * 1024 * 1024;

/** Taken records are cleared away so many at a time. */
const TAKEN_MAX = 256;

/** What a record and a step's note weigh beside their bytes, roughly. */
const RECORD_BYTES = 128;
const NOTE_BYTES = 256;

/** Something seen in a frame. */
export type Observed =
  | { readonly kind: 'batch'; readonly frame: number; readonly batch: ObservedBatch }
  | {
      readonly kind: 'superseded';
      readonly frame: number;
      readonly peer: PeerId;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'links'; readonly frame: number; readonly samples: readonly LinkSample[] }
  | { readonly kind: 'notice'; readonly frame: number; readonly notice: Notice }
  | { readonly kind: 'ended'; readonly frame: number };

export class LiveQueue {
  #records: Observed[] = [];
  #next = 0;
  #bytes = 0;
  #missed = 0;
  /** Never let go of. */
  #ended: Observed | undefined;

  /** True when there is something to be told. */
  get hasNews(): boolean {
    return this.length > 0 || this.#missed > 0 || this.#ended !== undefined;
  }

  get length(): number {
    return this.#records.length - this.#next;
  }

  get bytes(): number {
    return this.#bytes;
  }

  push(record: Observed): void {
    if (record.kind === 'ended') {
      this.#ended = record;
      return;
    }
    const bytes = weightOf(record);
    const isFull = this.length >= RECORDS_MAX || this.#bytes + bytes > BYTES_MAX;
    if (isFull || this.#missed > 0) {
      this.#missed += this.length + 1;
      this.clear();
      return;
    }
    this.#records.push(record);
    this.#bytes += bytes;
  }

  /** Lets go of all but the end, uncounted. */
  clear(): void {
    this.#records = [];
    this.#next = 0;
    this.#bytes = 0;
  }

  /** How many records were let go since the last call; what comes now is kept again. */
  takeMissed(): number {
    const missed = this.#missed;
    this.#missed = 0;
    return missed;
  }

  take(): Observed | undefined {
    const record = this.#records[this.#next];
    if (record === undefined) return this.#takeEnded();
    this.#bytes -= weightOf(record);
    this.#next++;
    // A queue that never runs empty must not keep what was taken.
    if (this.#next === this.#records.length || this.#next === TAKEN_MAX) {
      this.#records = this.#records.slice(this.#next);
      this.#next = 0;
    }
    return record;
  }

  #takeEnded(): Observed | undefined {
    const ended = this.#ended;
    this.#ended = undefined;
    return ended;
  }
}

function weightOf(record: Observed): number {
  switch (record.kind) {
    case 'batch':
      return RECORD_BYTES + record.batch.bytes.length + NOTE_BYTES * record.batch.notes.length;
    case 'superseded':
      return RECORD_BYTES + record.bytes.length;
    default:
      return RECORD_BYTES;
  }
}
