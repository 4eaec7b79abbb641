/**
 * What waits to be sent to one peer: in order, within limits, put into frames. When the socket is backed up, what may be
 * lost does not queue: of sequenced messages the newest waits, unreliable ones go. It knows no socket and no time.
 */
import type { Delivery } from '../../peers.js';
import { encodeMessage, joinPackets } from './framing.js';

/** Packets are put into one frame up to this size, bytes; a larger one gets a frame of its own. */
export const FRAME_BYTES = 64 * 1024;
/** Messages and notices that must arrive and wait at once; one more ends the link (TR7). */
export const RELIABLE_WAITING_MAX = 4096;
/** So do more bytes of them than this many of the longest messages. */
const LONGEST_WAITING_MAX = 4;
/** Messages that may be lost and wait for one flush, and their bytes; more are dropped (TR7). */
const LOSSY_WAITING_MAX = 1024;
const LOSSY_BYTES_MAX = 1024 * 1024;

interface Waiting {
  readonly packet: Uint8Array;
  /** `notice`: the transport's own, reliable. */
  readonly delivery: Delivery | 'notice';
}

/** How much of one kind waits. */
interface Amount {
  count: number;
  bytes: number;
}

/** See the head of this file. */
export class Outbox {
  readonly #reliableBytesMax: number;
  #waiting: Waiting[] = [];
  #reliable: Amount = { count: 0, bytes: 0 };
  #lossy: Amount = { count: 0, bytes: 0 };

  constructor(limits: Readonly<Record<Delivery, number>>) {
    this.#reliableBytesMax = LONGEST_WAITING_MAX * limits.reliable;
  }

  /** Adds a copy of `bytes`; false when there is no room. */
  addMessage(bytes: Uint8Array, delivery: Delivery): boolean {
    return (
      this.#hasRoom(bytes.length, delivery) && this.#add({ packet: encodeMessage(delivery, bytes), delivery })
    );
  }

  /** Adds a packet of the transport itself that must arrive; false when there is no room. */
  addNotice(packet: Uint8Array): boolean {
    return this.#hasRoom(packet.length, 'notice') && this.#add({ packet, delivery: 'notice' });
  }

  /** Takes out the next frame; undefined when nothing waits. */
  takeFrame(): Uint8Array | undefined {
    let [count, bytes] = [0, 0];
    for (const { packet } of this.#waiting) {
      if (count > 0 && bytes + packet.length > FRAME_BYTES) break;
      count++;
      bytes += packet.length;
    }
    if (count === 0) return undefined;
    const taken = this.#waiting.splice(0, count);
    for (const { packet, delivery } of taken) {
      const amount = this.#amountOf(delivery);
      amount.count--;
      amount.bytes -= packet.length;
    }
    return joinPackets(taken.map(({ packet }) => packet));
  }

  /** Drops what may be lost but the newest sequenced message; returns how many. */
  supersede(): number {
    if (this.#lossy.count === 0) return 0;
    const newest = this.#waiting.findLast(({ delivery }) => delivery === 'sequenced');
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((one) => one === newest || !isLossy(one.delivery));
    this.#lossy = newest === undefined ? { count: 0, bytes: 0 } : { count: 1, bytes: newest.packet.length };
    return before - this.#waiting.length;
  }

  #hasRoom(length: number, delivery: Waiting['delivery']): boolean {
    const { count, bytes } = this.#amountOf(delivery);
    return isLossy(delivery)
      ? count < LOSSY_WAITING_MAX && bytes + length <= LOSSY_BYTES_MAX
      : count < RELIABLE_WAITING_MAX && bytes + length <= this.#reliableBytesMax;
  }

  #add(one: Waiting): true {
    const amount = this.#amountOf(one.delivery);
    amount.count++;
    amount.bytes += one.packet.length;
    this.#waiting.push(one);
    return true;
  }

  #amountOf(delivery: Waiting['delivery']): Amount {
    return isLossy(delivery) ? this.#lossy : this.#reliable;
  }
}

function isLossy(delivery: Waiting['delivery']): boolean {
  return delivery === 'sequenced' || delivery === 'unreliable';
}
