/**
 * How long to wait for an acknowledgement before sending again: smoothed round-trip time plus four times its variation
 * (RFC 6298). Peers answer when they poll, so a round trip includes their frame.
 */

/** Before the first measurement, ms. */
const RESEND_FIRST_MS = 200;
/** Never sooner than about two frames of 60 a second, ms. */
const RESEND_MIN_MS = 40;
/** Never later, also after many losses: a player notices half a second, ms. */
const RESEND_MAX_MS = 500;

/** Estimates one link's resend delay. */
export class RoundTrip {
  #smoothedMs: number | undefined;
  #variationMs = 0;
  #resendMs = RESEND_FIRST_MS;

  /** `undefined` before the first measurement. */
  get smoothedMs(): number | undefined {
    return this.#smoothedMs;
  }

  /** Takes in one measured round trip, of a message sent once (a resent one says not which copy was answered). */
  measured(ms: number): void {
    if (this.#smoothedMs === undefined) {
      this.#smoothedMs = ms;
      this.#variationMs = ms / 2;
    } else {
      this.#variationMs += (Math.abs(ms - this.#smoothedMs) - this.#variationMs) / 4;
      this.#smoothedMs += (ms - this.#smoothedMs) / 8;
    }
    this.#resendMs = Math.max(RESEND_MIN_MS, this.#smoothedMs + 4 * this.#variationMs);
  }

  /** How long to wait after a message was sent for the `timesSent`-th time, ms: doubled with each. */
  resendAfterMs(timesSent: number): number {
    return Math.min(RESEND_MAX_MS, this.#resendMs * 2 ** (timesSent - 1));
  }
}
