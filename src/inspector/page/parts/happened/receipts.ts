/** Where a message that was sent comes in again: only some do, in a log that sees both ends of a link. */
import type { FeedSent } from '../../../feed/entry.js';
import { lastAtMost } from '../../model/ascending.js';
import type { Reel } from '../../model/reel.js';
import { type Growing, perReel } from '../filters/per-reel.js';

/** How long a message may be on its way, and how many of its name are compared. */
const [TRAVEL_SECONDS_MAX, COMPARED_MAX] = [5, 50];

/** Inputs by message name, each with the first step it caused. */
class Receipts implements Growing {
  readonly #reel: Reel;
  readonly #steps = new Map<string, number[]>();
  #seen = 0;

  constructor(reel: Reel) {
    this.#reel = reel;
  }

  grow(): void {
    const { steps } = this.#reel;
    for (; this.#seen < steps.length; this.#seen++) {
      const input = steps[this.#seen]?.input;
      if (input?.kind !== 'message' || steps[this.#seen - 1]?.input === input) continue;
      const known = this.#steps.get(input.name);
      if (known) known.push(this.#seen);
      else this.#steps.set(input.name, [this.#seen]);
    }
  }

  /** Index of the step that acted on `sent`, which left in step `from`; `undefined` when it was not seen. */
  of(sent: FeedSent, from: number): number | undefined {
    const steps = this.#steps.get(sent.message);
    const start = this.#reel.steps[from];
    if (steps === undefined || start === undefined || sent.bytes === undefined) return undefined;
    const first = lastAtMost(steps, from) + 1;
    for (const index of steps.slice(first, first + COMPARED_MAX)) {
      const done = this.#reel.steps[index];
      if (done === undefined || this.#reel.secondsOf(done.frame - start.frame) > TRAVEL_SECONDS_MAX) break;
      if (done.input?.bytes && isEqual(done.input.bytes, sent.bytes)) return index;
    }
    return undefined;
  }
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

export const receiptsOf = perReel((reel) => new Receipts(reel));
