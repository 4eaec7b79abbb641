/**
 * The only time a machine knows: frames. Timers fire one by one, by due frame, then by creation, with `frame` set to each
 * one's due frame, so nested delays give the same log for any step size (RP1, RP5). Never reads a real clock.
 */
import { invariant } from '../errors.js';

interface Timer {
  readonly id: number;
  readonly dueFrame: number;
  readonly fire: () => void;
}

/** Pending timers a session may have; far above what a tree of charts needs. */
const TIMERS_MAX = 10_000;

/** An XState clock in frames. */
export class FrameClock {
  frame = 0;
  readonly #frameRate: number;
  /** Ascending by due frame, then id: few entries, so an ordered insert beats a heap. */
  readonly #timers: Timer[] = [];
  #lastId = 0;

  constructor(frameRate: number) {
    this.#frameRate = frameRate;
  }

  /** Called by XState for `after` and delayed events. A delay lasts at least one frame, or a loop of zero delays would hang. */
  readonly setTimeout = (fire: () => void, delayMs: number): number => {
    invariant(Number.isFinite(delayMs), `A delay must be a finite number of milliseconds, not ${delayMs}.`);
    invariant(this.#timers.length < TIMERS_MAX, `More than ${TIMERS_MAX} timers are pending.`);
    const frames = Math.max(1, Math.ceil((delayMs * this.#frameRate) / 1000));
    const timer = { id: ++this.#lastId, dueFrame: this.frame + frames, fire };
    let index = this.#timers.length;
    while (index > 0 && (this.#timers[index - 1] as Timer).dueFrame > timer.dueFrame) index--;
    this.#timers.splice(index, 0, timer);
    return timer.id;
  };

  readonly clearTimeout = (id: number): void => {
    const index = this.#timers.findIndex((timer) => timer.id === id);
    if (index >= 0) this.#timers.splice(index, 1);
  };

  /** The frame the next timer is due at. */
  get nextDueFrame(): number | undefined {
    return this.#timers[0]?.dueFrame;
  }

  /** Moves to `frame` and fires the timers due there. Earlier ones must have been fired. */
  advanceTo(frame: number): void {
    this.frame = frame;
    for (let next = this.#timers[0]; next !== undefined && next.dueFrame <= frame; next = this.#timers[0]) {
      invariant(next.dueFrame === frame, 'A timer was passed over.');
      this.#timers.shift();
      next.fire();
    }
  }
}
