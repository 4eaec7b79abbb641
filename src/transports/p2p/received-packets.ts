/**
 * Which packets of the other side were heard, as the numbers in every header say it: the newest, and 32 bits for those before
 * it. Numbers are unwrapped here: they go on counting past 16 bits.
 */
import { sequenceDistance, wrap } from './sequence.js';

/** How many packets before the newest the bits tell of. */
const BITS = 32;
/** A packet further behind the newest is nothing the network was slow with, but a copy or a forgery. */
const BEHIND_MAX = 1024;

/** A packet that is no copy, as far as can be known. */
export interface HeardPacket {
  /** Unwrapped. */
  readonly number: number;
  /** Older than the bits tell of: no header acknowledges it, and only its frames can show that it is no copy. */
  readonly isLate: boolean;
}

/** See the head of this file. */
export class ReceivedPackets {
  /** Unwrapped; `undefined` before the first packet, which may have any number. */
  #newest: number | undefined;
  #bits = 0;

  /** What the next header says. */
  get acknowledgement(): { readonly ack: number; readonly ackBits: number; readonly ackValid: boolean } {
    return { ack: wrap(this.#newest ?? 0), ackBits: this.#bits, ackValid: this.#newest !== undefined };
  }

  /** Writes down that packet `seq` came; `undefined` when it came before, or is too old to be anything but a copy. */
  heard(seq: number): HeardPacket | undefined {
    if (this.#newest === undefined) {
      this.#newest = seq;
      return { number: seq, isLate: false };
    }
    const ahead = sequenceDistance(seq, wrap(this.#newest));
    if (ahead === 0 || ahead < -BEHIND_MAX) return undefined;
    if (ahead > 0) {
      this.#advance(ahead, this.#newest);
      return { number: this.#newest, isLate: false };
    }
    const number = this.#newest + ahead;
    if (ahead < -BITS) return { number, isLate: true };
    const bit = 1 << (-ahead - 1);
    if ((this.#bits & bit) !== 0) return undefined;
    this.#bits = (this.#bits | bit) >>> 0;
    return { number, isLate: false };
  }

  #advance(ahead: number, newest: number): void {
    // The old newest becomes bit `ahead - 1`. Exactly 32 ahead it could still be told; upstream forgets it, and so do we.
    this.#bits = ahead >= BITS ? 0 : ((this.#bits << ahead) | (1 << (ahead - 1))) >>> 0;
    this.#newest = newest + ahead;
  }
}
