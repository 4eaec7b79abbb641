/**
 * How long to wait for an acknowledgement before sending again: smoothed round-trip time plus four times its variation
 * (RFC 6298). Peers answer when they poll, so a round trip includes their frame.
 */

/** Before the first measurement, ms. */
const RESEND_FIRST_MS = 200;
/** Never sooner than about two frames of 60 a second, ms. */
const RESEND_MIN_MS = 40;
/** Never later: a player notices half a second, ms. */
const RESEND_MAX_MS = 500;
/** For how long answers may all be unclear before one is taken as measured, ms. */
const UNCLEAR_MS = 500;

/** Estimates one link's round trip and resend delay. */
export class RoundTrip {
  #smoothedMs: number | undefined;
  #variationMs = 0;
  #resendMs = RESEND_FIRST_MS;
  #unclearSinceMs: number | undefined;

  /** `undefined` before the first measurement. */
  get smoothedMs(): number | undefined {
    return this.#smoothedMs;
  }

  /** How long to wait after a message was sent, ms. */
  get resendAfterMs(): number {
    return this.#resendMs;
  }

  /**
   * Takes in the acknowledgement of a message first sent at `sentAtMs`. Of one sent several times nobody knows which copy was
   * answered (Karn), so it measures nothing, unless for long none is clear: then the way has become longer than we wait, which
   * the first copy of a message sent since tells.
   */
  acknowledged(sentAtMs: number, timesSent: number, nowMs: number): void {
    const isClear = timesSent === 1;
    if (isClear) this.#unclearSinceMs = undefined;
    else this.#unclearSinceMs ??= nowMs;
    const sinceMs = this.#unclearSinceMs ?? nowMs;
    const isOverdue = nowMs - sinceMs >= UNCLEAR_MS && sentAtMs >= sinceMs;
    if (isClear || isOverdue) this.#measured(nowMs - sentAtMs);
  }

  /** The peer answers again: what was sent before it fell silent says nothing of the way. */
  silenceEnded(): void {
    this.#unclearSinceMs = undefined;
  }

  #measured(ms: number): void {
    if (this.#smoothedMs === undefined) {
      this.#smoothedMs = ms;
      this.#variationMs = ms / 2;
    } else {
      this.#variationMs += (Math.abs(ms - this.#smoothedMs) - this.#variationMs) / 4;
      this.#smoothedMs += (ms - this.#smoothedMs) / 8;
    }
    const waitMs = this.#smoothedMs + 4 * this.#variationMs;
    this.#resendMs = Math.min(RESEND_MAX_MS, Math.max(RESEND_MIN_MS, waitMs));
  }
}
