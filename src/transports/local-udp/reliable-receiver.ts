/**
 * The receiving half of reliable delivery (TR4): passes each message on once and in order, and keeps those that came
 * too early.
 */
import { sequenceAfter, sequenceDistance } from './sequence.js';

/** How far ahead of the next message one may be kept (TR7); further ones are not acknowledged, so they come again. */
const AHEAD_MAX = 1024;

/** What a message was to us: one not seen before, a copy of one that was, or too far ahead to be kept. */
export type Acceptance = 'new' | 'again' | 'too-early';

/** One link's reliable messages coming in. */
export class ReliableReceiver {
  readonly #early = new Map<number, Uint8Array>();
  #nextSequence: number;

  constructor(firstSequence: number) {
    this.#nextSequence = firstSequence;
  }

  /** Takes in one message and passes on what is now in order; one `too-early` must not be acknowledged. */
  accept(sequence: number, payload: Uint8Array, pass: (payload: Uint8Array) => void): Acceptance {
    const ahead = sequenceDistance(this.#nextSequence, sequence);
    if (ahead >= AHEAD_MAX) return 'too-early';
    if (ahead < 0 || this.#early.has(sequence)) return 'again';
    if (ahead > 0) {
      this.#early.set(sequence, payload);
      return 'new';
    }
    for (let next: Uint8Array | undefined = payload; next !== undefined; ) {
      this.#early.delete(this.#nextSequence);
      this.#nextSequence = sequenceAfter(this.#nextSequence);
      pass(next);
      next = this.#early.get(this.#nextSequence);
    }
    return 'new';
  }
}
