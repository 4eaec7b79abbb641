/**
 * One peer's link, the same on host and client: its outbox, acknowledgements, pings, silence. It has no socket of its own and
 * no clock: frames leave through a `LinkWire`, the time comes with each call. Joining and leaving are not its work.
 */
import type { Delivery } from '../../peers.js';
import type { TransportCounters } from '../datagram/port.js';
import type { LinkQuality } from '../transport.js';
import { encodeAck, encodePing, encodePong, type Packet } from './framing.js';
import { Outbox } from './outbox.js';

/** With more than this still in the socket it is backed up, bytes: a second of poses for a full session. */
export const BACKED_UP_BYTES = 64 * 1024;
/** Reliable messages not yet acknowledged; one more ends the link (TR7). */
export const RELIABLE_QUEUE_MAX = 4096;
/** The most silence that one poll may add, ms: when we were stopped for long, it was not the peer who was silent. */
const SILENCE_STEP_MS = 1000;
/** How much a new round trip counts in the smoothed one. Source: RFC 6298. */
const ROUND_TRIP_GAIN = 1 / 8;

/** Where a link's frames go. */
export interface LinkWire {
  /** Bytes sent that the network has not taken yet. */
  readonly bufferedBytes: number;
  send(frame: Uint8Array): void;
}

/** What all links of a transport have in common. */
export interface LinkSettings {
  readonly limits: Readonly<Record<Delivery, number>>;
  /** A link on which nothing is heard for this long after a ping ends, ms. */
  readonly timeoutMs: number;
  /** From one ping to the next, ms; the next waits until the last was answered. */
  readonly pingMs: number;
}

/** See the head of this file. */
export class Link {
  readonly #wire: LinkWire;
  readonly #settings: LinkSettings;
  readonly #counters: TransportCounters;
  readonly #outbox: Outbox;
  /** Reliable messages, u32: queued by us, acknowledged by the peer, received from it, and of those told to it. */
  #queued = 0;
  #acknowledged = 0;
  #received = 0;
  #told = 0;
  #owesPing = false;
  #owesPong = false;
  /** When the ping was due that is not answered yet. */
  #pingedAtMs: number | undefined;
  #nextPingMs: number;
  #roundTripMs: number | undefined;
  #polledAtMs: number;
  #silentMs = 0;

  constructor(wire: LinkWire, settings: LinkSettings, counters: TransportCounters, nowMs: number) {
    this.#wire = wire;
    this.#settings = settings;
    this.#counters = counters;
    this.#outbox = new Outbox(settings.limits);
    this.#nextPingMs = nowMs;
    this.#polledAtMs = nowMs;
  }

  /** Reliable messages not yet acknowledged. */
  get backlog(): number {
    return (this.#queued - this.#acknowledged) >>> 0;
  }

  /** A WebSocket hides what the network loses. */
  get quality(): LinkQuality {
    return { roundTripMs: this.#roundTripMs, loss: 0 };
  }

  /** Queues a copy of `bytes` for the next flush; false when the link must end because too much waits. */
  send(bytes: Uint8Array, delivery: Delivery): boolean {
    const isReliable = delivery === 'reliable';
    const hasRoom = !isReliable || this.backlog < RELIABLE_QUEUE_MAX;
    const isAdded = hasRoom && this.#outbox.addMessage(bytes, delivery);
    if (isAdded && isReliable) this.#queued = (this.#queued + 1) >>> 0;
    if (!isAdded && !isReliable) this.#counters.datagramsDropped++;
    return isAdded || !isReliable;
  }

  /** Queues a packet about somebody else; false as for {@link Link.send}. */
  sendNotice(packet: Uint8Array): boolean {
    return this.#outbox.addNotice(packet);
  }

  /** Whether an open link may carry `packet`; if not, its whole frame is not ours. */
  accepts(packet: Packet): boolean {
    if (packet.kind === 'ack') return (packet.count - this.#acknowledged) >>> 0 <= this.backlog;
    if (packet.kind === 'message') return packet.payload.length <= this.#settings.limits[packet.delivery];
    return packet.kind === 'ping' || packet.kind === 'pong';
  }

  /** Takes in a packet that it {@link Link.accepts}; a message goes to `pass`, as a copy. */
  receive(packet: Packet, nowMs: number, pass: (bytes: Uint8Array, delivery: Delivery) => void): void {
    if (packet.kind === 'message') {
      if (packet.delivery === 'reliable') this.#received = (this.#received + 1) >>> 0;
      // A constructor copies; `slice` of a Buffer does not.
      pass(new Uint8Array(packet.payload), packet.delivery);
    } else if (packet.kind === 'ack') {
      this.#acknowledged = packet.count;
    } else if (packet.kind === 'ping') {
      this.#owesPong = true;
    } else if (packet.kind === 'pong') {
      this.#ponged(nowMs);
    }
  }

  /** The peer gave a sign of life. */
  heard(): void {
    this.#silentMs = 0;
  }

  /** Counts the time since the last call as silence while a ping waits for its answer; true when it has been too long. */
  isSilent(nowMs: number): boolean {
    const stepMs = Math.min(nowMs - this.#polledAtMs, SILENCE_STEP_MS);
    if (this.#pingedAtMs !== undefined) this.#silentMs += stepMs;
    this.#polledAtMs = nowMs;
    return this.#silentMs > this.#settings.timeoutMs;
  }

  /** Hands to the socket what waits, in as few frames as hold it, until it is backed up. */
  flush(nowMs: number): void {
    if (this.#pingedAtMs === undefined && nowMs >= this.#nextPingMs) {
      // Due is what counts: a peer that takes nothing at all must fall silent too.
      this.#pingedAtMs = nowMs;
      this.#owesPing = true;
    }
    if (this.#isBackedUp) {
      this.#counters.datagramsDropped += this.#outbox.supersede();
      return;
    }
    this.#addOwed();
    while (!this.#isBackedUp) {
      const frame = this.#outbox.takeFrame();
      if (frame === undefined) return;
      this.#wire.send(frame);
    }
  }

  get #isBackedUp(): boolean {
    return this.#wire.bufferedBytes > BACKED_UP_BYTES;
  }

  /** Acknowledgement, ping and answer ride with what leaves; where there is no room they wait for the next flush. */
  #addOwed(): void {
    if (this.#told !== this.#received && this.#outbox.addNotice(encodeAck(this.#received))) {
      this.#told = this.#received;
    }
    if (this.#owesPing && this.#outbox.addNotice(encodePing())) this.#owesPing = false;
    if (this.#owesPong && this.#outbox.addNotice(encodePong())) this.#owesPong = false;
  }

  #ponged(nowMs: number): void {
    if (this.#pingedAtMs === undefined) return;
    const ms = nowMs - this.#pingedAtMs;
    const before = this.#roundTripMs ?? ms;
    this.#roundTripMs = before + (ms - before) * ROUND_TRIP_GAIN;
    this.#nextPingMs = this.#pingedAtMs + this.#settings.pingMs;
    this.#pingedAtMs = undefined;
  }
}
