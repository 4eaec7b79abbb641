/**
 * One peer's link, the same on host and client: reliable and unreliable messages, heartbeats, silence. It has no socket
 * and no clock: datagrams leave through `LinkWire`, the time comes with each call. Joining and leaving are not its work.
 * The seed's framing has no kind for sequenced messages, so they travel as reliable ones, which keeps their promise (TR5).
 */
import type { Delivery } from '../../peers.js';
import type { TransportCounters } from '../datagram/port.js';
import type { LinkQuality } from '../transport.js';
import { encodeAck, encodeHeartbeat, encodeUnreliable, type Packet } from './framing.js';
import { ReliableReceiver } from './reliable-receiver.js';
import { ReliableSender } from './reliable-sender.js';
import { FIRST_SEQUENCE } from './sequence.js';

/** Unreliable messages that may wait for one flush; more are dropped and counted (TR7). */
const UNRELIABLE_QUEUE_MAX = 1024;

/** Where a link's datagrams go. */
export interface LinkWire {
  transmit(datagram: Uint8Array): void;
  readonly counters: TransportCounters;
}

/** Times of a link, ms. */
export interface LinkTimes {
  /** A peer silent for longer is gone. */
  readonly timeoutMs: number;
  /** A link on which nothing was sent for this long sends a Heartbeat. */
  readonly heartbeatMs: number;
}

/** See the head of this file. */
export class Link {
  readonly #wire: LinkWire;
  readonly #times: LinkTimes;
  readonly #sender: ReliableSender;
  readonly #receiver: ReliableReceiver;
  #unreliable: Uint8Array[] = [];
  #heardAtMs: number;
  #sentAtMs: number;

  constructor(wire: LinkWire, times: LinkTimes, nowMs: number, firstSequence = FIRST_SEQUENCE) {
    this.#wire = wire;
    this.#times = times;
    this.#sender = new ReliableSender(firstSequence);
    this.#receiver = new ReliableReceiver(firstSequence);
    this.#heardAtMs = nowMs;
    this.#sentAtMs = nowMs;
  }

  /** Reliable messages not yet acknowledged. */
  get backlog(): number {
    return this.#sender.backlog;
  }

  get quality(): LinkQuality {
    return this.#sender.quality;
  }

  /** Queues a copy of `bytes` for the next flush; false when the link must end because its reliable queue is full. */
  send(bytes: Uint8Array, delivery: Delivery): boolean {
    const isQueued = delivery === 'unreliable' ? this.#addUnreliable(bytes) : this.#sender.add(bytes);
    if (!isQueued && delivery !== 'reliable') this.#wire.counters.datagramsDropped++;
    return isQueued || delivery !== 'reliable';
  }

  /** Takes in a packet of an open link; messages go to `pass`, acknowledgements leave at once. */
  receive(packet: Packet, nowMs: number, pass: (bytes: Uint8Array, delivery: Delivery) => void): void {
    this.heard(nowMs);
    if (packet.kind === 'unreliable') {
      pass(packet.payload, 'unreliable');
    } else if (packet.kind === 'ack') {
      this.#sender.acknowledge(packet.sequence, nowMs);
    } else if (packet.kind === 'reliable') {
      const { sequence, payload } = packet;
      const acceptance = this.#receiver.accept(sequence, payload, (bytes) => pass(bytes, 'reliable'));
      // A copy is answered too: it may have come because the first answer was lost.
      if (acceptance !== 'too-early') this.transmit(encodeAck(sequence), nowMs);
      if (acceptance !== 'new') this.#wire.counters.datagramsDropped++;
    }
  }

  /** The peer gave a sign of life. */
  heard(nowMs: number): void {
    this.#heardAtMs = nowMs;
  }

  /** Whether the peer has been silent for too long. */
  isSilent(nowMs: number): boolean {
    return nowMs - this.#heardAtMs > this.#times.timeoutMs;
  }

  /** Sends a datagram of any kind. */
  transmit(datagram: Uint8Array, nowMs: number): void {
    this.#sentAtMs = nowMs;
    this.#wire.transmit(datagram);
  }

  /** Sends what is queued and what is due again, or a Heartbeat when there was nothing to say for long. */
  flush(nowMs: number): void {
    if (this.#sender.backlog > 0) {
      const resent = this.#sender.flush(nowMs, (datagram) => this.transmit(datagram, nowMs));
      this.#wire.counters.resent += resent;
    }
    if (this.#unreliable.length > 0) {
      for (const datagram of this.#unreliable) this.transmit(datagram, nowMs);
      this.#unreliable = [];
    }
    if (nowMs - this.#sentAtMs >= this.#times.heartbeatMs) this.transmit(encodeHeartbeat(), nowMs);
  }

  #addUnreliable(bytes: Uint8Array): boolean {
    if (this.#unreliable.length >= UNRELIABLE_QUEUE_MAX) return false;
    this.#unreliable.push(encodeUnreliable(bytes));
    return true;
  }
}
