/**
 * The receiving half of reliable delivery (TR4): passes each message on once and in order, and keeps those that came
 * too early.
 */
import { sequenceAfter, sequenceDistance } from './sequence.js';

/** How far ahead of the next message one may be kept (TR7); further ones are not acknowledged, so they come again. */
const AHEAD_MAX = 1024;

/** One link's reliable messages coming in. */
export class ReliableReceiver {
  readonly #early = new Map<number, Uint8Array>();
  #nextSequence: number;

  constructor(firstSequence: number) {
    this.#nextSequence = firstSequence;
  }

  /** Takes in one message and passes on what is now in order; false when it is too far ahead to be kept. */
  accept(sequence: number, payload: Uint8Array, pass: (payload: Uint8Array) => void): boolean {
    const ahead = sequenceDistance(this.#nextSequence, sequence);
    if (ahead >= AHEAD_MAX) return false;
    if (ahead > 0) this.#early.set(sequence, payload);
    if (ahead !== 0) return true;
    for (let next: Uint8Array | undefined = payload; next !== undefined; ) {
      this.#early.delete(this.#nextSequence);
      this.#nextSequence = sequenceAfter(this.#nextSequence);
      pass(next);
      next = this.#early.get(this.#nextSequence);
    }
    return true;
  }
}
