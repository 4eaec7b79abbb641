/**
 * One session as this side knows it: who is there, and the links to them. Traffic is host and spokes: a client has a link to the
 * host and to nobody else. The roster changes only while the network is polled.
 */
import { HOST_PEER, type LinkEnd, type PeerId } from '../peers.js';
import type { RecordDelivery } from '../protocol/record/define.js';
import type { RecordSchema } from '../protocol/record/schema.js';
import type { LinkQuality, Transport } from '../transports/transport.js';
import type { WireEnd } from '../transports/wire.js';
import { Outbox } from './outbox.js';

/** What a client reads that the host ends the link of, when the host gives no sentence. */
const ENDED_BY_HOST = 'The host ended your link.';

/** A direct link. One and the same object for as long as the peer is there. */
export interface NetworkConnection {
  readonly peer: PeerId;
  /** Never anything else again once `disconnected`. A link on its way up is not on the roster yet. */
  readonly state: 'connected' | 'disconnected';
  /** Why it ended; `undefined` while connected. */
  readonly disconnectReason: LinkEnd | undefined;
  /** Smoothed round trip, ms; `undefined` before the first measurement. */
  readonly roundTripMs: number | undefined;
  /** Share of recent datagrams that were lost, 0 to 1. */
  readonly packetLoss: number;
  /**
   * Queues records that were encoded elsewhere (`encodeRecord`), behind the messages sent so far; what is none, the other side
   * counts as malformed. Does nothing once disconnected. @throws SessionError `transport/too-large`, also then.
   */
  send(bytes: Uint8Array, delivery?: RecordDelivery): void;
  /** Ends the link; told at the next poll. The host's `sentence` is for the player there to read, on wires that carry it. */
  disconnect(sentence?: string): void;
}

/** A session, also after its end: then it stays as it was. */
export interface NetworkSession {
  /** The join code, the same for its whole life. */
  readonly id: string;
  /** What the host calls it; empty on a client whose wire does not carry it. */
  readonly name: string;
  readonly localPeer: PeerId;
  readonly isHost: boolean;
  /** False once ended. */
  readonly isOpen: boolean;
  /** Everybody but this side. */
  readonly peerCount: number;
  /** By index, in no promised order, for use within one frame: peers come and go. `undefined` out of range. */
  peerAt(index: number): PeerId | undefined;
  /** Whether somebody is on the roster; this side itself is not. */
  hasPeer(peer: PeerId): boolean;
  /** The direct link to a peer on the roster, or `null`: always between two clients. */
  connectionTo(peer: PeerId): NetworkConnection | null;
  /** As {@link NetworkConnection.send}, to every peer with a direct link. */
  sendToAll(bytes: Uint8Array, delivery?: RecordDelivery): void;
}

/** See {@link NetworkSession}. */
export class Session implements NetworkSession {
  readonly id: string;
  readonly name: string;
  readonly localPeer: PeerId;
  readonly transport: Transport;
  readonly outbox: Outbox;
  readonly #peers: PeerId[] = [];
  readonly #connections = new Map<PeerId, Connection>();
  #isOpen = true;

  constructor(schema: RecordSchema, { transport, code, name }: WireEnd, localPeer: PeerId) {
    this.id = code;
    this.name = name;
    this.localPeer = localPeer;
    this.transport = transport;
    this.outbox = new Outbox(schema, transport);
  }

  get isHost(): boolean {
    return this.localPeer === HOST_PEER;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get peerCount(): number {
    return this.#peers.length;
  }

  peerAt(index: number): PeerId | undefined {
    return this.#peers[index];
  }

  hasPeer(peer: PeerId): boolean {
    return this.#peers.includes(peer);
  }

  connectionTo(peer: PeerId): Connection | null {
    return this.#connections.get(peer) ?? null;
  }

  sendToAll(bytes: Uint8Array, delivery: RecordDelivery = 'reliable'): void {
    this.outbox.addEncoded(this.#isOpen ? [...this.#connections.keys()] : [], bytes, delivery);
  }

  /** Peers with a direct link, in the order they came. */
  linkedPeers(): Iterable<PeerId> {
    return this.#connections.keys();
  }

  /** Somebody is there; false when that is known. */
  add(peer: PeerId): boolean {
    if (peer === this.localPeer || this.hasPeer(peer)) return false;
    this.#peers.push(peer);
    if (this.isHost || peer === HOST_PEER) this.#connections.set(peer, new Connection(this, peer));
    return true;
  }

  /** Somebody is gone; false when that is known. */
  remove(peer: PeerId, reason: LinkEnd): boolean {
    const index = this.#peers.indexOf(peer);
    if (index < 0) return false;
    this.#peers.splice(index, 1);
    this.#connections.get(peer)?.end(reason);
    this.#connections.delete(peer);
    this.outbox.drop(peer);
    return true;
  }

  /** The session is over; its roster stays to be read. */
  end(reason: LinkEnd): void {
    this.#isOpen = false;
    for (const connection of this.#connections.values()) connection.end(reason);
  }
}

/** See {@link NetworkConnection}. */
class Connection implements NetworkConnection {
  readonly peer: PeerId;
  readonly #session: Session;
  #disconnectReason: LinkEnd | undefined;

  constructor(session: Session, peer: PeerId) {
    this.#session = session;
    this.peer = peer;
  }

  get state(): 'connected' | 'disconnected' {
    return this.#disconnectReason === undefined ? 'connected' : 'disconnected';
  }

  get disconnectReason(): LinkEnd | undefined {
    return this.#disconnectReason;
  }

  get roundTripMs(): number | undefined {
    return this.#quality?.roundTripMs;
  }

  get packetLoss(): number {
    return this.#quality?.loss ?? 0;
  }

  /** None once disconnected: somebody else may have the id by then. */
  get #quality(): LinkQuality | undefined {
    return this.state === 'connected' ? this.#session.transport.quality(this.peer) : undefined;
  }

  send(bytes: Uint8Array, delivery: RecordDelivery = 'reliable'): void {
    this.#session.outbox.addEncoded(this.state === 'connected' ? [this.peer] : [], bytes, delivery);
  }

  disconnect(sentence = ENDED_BY_HOST): void {
    if (this.state === 'connected') this.#session.transport.disconnect(this.peer, sentence);
  }

  end(reason: LinkEnd): void {
    this.#disconnectReason ??= reason;
  }
}
