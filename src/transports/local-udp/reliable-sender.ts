/**
 * The sending half of reliable delivery (TR4): numbers messages, sends those in the window, sends again what was not
 * acknowledged in time. A message leaves the queue when it and all before it are acknowledged. While nothing at all is
 * acknowledged only the oldest few are sent again: one answer shows that the way is open, and then everything goes at once.
 */
import type { LinkQuality } from '../transport.js';
import { encodeReliable } from './framing.js';
import { RoundTrip } from './round-trip.js';
import { sequenceAfter, sequenceDistance } from './sequence.js';

/** Messages on the wire at once, counted from the oldest unacknowledged. */
const WINDOW = 256;
/** Messages not yet acknowledged, on the wire or waiting; one more ends the link (TR7). About 1.2 MB of full ones. */
export const RELIABLE_QUEUE_MAX = 1024;

/** A peer that acknowledged nothing for longer, with something on its way, is taken for silent, ms. */
const SILENT_MS = 500;
/** How many messages ask a silent peer whether it hears, and how often at most, ms. */
const PROBES = 32;
const PROBE_AGAIN_MS = 100;
/** How much of a new sample the share of lost datagrams takes in: it looks back over some 30 datagrams. */
const LOSS_SMOOTHING = 1 / 16;

interface Pending {
  readonly datagram: Uint8Array;
  firstSentAtMs: number;
  sentAtMs: number;
  timesSent: number;
  isAcknowledged: boolean;
}

/** One link's reliable messages on their way out. */
export class ReliableSender {
  readonly #roundTrip = new RoundTrip();
  /** In order of sequence, the first one unacknowledged. */
  readonly #queue: Pending[] = [];
  #firstSequence: number;
  #nextSequence: number;
  #acknowledged = 0;
  /** Messages sent and not acknowledged, and when the last acknowledgement came, or else the first of them left. */
  #underWay = 0;
  #answeredAtMs = 0;
  #loss = 0;

  constructor(firstSequence: number) {
    this.#firstSequence = firstSequence;
    this.#nextSequence = firstSequence;
  }

  /** Messages not yet acknowledged. */
  get backlog(): number {
    return this.#queue.length - this.#acknowledged;
  }

  /**
   * From reliable messages alone, all that this framing acknowledges. Whatever had to be sent again counts as lost: the message,
   * its acknowledgement, or one that only came late.
   */
  get quality(): LinkQuality {
    return { roundTripMs: this.#roundTrip.smoothedMs, loss: this.#loss };
  }

  /** Queues a copy of `payload`; false when the queue is full. */
  add(payload: Uint8Array): boolean {
    if (this.#queue.length >= RELIABLE_QUEUE_MAX) return false;
    const datagram = encodeReliable(this.#nextSequence, payload);
    this.#queue.push({ datagram, firstSentAtMs: 0, sentAtMs: 0, timesSent: 0, isAcknowledged: false });
    this.#nextSequence = sequenceAfter(this.#nextSequence);
    return true;
  }

  /** Takes in an acknowledgement; one for anything that is not on its way is ignored. */
  acknowledge(sequence: number, nowMs: number): void {
    const pending = this.#queue[sequenceDistance(this.#firstSequence, sequence)];
    if (pending === undefined || pending.timesSent === 0 || pending.isAcknowledged) return;
    pending.isAcknowledged = true;
    this.#acknowledged++;
    this.#loss -= this.#loss * LOSS_SMOOTHING;
    if (this.#isSilent(nowMs)) this.#roundTrip.silenceEnded();
    this.#underWay--;
    this.#answeredAtMs = nowMs;
    this.#roundTrip.acknowledged(pending.firstSentAtMs, pending.timesSent, nowMs);
    while (this.#queue[0]?.isAcknowledged) {
      this.#queue.shift();
      this.#acknowledged--;
      this.#firstSequence = sequenceAfter(this.#firstSequence);
    }
  }

  /** Sends what is new and what is due again; returns how many were sent again. */
  flush(nowMs: number, transmit: (datagram: Uint8Array) => void): number {
    const isSilent = this.#isSilent(nowMs);
    const { resendAfterMs } = this.#roundTrip;
    const againMs = isSilent ? Math.max(PROBE_AGAIN_MS, resendAfterMs) : resendAfterMs;
    const end = Math.min(WINDOW, this.#queue.length);
    let resent = 0;
    for (let i = 0; i < end; i++) {
      const pending = this.#queue[i];
      if (pending === undefined || pending.isAcknowledged) continue;
      if (pending.timesSent === 0) this.#startWaiting(pending, nowMs);
      else if ((isSilent && i >= PROBES) || nowMs - pending.sentAtMs < againMs) continue;
      else resent++;
      pending.timesSent++;
      pending.sentAtMs = nowMs;
      transmit(pending.datagram);
    }
    this.#loss = 1 - (1 - this.#loss) * (1 - LOSS_SMOOTHING) ** resent;
    return resent;
  }

  #startWaiting(pending: Pending, nowMs: number): void {
    pending.firstSentAtMs = nowMs;
    if (this.#underWay === 0) this.#answeredAtMs = nowMs;
    this.#underWay++;
  }

  #isSilent(nowMs: number): boolean {
    return this.#underWay > 0 && nowMs - this.#answeredAtMs > SILENT_MS;
  }
}
