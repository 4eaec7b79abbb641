/**
 * One connection, the same on host and client: what waits for the next flush, what Steam has not delivered yet, and what arrived.
 * It knows no lobby, and neither opens nor ends anything. Steam acknowledges bytes, not messages, so the backlog is reckoned
 * from the sizes of what was sent: exact when all arrived, else a few in a hundred too many.
 */
import type { Delivery } from '../../peers.js';
import type { LinkQuality, TransportStats } from '../transport.js';
import { SEND_NO_NAGLE, SEND_RELIABLE, SEND_UNRELIABLE } from './constants.js';
import type { SteamConnection, SteamMessage, SteamSockets } from './steam-like.js';

/** Reliable messages not acknowledged; one more ends the link (TR7). What the other transports allow. */
const RELIABLE_MAX = 4096;
/** Bytes of reliable messages that Steam did not take yet; more end the link (TR7). Thirty of the largest. */
const RELIABLE_BYTES_MAX = 16 * 2 ** 20;
/** Unreliable messages that may wait for one flush; more are dropped and counted (TR7). */
const UNRELIABLE_MAX = 1024;
/** Least that a message takes of Steam's reliable stream beside its bytes. Source: GameNetworkingSockets, SNP_WIRE_FORMAT.md. */
const STREAM_HEADER_MIN = 1;
/** Messages taken at once, and how often in one poll: Steam itself holds no more than 1,000 of a connection. */
const BATCH = 64;
const BATCHES_MAX = 32;

/** {@link TransportStats}, as the transport counts them. Of datagrams Steam tells nothing, so they count messages. */
export type SteamCounters = { -readonly [key in keyof TransportStats]: number };

interface Outgoing {
  readonly bytes: Uint8Array;
  readonly isReliable: boolean;
}

/** See the head of this file. */
export class SteamLink {
  readonly connection: SteamConnection;
  readonly #steam: SteamSockets;
  readonly #counters: SteamCounters;
  #outbox: Outgoing[] = [];
  #reliableCount = 0;
  #reliableBytes = 0;
  /** What each reliable message takes that Steam has and may not have delivered, oldest first, and their sum, bytes. */
  #underWay: number[] = [];
  #underWayBytes = 0;

  constructor(steam: SteamSockets, connection: SteamConnection, counters: SteamCounters) {
    this.#steam = steam;
    this.connection = connection;
    this.#counters = counters;
  }

  /** Reliable messages not known to be acknowledged. */
  get backlog(): number {
    this.#settle();
    return this.#reliableCount + this.#underWay.length;
  }

  get quality(): LinkQuality {
    const { pingMs = -1, quality = -1 } = this.#steam.status(this.connection) ?? {};
    return { roundTripMs: pingMs < 0 ? undefined : pingMs, loss: quality < 0 ? 0 : 1 - quality };
  }

  /** Queues a copy of `bytes` for the next flush; false when the link must end because its reliable queue is full. */
  send(bytes: Uint8Array, delivery: Delivery): boolean {
    const isReliable = delivery !== 'unreliable';
    if (
      !(isReliable ? this.#hasRoom(bytes.length) : this.#outbox.length - this.#reliableCount < UNRELIABLE_MAX)
    ) {
      if (delivery === 'reliable') return false;
      this.#counters.datagramsDropped++;
      return true;
    }
    this.#outbox.push({ bytes: new Uint8Array(bytes), isReliable });
    if (isReliable) {
      this.#reliableCount++;
      this.#reliableBytes += bytes.length;
    }
    return true;
  }

  /** Hands Steam what is queued, as far as it takes it, and lets it share packets. */
  flush(): void {
    if (this.#outbox.length === 0) return;
    const outbox = this.#outbox;
    this.#outbox = [];
    let isFull = false;
    for (const outgoing of outbox) {
      // What Steam has no room for now goes next time, in order; what may be lost is.
      if (isFull && outgoing.isReliable) this.#outbox.push(outgoing);
      else isFull = !this.#hand(outgoing) || isFull;
    }
    this.#steam.flush(this.connection);
  }

  /** Sends `bytes` reliably and at once. */
  sendNow(bytes: Uint8Array): void {
    this.#counters.datagramsSent++;
    this.#steam.send(this.connection, bytes, SEND_RELIABLE | SEND_NO_NAGLE);
  }

  /** Hands over what arrived. */
  receive(pass: (message: SteamMessage) => void): void {
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const messages = this.#steam.receive(this.connection, BATCH);
      for (const message of messages) {
        this.#counters.datagramsReceived++;
        pass(message);
      }
      if (messages.length < BATCH) return;
    }
  }

  /** Gives a message to Steam; false when Steam is full. One that may be lost is then dropped. */
  #hand(outgoing: Outgoing): boolean {
    const { bytes, isReliable } = outgoing;
    const result = this.#steam.send(this.connection, bytes, isReliable ? SEND_RELIABLE : SEND_UNRELIABLE);
    if (result === 'full' && isReliable) {
      this.#outbox.push(outgoing);
      return false;
    }
    if (isReliable) {
      this.#reliableCount--;
      this.#reliableBytes -= bytes.length;
    }
    if (result !== 'ok') {
      // On a connection that is gone; its end is told at the next poll.
      this.#counters.datagramsDropped++;
      return result !== 'full';
    }
    this.#counters.datagramsSent++;
    if (isReliable) {
      this.#underWay.push(bytes.length + STREAM_HEADER_MIN);
      this.#underWayBytes += bytes.length + STREAM_HEADER_MIN;
    }
    return true;
  }

  #hasRoom(length: number): boolean {
    if (this.#reliableBytes + length > RELIABLE_BYTES_MAX) return false;
    // Asking Steam costs a call, so only when it may matter.
    return this.#reliableCount + this.#underWay.length < RELIABLE_MAX || this.backlog < RELIABLE_MAX;
  }

  /** Forgets what must have arrived, by the bytes that Steam still waits for. */
  #settle(): void {
    if (this.#underWay.length === 0) return;
    const unacked = this.#steam.status(this.connection)?.unackedReliableBytes ?? 0;
    let arrived = 0;
    for (const length of this.#underWay) {
      if (unacked > 0 && this.#underWayBytes - length < unacked) break;
      this.#underWayBytes -= length;
      arrived++;
    }
    this.#underWay.splice(0, arrived);
  }
}
