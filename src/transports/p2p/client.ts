/**
 * A client's end of p2p: asks the host its code names until answered, then has one link, to it. Datagrams from anywhere else are
 * dropped, and so are a link's before the accept: they are resent. All work happens in `poll` and `flush`; there is no timer.
 */
import { type Delivery, HOST_PEER, type LinkEnd, type PeerId } from '../../peers.js';
import { isSameAddress, type SocketAddress } from '../datagram/address.js';
import type { SimulatedLoss } from '../datagram/impairment.js';
import type { Arrival, DatagramPort } from '../datagram/port.js';
import type { TransportClock } from '../datagram/socket.js';
import { checkLength, checkNotClosed } from '../limits.js';
import type { LinkQuality, Transport, TransportEvents, TransportStats } from '../transport.js';
import { CONNECT_AGAIN_MS, GOODBYE_COPIES, P2P_LIMITS } from './constants.js';
import { ENDED_BY_HOST, endByHost, refusalSentence } from './endings.js';
import {
  type ConnectAccept,
  DISCONNECT,
  decodePacket,
  encodeConnectReject,
  encodeConnectRequest,
  encodeDisconnect,
  type Packet,
  REJECT,
} from './framing.js';
import { Link, type LinkTimes } from './link.js';
import { isClientId, Others } from './others.js';
import { decodeSystem } from './system-frames.js';

/** A client that joins by a code. */
export interface P2pClient extends Transport {
  /** What the host calls its session; `undefined` before the link is up. */
  readonly sessionName: string | undefined;
  /** Makes what this end sends get lost, doubled and overtaken; may be changed at any time. */
  simulatedLoss: SimulatedLoss | undefined;
}

/** What a client is made of. */
export interface ClientSettings extends LinkTimes {
  readonly wire: DatagramPort;
  readonly clock: TransportClock;
  readonly code: string;
  /** What the code names. */
  readonly host: SocketAddress;
  readonly schemaHash: number;
  readonly connectTimeoutMs: number;
}

