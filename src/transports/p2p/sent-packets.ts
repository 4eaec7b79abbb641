/**
 * The packets of one link on their way, so that an acknowledgement finds what it acknowledges. Remembers so many and no more:
 * one that is still without acknowledgement when its place is needed counts as lost.
 */
import type { OutgoingFrame } from './outbox.js';
import type { RoundTrip } from './round-trip.js';
import { sequenceDistance, wrap } from './sequence.js';

/** How many packets are remembered. Upstream has 64; that many leave in one flush of a long message. */
const REMEMBERED = 1024;
/** How many packets before the newest a header tells of. */
const ACK_BITS = 32;

interface SentPacket {
  number: number;
  sentAtMs: number;
  /** The reliable frames it carried. */
  frames: readonly OutgoingFrame[];
  state: 'waiting' | 'acknowledged' | 'lost';
}

const NO_FRAMES: readonly OutgoingFrame[] = [];

/** See the head of this file. */
export class SentPackets {
  readonly #roundTrip: RoundTrip;
  /** A packet's place is its number modulo the length; places are used again. */
  readonly #ring: (SentPacket | undefined)[] = Array.from({ length: REMEMBERED });
  /** Numbers are unwrapped: they go on counting past 16 bits. */
  readonly #first: number;
  #next: number;
  /** Every packet before this one was acknowledged or counted as lost. */
  #oldestWaiting: number;
  /** What headers have told so far, as a header tells it: the newest packet heard, unwrapped, and bits for those before it. */
  #toldNewest = Number.NEGATIVE_INFINITY;
  #toldBits = 0;

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

  /** How many packets were sent. */
  get count(): number {
    return this.#next - this.#first;
  }

  /** Remembers the packet {@link nextSeq}. */
  sent(frames: readonly OutgoingFrame[], nowMs: number): void {
    const place = this.#next % REMEMBERED;
    const packet = this.#ring[place];
    if (packet === undefined) {
      this.#ring[place] = { number: this.#next, sentAtMs: nowMs, frames, state: 'waiting' };
    } else {
      this.#giveUp(packet);
      packet.number = this.#next;
      packet.sentAtMs = nowMs;
      packet.frames = frames;
      packet.state = 'waiting';
    }
    this.#next++;
  }

  /** Whether `seq` may be the number of a packet we sent: what was never sent cannot be acknowledged. */
  mayHaveSent(seq: number): boolean {
    const behind = sequenceDistance(this.nextSeq, seq);
    return behind > 0 && this.#next - behind >= this.#first;
  }

  /** Takes in which packets a header says were heard; returns the reliable frames that are now known to have arrived. */
  acknowledge(ack: number, ackBits: number, nowMs: number): readonly OutgoingFrame[] {
    const newest = this.#next - sequenceDistance(this.nextSeq, ack);
    const packet = this.#find(newest);
    // The newest one only, which was answered without waiting for company. Also when it was given up: it just took longer.
    if (packet !== undefined) this.#roundTrip.measured(nowMs - packet.sentAtMs);
    const arrived = [...this.#take(packet)];
    // Nearly all of what a header tells, the one before told too: only the news is looked up.
    for (let news = ackBits & ~this.#toldBefore(newest); news !== 0; news &= news - 1) {
      const bit = Math.clz32(1) - Math.clz32(news & -news);
      arrived.push(...this.#take(this.#find(newest - 1 - bit)));
    }
    if (newest >= this.#toldNewest) {
      this.#toldBits = ackBits | this.#toldBefore(newest);
      this.#toldNewest = newest;
    }
    return arrived;
  }

  /** Counts as lost what was not acknowledged for too long. */
  sweep(nowMs: number): void {
    for (; this.#oldestWaiting < this.#next; this.#oldestWaiting++) {
      const packet = this.#find(this.#oldestWaiting);
      if (packet?.state !== 'waiting') continue;
      if (nowMs - packet.sentAtMs < this.#roundTrip.lostAfterMs) return;
      this.#giveUp(packet);
    }
  }

  /** What was told already of the packets before `newest`, as bits; nothing for an older header than the newest. */
  #toldBefore(newest: number): number {
    const ahead = newest - this.#toldNewest;
    if (ahead === 0) return this.#toldBits;
    if (ahead < 0 || ahead > ACK_BITS) return 0;
    // A shift by 32 would be one by 0.
    return (ahead === ACK_BITS ? 0 : this.#toldBits << ahead) | (1 << (ahead - 1));
  }

  /** The packet of this number, if it is remembered and was not acknowledged before. */
  #find(number: number): SentPacket | undefined {
    const packet = this.#ring[number % REMEMBERED];
    return packet?.number === number && packet.state !== 'acknowledged' ? packet : undefined;
  }

  #take(packet: SentPacket | undefined): readonly OutgoingFrame[] {
    if (packet === undefined) return NO_FRAMES;
    const { frames } = packet;
    packet.state = 'acknowledged';
    packet.frames = NO_FRAMES;
    this.#roundTrip.packetArrived();
    return frames;
  }

  #giveUp(packet: SentPacket): void {
    if (packet.state !== 'waiting') return;
    packet.state = 'lost';
    this.#roundTrip.packetLost();
  }
}
