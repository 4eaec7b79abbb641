/**
 * What a link's acknowledgements say of its path: the smoothed round trip, how long to wait before sending again, and the share
 * of packets lost. In whole microseconds, with the rounding of good_net_p2p, so that both ends of a link measure alike.
 */

/** Before the first measurement. */
const RESEND_FIRST_US = 100_000;
const RESEND_MIN_US = 30_000;
const RESEND_MAX_US = 500_000;
/** A packet not acknowledged for this long counts as lost, at least and at most. */
const LOST_AFTER_MIN_US = 500_000;
const LOST_AFTER_MAX_US = 2_000_000;
/** How much one packet moves the estimate of loss. */
const LOSS_WEIGHT = 0.05;

/** See the head of this file. */
export class RoundTrip {
  #smoothedUs: number | undefined;
  #loss = 0;

  /** Smoothed round trip, ms; `undefined` before the first measurement. */
  get smoothedMs(): number | undefined {
    return this.#smoothedUs === undefined ? undefined : this.#smoothedUs / 1000;
  }

  /** Share of recent packets that were lost, 0 to 1. */
  get loss(): number {
    return this.#loss;
  }

  /** How long to wait for an acknowledgement before sending a frame again, ms. No back-off: the next copy may be the lucky one. */
  get resendAfterMs(): number {
    if (this.#smoothedUs === undefined) return RESEND_FIRST_US / 1000;
    return clamp(2 * this.#smoothedUs, RESEND_MIN_US, RESEND_MAX_US) / 1000;
  }

  /** How long until a packet without acknowledgement counts as lost, ms. */
  get lostAfterMs(): number {
    return clamp(4 * (this.#smoothedUs ?? 0), LOST_AFTER_MIN_US, LOST_AFTER_MAX_US) / 1000;
  }

  /** Takes in one measured round trip. */
  measured(ms: number): void {
    const sampleUs = Math.round(ms * 1000);
    this.#smoothedUs =
      this.#smoothedUs === undefined ? sampleUs : this.#smoothedUs + ((sampleUs - this.#smoothedUs) >> 3);
  }

  packetArrived(): void {
    this.#loss -= this.#loss * LOSS_WEIGHT;
  }

  packetLost(): void {
    this.#loss += (1 - this.#loss) * LOSS_WEIGHT;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
