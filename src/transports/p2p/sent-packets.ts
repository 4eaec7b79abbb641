/**
 * The packets of one link on their way, so that an acknowledgement finds what it acknowledges. Remembers so many and no more:
 * one that is still without acknowledgement when its place is needed counts as lost.
 */
import type { OutgoingFrame } from './outbox.js';
import type { RoundTrip } from './round-trip.js';
import { sequenceDistance, wrap } from './sequence.js';

/** How many packets are remembered. Upstream has 64; that many leave in one flush of a long message. */
const REMEMBERED = 1024;

interface SentPacket {
  readonly number: number;
  readonly sentAtMs: number;
  /** The reliable frames it carried. */
  frames: readonly OutgoingFrame[];
  state: 'waiting' | 'acknowledged' | 'lost';
}

/** See the head of this file. */
export class SentPackets {
  readonly #roundTrip: RoundTrip;
  readonly #ring: (SentPacket | undefined)[] = Array.from({ length: REMEMBERED });
  /** Numbers are unwrapped: they go on counting past 16 bits. */
  readonly #first: number;
  #next: number;
  /** Every packet before this one was acknowledged or counted as lost. */
  #oldestWaiting: number;

  constructor(roundTrip: RoundTrip, firstSeq: number) {
    this.#roundTrip = roundTrip;
    this.#first = firstSeq;
    this.#next = firstSeq;
    this.#oldestWaiting = firstSeq;
  }

  /** The number of the next packet, as on the wire. */
  get nextSeq(): number {
    return wrap(this.#next);
  }

  /** Remembers the packet {@link nextSeq}. */
  sent(frames: readonly OutgoingFrame[], nowMs: number): void {
    const number = this.#next++;
    this.#giveUp(this.#ring[number % REMEMBERED]);
    this.#ring[number % REMEMBERED] = { number, sentAtMs: nowMs, frames, state: 'waiting' };
  }

  /** Whether `seq` may be the number of a packet we sent: what was never sent cannot be acknowledged. */
  mayHaveSent(seq: number): boolean {
    const behind = sequenceDistance(this.nextSeq, seq);
    return behind > 0 && this.#next - behind >= this.#first;
  }

  /** Takes in that packet `seq` was heard; returns the reliable frames it carried, when that is news. */
  acknowledge(seq: number): readonly OutgoingFrame[] {
    const packet = this.#find(seq);
    if (packet === undefined || packet.state === 'acknowledged') return [];
    packet.state = 'acknowledged';
    this.#roundTrip.packetArrived();
    const { frames } = packet;
    packet.frames = [];
    return frames;
  }

  /** As {@link acknowledge}, for the newest packet of a header: only that one was answered without waiting for company. */
  acknowledgeNewest(seq: number, nowMs: number): readonly OutgoingFrame[] {
    const packet = this.#find(seq);
    // Also of one given up: it only took longer than we thought, and each number is sent once.
    const isNews = packet !== undefined && packet.state !== 'acknowledged';
    if (isNews) this.#roundTrip.measured(nowMs - packet.sentAtMs);
    return this.acknowledge(seq);
  }

  /** Counts as lost what was not acknowledged for too long. */
  sweep(nowMs: number): void {
    for (; this.#oldestWaiting < this.#next; this.#oldestWaiting++) {
      const packet = this.#ring[this.#oldestWaiting % REMEMBERED];
      if (packet?.number !== this.#oldestWaiting) continue;
      if (packet.state === 'waiting' && nowMs - packet.sentAtMs < this.#roundTrip.lostAfterMs) return;
      this.#giveUp(packet);
    }
  }

  #giveUp(packet: SentPacket | undefined): void {
    if (packet?.state !== 'waiting') return;
    packet.state = 'lost';
    this.#roundTrip.packetLost();
  }

  #find(seq: number): SentPacket | undefined {
    const behind = sequenceDistance(this.nextSeq, seq);
    if (!this.mayHaveSent(seq) || behind > REMEMBERED) return undefined;
    return this.#ring[(this.#next - behind) % REMEMBERED];
  }
}