/** See {@link P2pClient}; made by `joinP2p`. */
export class P2pClientTransport implements P2pClient {
  readonly name = 'p2p';
  readonly role = 'client';
  readonly limits = P2P_LIMITS;
  readonly peers: PeerId[] = [];
  readonly #settings: ClientSettings;
  readonly #wire: DatagramPort;
  readonly #others = new Others(this.peers);
  /** There as long as the link is open. */
  #link: Link | undefined;
  #isOver = false;
  #localPeer: PeerId | undefined;
  #sessionName: string | undefined;
  /** First and last time we asked to join. */
  #askedFirstMs: number | undefined;
  #askedLastMs = Number.NEGATIVE_INFINITY;
  /** An end of our own doing, told at the next poll. */
  #untold: LinkEnd | undefined;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.#wire = settings.wire;
  }

  get localPeer(): PeerId | undefined {
    return this.#localPeer;
  }

  get sessionName(): string | undefined {
    return this.#sessionName;
  }

  get stats(): TransportStats {
    return this.#wire.counters;
  }

  get simulatedLoss(): SimulatedLoss | undefined {
    return this.#wire.simulatedLoss;
  }

  set simulatedLoss(value: SimulatedLoss | undefined) {
    this.#wire.simulatedLoss = value;
  }

  poll(events: TransportEvents): void {
    if (this.#wire.isClosed) return;
    const nowMs = this.#settings.clock.now();
    if (this.#untold !== undefined) {
      const end = this.#untold;
      this.#untold = undefined;
      this.#lose(end, '', events);
    }
    for (const arrival of this.#wire.take()) {
      // A callback may have closed us.
      if (this.#wire.isClosed) return;
      if (!this.#receive(arrival, nowMs, events)) this.#wire.counters.datagramsDropped++;
    }
    if (this.#isOver) return;
    if (this.#link === undefined) this.#ask(nowMs, events);
    else if (this.#link.isSilent(nowMs)) {
      this.#sayGoodbye(DISCONNECT.timeout);
      this.#lose('timed-out', '', events);
    }
  }

  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    checkNotClosed(this.#wire.isClosed);
    checkLength(bytes.length, delivery, this.limits);
    if (peer !== HOST_PEER || this.#link === undefined) return;
    if (!this.#link.send(bytes, delivery)) this.#end('overflow');
  }

  flush(): void {
    this.#link?.flush(this.#settings.clock.now());
  }

  backlog(peer: PeerId): number {
    return peer === HOST_PEER ? (this.#link?.backlog ?? 0) : 0;
  }

  quality(peer: PeerId): LinkQuality | undefined {
    return peer === HOST_PEER ? this.#link?.quality : undefined;
  }

  disconnect(peer: PeerId): void {
    if (peer === HOST_PEER && this.#link !== undefined) this.#end('closed');
  }

  close(): Promise<void> {
    if (!this.#wire.isClosed) {
      this.flush();
      if (this.#link !== undefined) this.#end('closed');
      this.peers.length = 0;
    }
    return this.#wire.close();
  }

  /** Asks to join, again and again, until it has been too long. */
  #ask(nowMs: number, events: TransportEvents): void {
    this.#askedFirstMs ??= nowMs;
    if (nowMs - this.#askedFirstMs > this.#settings.connectTimeoutMs) {
      this.#lose('timed-out', '', events);
    } else if (nowMs - this.#askedLastMs >= CONNECT_AGAIN_MS) {
      this.#askedLastMs = nowMs;
      this.#transmit(encodeConnectRequest(this.#settings));
    }
  }

  /** Takes in a datagram; false when it has no place here. */
  #receive(from: Arrival, nowMs: number, events: TransportEvents): boolean {
    const packet = decodePacket(from.bytes);
    if (packet?.kind === 'connect-request') {
      this.#wire.send(encodeConnectReject(REJECT.notHosting), from.address, from.port);
      return true;
    }
    if (packet === undefined || this.#isOver || !isSameAddress(from, this.#settings.host)) return false;
    return this.#link === undefined
      ? this.#hearAnswer(packet, nowMs, events)
      : this.#hear(this.#link, packet, nowMs, events);
  }

  /** While asking: what the host says to that. */
  #hearAnswer(packet: Packet, nowMs: number, events: TransportEvents): boolean {
    if (packet.kind === 'connect-accept') {
      this.#open(packet, nowMs, events);
    } else if (packet.kind === 'connect-reject') {
      const attempt = { ...this.#settings, hostVersion: packet.version };
      this.#lose('refused', refusalSentence(packet.reason, attempt), events);
    } else return false;
    return true;
  }

  /** Once the link is open. A repeated accept is no news. */
  #hear(link: Link, packet: Packet, nowMs: number, events: TransportEvents): boolean {
    if (packet.kind === 'disconnect') {
      const end = endByHost(packet.reason);
      this.#lose(end, end === 'refused' ? ENDED_BY_HOST : '', events);
      return true;
    }
    if (packet.kind !== 'payload') return false;
    const isOpen = () => this.#link === link;
    return link.receive(packet, nowMs, {
      message(bytes, delivery) {
        if (isOpen()) events.received(HOST_PEER, bytes, delivery);
      },
      system: (payload) => {
        const word = decodeSystem(payload);
        if (word !== undefined && isOpen()) this.#others.hear(word, events);
      },
    });
  }

  #open(accept: ConnectAccept, nowMs: number, events: TransportEvents): void {
    const { counters } = this.#wire;
    this.#link = new Link({ counters, transmit: (bytes) => this.#transmit(bytes) }, this.#settings, nowMs, 0);
    if (!isClientId(accept.slot)) {
      this.#sayGoodbye(DISCONNECT.remoteClose);
      const sentence = `The host calls this game number ${accept.slot}, and only 1 to 255 can be used; ask it for a smaller session.`;
      this.#lose('refused', sentence, events);
      return;
    }
    this.#localPeer = accept.slot;
    this.#sessionName = accept.name;
    this.peers.push(HOST_PEER);
    events.opened(HOST_PEER);
    for (const other of accept.others) if (this.#link !== undefined) this.#others.joined(other, events);
  }

  #lose(end: LinkEnd, sentence: string, events: TransportEvents): void {
    this.#isOver = true;
    this.#link = undefined;
    this.peers.length = 0;
    events.closed(HOST_PEER, end, sentence);
  }

  /** Ends the link from this side: says goodbye now, is told at the next poll. */
  #end(end: LinkEnd): void {
    this.#isOver = true;
    this.#link = undefined;
    this.#untold = end;
    this.#sayGoodbye(DISCONNECT.remoteClose);
  }

  #sayGoodbye(reason: number): void {
    for (let copy = 0; copy < GOODBYE_COPIES; copy++) this.#transmit(encodeDisconnect(reason));
  }

  #transmit(bytes: Uint8Array): void {
    const { address, port } = this.#settings.host;
    this.#wire.send(bytes, address, port);
  }
}
