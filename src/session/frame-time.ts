/** From the caller's milliseconds to frame numbers. The first call is where counting begins. */
import { invariant } from '../errors.js';

/** A game that adds up 1000 / 60 lands a hair below whole frames; frames. */
const ROUNDING = 1e-6;

export class FrameTime {
  readonly #frameRate: number;
  #origin: { readonly frame: number; readonly nowMs: number } | undefined;

  constructor(frameRate: number) {
    this.#frameRate = frameRate;
  }

  /** The frame that is due at `nowMs`; `frame` is the current one. */
  due(nowMs: number, frame: number): number {
    invariant(Number.isFinite(nowMs), () => `A frame needs its time in milliseconds, not ${nowMs}.`);
    this.#origin ??= { frame, nowMs };
    return (
      this.#origin.frame + Math.floor(((nowMs - this.#origin.nowMs) * this.#frameRate) / 1000 + ROUNDING)
    );
  }
}
