/**
 * Lets others look on without being felt: a producer pushes, readers come and go and read at their own pace.
 *
 * One ring for all readers; each has its own place in it. A reader that falls behind by more than the ring loses the
 * oldest items and is told how many. With no reader open a push is one comparison, and the ring does not exist. It never
 * calls anybody, so a slow or broken reader cannot reach the producer.
 */
import { invariant } from '../errors.js';

/** What a reader gets: the items since its last read, oldest first, and how many it came too late for. */
export interface TapRead<T> {
  readonly items: readonly T[];
  readonly dropped: number;
}

/** One onlooker. */
export interface TapReader<T> {
  /** Everything pushed since the last read, or since it was opened. */
  read(): TapRead<T>;
  /** Stops looking; reading gives nothing from then on. */
  close(): void;
}

/** A place in a stream of `T` where onlookers may attach. */
export interface Tap<T> {
  /** Whether anybody looks. A producer that must build an item only for the tap asks this first. */
  readonly active: boolean;
  push(item: T): void;
  open(): TapReader<T>;
}

/** Makes a tap whose readers may fall behind by at most `limit` items. */
export function createTap<T>(limit: number): Tap<T> {
  invariant(Number.isInteger(limit) && limit > 0, `expected a tap limit of at least 1 item, found ${limit}`);
  return new RingTap<T>(limit);
}

class RingTap<T> implements Tap<T> {
  readonly #limit: number;
  #ring: T[] = [];
  #pushed = 0;
  #readers = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get active(): boolean {
    return this.#readers > 0;
  }

  push(item: T): void {
    if (this.#readers === 0) return;
    this.#ring[this.#pushed % this.#limit] = item;
    this.#pushed += 1;
  }

  open(): TapReader<T> {
    let next = this.#pushed;
    let open = true;
    this.#readers += 1;
    return {
      read: () => {
        if (!open) return { items: [], dropped: 0 };
        const from = Math.max(next, this.#pushed - this.#limit);
        const dropped = from - next;
        next = this.#pushed;
        return { items: this.#since(from), dropped };
      },
      close: () => {
        if (open) this.#leave();
        open = false;
      },
    };
  }

  #leave(): void {
    this.#readers -= 1;
    if (this.#readers > 0) return;
    this.#ring = [];
    this.#pushed = 0;
  }

  #since(from: number): T[] {
    const start = from % this.#limit;
    const count = this.#pushed - from;
    const tail = this.#ring.slice(start, start + count);
    return tail.length < count ? tail.concat(this.#ring.slice(0, count - tail.length)) : tail;
  }
}
