/**
 * The sending half of reliable delivery (TR4): numbers messages, sends those in the window, sends again what was not
 * acknowledged in time. A message leaves the queue when it and all before it are acknowledged.
 */
import type { LinkQuality } from '../transport.js';
import { encodeReliable } from './framing.js';
import { RoundTrip } from './round-trip.js';
import { sequenceAfter, sequenceDistance } from './sequence.js';

/** Messages on the wire at once, counted from the oldest unacknowledged. */
const WINDOW = 256;
/** Messages not yet acknowledged, on the wire or waiting; one more ends the link (TR7). About 1.2 MB of full ones. */
export const RELIABLE_QUEUE_MAX = 1024;

/** How much of a new sample the share of lost datagrams takes in: it looks back over some 30 datagrams. */
const LOSS_SMOOTHING = 1 / 16;

interface Pending {
  readonly datagram: Uint8Array;
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
    this.#queue.push({ datagram, sentAtMs: 0, timesSent: 0, isAcknowledged: false });
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
    if (pending.timesSent === 1) this.#roundTrip.measured(nowMs - pending.sentAtMs);
    while (this.#queue[0]?.isAcknowledged) {
      this.#queue.shift();
      this.#acknowledged--;
      this.#firstSequence = sequenceAfter(this.#firstSequence);
    }
  }

  /** Sends what is new and what is due again; returns how many were sent again. */
  flush(nowMs: number, transmit: (datagram: Uint8Array) => void): number {
    let resent = 0;
    const end = Math.min(WINDOW, this.#queue.length);
    for (let i = 0; i < end; i++) {
      const pending = this.#queue[i];
      if (pending === undefined || pending.isAcknowledged) continue;
      const { timesSent, sentAtMs } = pending;
      if (timesSent > 0 && nowMs - sentAtMs < this.#roundTrip.resendAfterMs(timesSent)) continue;
      if (timesSent > 0) {
        resent++;
        this.#loss += (1 - this.#loss) * LOSS_SMOOTHING;
      }
      pending.timesSent++;
      pending.sentAtMs = nowMs;
      transmit(pending.datagram);
    }
    return resent;
  }
}
