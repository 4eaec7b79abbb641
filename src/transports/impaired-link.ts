/**
 * What a bad network would still be carrying to one peer: messages held until they are due, lost, doubled or overtaken as
 * their delivery allows. It has no clock and no wire: the time comes with each call, what is due leaves through `pass`.
 */
import type { Delivery } from '../peers.js';

/** A reliable message that a try did not get through is tried again after this long, ms: a quick resend at home. */
const RESEND_MS = 100;
/** How much longer an overtaken message takes, ms: three frames of a slow game. */
const OVERTAKEN_MS = 50;
/** Reliable messages held, and others held, for one peer (TR7): what the shipped transports queue. */
const HELD_MAX = 4096;

/** What happens to messages, drawn anew for each. */
export interface BadNetwork {
  isLost(): boolean;
  isDoubled(): boolean;
  isOvertaken(): boolean;
  /** How long the way takes, ms. */
  travelMs(): number;
}

/** Where a link counts. */
export interface ImpairedCounters {
  dropped: number;
  resent: number;
}

type Weak = Exclude<Delivery, 'reliable'>;

/** Tried until a try gets through; from then on under way until `leavesMs`. */
interface ReliableMessage {
  readonly bytes: Uint8Array;
  tryMs: number;
  leavesMs: number | undefined;
}

interface WeakMessage {
  readonly bytes: Uint8Array;
  readonly delivery: Weak;
  /** Its place in the order of sending. */
  readonly number: number;
  readonly leavesMs: number;
}

/** See the head of this file. */
export class ImpairedLink {
  readonly #counters: ImpairedCounters;
  /** In order of sending. */
  #reliable: ReliableMessage[] = [];
  /** Sent since the last flush. */
  #unflushed: { readonly bytes: Uint8Array; readonly delivery: Weak }[] = [];
  /** By time due; those due together in order of sending. */
  #underWay: WeakMessage[] = [];
  #nextNumber = 1;
  /** Highest number of a sequenced message that left. */
  #newestLeft = 0;

  constructor(counters: ImpairedCounters) {
    this.#counters = counters;
  }

  /** Reliable messages that have not left. */
  get backlog(): number {
    return this.#reliable.length;
  }

  /** Holds a copy of `bytes` for the next flush; false when the link must end because it holds too many. */
  send(bytes: Uint8Array, delivery: Delivery): boolean {
    if (delivery === 'reliable') {
      if (this.#reliable.length >= HELD_MAX) return false;
      this.#reliable.push({ bytes: new Uint8Array(bytes), tryMs: 0, leavesMs: undefined });
    } else if (this.#unflushed.length + this.#underWay.length >= HELD_MAX) {
      this.#counters.dropped++;
    } else {
      this.#unflushed.push({ bytes: new Uint8Array(bytes), delivery });
    }
    return true;
  }

  /** Sends what was held since the last call on its way through `network`, and passes on what is due at `nowMs`. */
  flush(nowMs: number, network: BadNetwork, pass: (bytes: Uint8Array, delivery: Delivery) => void): void {
    this.#tryReliable(nowMs, network);
    this.#launch(nowMs, network);
    const isWaiting = ({ leavesMs }: ReliableMessage) => leavesMs === undefined || leavesMs > nowMs;
    for (const { bytes } of takeBefore(this.#reliable, isWaiting)) pass(bytes, 'reliable');
    for (const message of takeBefore(this.#underWay, ({ leavesMs }) => leavesMs > nowMs)) {
      if (message.delivery === 'sequenced') {
        if (message.number < this.#newestLeft) continue;
        this.#newestLeft = message.number;
      }
      pass(message.bytes, message.delivery);
    }
  }

  #tryReliable(nowMs: number, network: BadNetwork): void {
    for (const message of this.#reliable) {
      if (message.leavesMs !== undefined || message.tryMs > nowMs) continue;
      if (network.isLost()) {
        message.tryMs = nowMs + RESEND_MS;
        this.#counters.resent++;
      } else {
        message.leavesMs = nowMs + travelMs(network);
      }
    }
  }

  #launch(nowMs: number, network: BadNetwork): void {
    const unflushed = this.#unflushed;
    this.#unflushed = [];
    for (const { bytes, delivery } of unflushed) {
      const number = this.#nextNumber++;
      const [isLost, isDoubled] = [network.isLost(), network.isDoubled()];
      // A sequenced message never arrives twice.
      const copies = isLost ? 0 : isDoubled && delivery === 'unreliable' ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        insert(this.#underWay, { bytes, delivery, number, leavesMs: nowMs + travelMs(network) });
      }
    }
  }
}

function travelMs(network: BadNetwork): number {
  return network.travelMs() + (network.isOvertaken() ? OVERTAKEN_MS : 0);
}

/** Removes and returns the messages before the first that `isWaiting`. */
function takeBefore<T>(messages: T[], isWaiting: (message: T) => boolean): T[] {
  const first = messages.findIndex(isWaiting);
  return messages.splice(0, first === -1 ? messages.length : first);
}

function insert(messages: WeakMessage[], message: WeakMessage): void {
  let index = messages.length;
  while (index > 0 && (messages[index - 1]?.leavesMs ?? 0) > message.leavesMs) index--;
  messages.splice(index, 0, message);
}
