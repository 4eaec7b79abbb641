/**
 * A client's end: says hello when its socket opens, then has one link, to the host. The socket is a browser's or Node's. All
 * work but the hello happens in `poll` and `flush`; there is no timer here.
 */
import { type Delivery, HOST_PEER, type PeerId } from '../../peers.js';
import type { TransportClock } from '../datagram/socket.js';
import { checkLength, checkNotClosed } from '../limits.js';
import type { LinkEnd, LinkQuality, Transport, TransportEvents, TransportStats } from '../transport.js';
import { CLOSE_CODES, endOf } from './close-codes.js';
import { decodeFrame, encodeHello, type Packet } from './framing.js';
import { SocketInbox, type SocketPort } from './inbox.js';
import { Link, type LinkSettings } from './link.js';
import type { MessageSocket } from './message-socket.js';

/** What a client is made of. */
export interface WebSocketClientSettings extends LinkSettings {
  readonly socket: MessageSocket;
  readonly clock: TransportClock;
  readonly url: string;
  readonly version: number;
  readonly schemaHash: number;
  readonly session: string;
  readonly connectTimeoutMs: number;
}

/** See {@link Transport}; made by `joinWebSocket`. */
export class WebSocketClient implements Transport {
  readonly name = 'websocket';
  readonly role = 'client';
  readonly peers: PeerId[] = [];
  readonly #settings: WebSocketClientSettings;
  readonly #inbox = new SocketInbox();
  readonly #port: SocketPort;
  readonly #askedAtMs: number;
  #state: 'connecting' | 'open' | 'ended' = 'connecting';
  #link: Link | undefined;
  #localPeer: PeerId | undefined;
  /** An end of our own doing, told at the next poll. */
  #untold: LinkEnd | undefined;
  #closing: Promise<void> | undefined;

  constructor(settings: WebSocketClientSettings) {
    const { version, schemaHash, session } = settings;
    this.#settings = settings;
    this.#askedAtMs = settings.clock.now();
    this.#port = this.#inbox.attach(settings.socket, encodeHello(version, schemaHash, session));
  }

  get limits(): Readonly<Record<Delivery, number>> {
    return this.#settings.limits;
  }

  get localPeer(): PeerId | undefined {
    return this.#localPeer;
  }

  get stats(): TransportStats {
    return this.#inbox.counters;
  }

  poll(events: TransportEvents): void {
    const nowMs = this.#settings.clock.now();
    if (this.#untold !== undefined) this.#lose(this.#untold, '', events);
    for (const arrival of this.#inbox.take()) {
      // A callback may have closed us.
      if (this.#state === 'ended') return;
      if (arrival.kind === 'closed') this.#hearEnd(arrival.code, arrival.reason, events);
      else this.#receive(arrival.bytes, nowMs, events);
    }
    const hasToldNothing = this.#state === 'connecting';
    const isLate = hasToldNothing && nowMs - this.#askedAtMs > this.#settings.connectTimeoutMs;
    if (!isLate && !this.#link?.isSilent(nowMs)) return;
    this.#port.close(CLOSE_CODES.silent, '');
    this.#lose('timed-out', '', events);
  }

  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    checkNotClosed(this.#closing !== undefined);
    checkLength(bytes.length, delivery, this.limits);
    if (peer !== HOST_PEER || this.#link === undefined) return;
    if (!this.#link.send(bytes, delivery)) this.#end('overflow', CLOSE_CODES.overflow);
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
    if (peer === HOST_PEER && this.#link !== undefined) this.#end('closed', CLOSE_CODES.left);
  }

  close(): Promise<void> {
    this.#state = 'ended';
    this.#link = undefined;
    this.#untold = undefined;
    this.#closing ??= this.#inbox.close(CLOSE_CODES.left);
    return this.#closing;
  }

  #receive(bytes: Uint8Array | undefined, nowMs: number, events: TransportEvents): void {
    const packets = bytes && decodeFrame(bytes);
    const [first] = packets ?? [];
    this.#link?.heard();
    if (this.#link === undefined && first?.kind === 'accept' && packets?.length === 1) {
      this.#open(first.peer, first.others, nowMs, events);
    } else if (packets?.every((packet) => this.#accepts(packet))) {
      for (const packet of packets) this.#hear(packet, nowMs, events);
    } else {
      this.#inbox.counters.datagramsDropped++;
    }
  }

  #accepts(packet: Packet): boolean {
    if (packet.kind === 'joined' || packet.kind === 'left') return this.#link !== undefined;
    return this.#link?.accepts(packet) ?? false;
  }

  #open(localPeer: PeerId, others: readonly PeerId[], nowMs: number, events: TransportEvents): void {
    this.#state = 'open';
    this.#localPeer = localPeer;
    this.#link = new Link(this.#port, this.#settings, this.#inbox.counters, nowMs);
    this.peers.push(HOST_PEER);
    events.opened(HOST_PEER);
    for (const peer of others) this.#join(peer, events);
  }

  #hear(packet: Packet, nowMs: number, events: TransportEvents): void {
    // A callback for an earlier packet may have ended the link.
    if (this.#link === undefined) return;
    if (packet.kind === 'joined') this.#join(packet.peer, events);
    else if (packet.kind === 'left') this.#leave(packet.peer, packet.end, events);
    else {
      this.#link.receive(packet, nowMs, (bytes, delivery) => events.received(HOST_PEER, bytes, delivery));
    }
  }

  #join(peer: PeerId, events: TransportEvents): void {
    if (this.#state !== 'open' || peer === this.#localPeer || this.peers.includes(peer)) return;
    this.peers.push(peer);
    events.joined?.(peer);
  }

  #leave(peer: PeerId, end: LinkEnd, events: TransportEvents): void {
    const index = this.peers.indexOf(peer);
    if (index < 0) return;
    this.peers.splice(index, 1);
    events.left?.(peer, end);
  }

  /** The socket is gone, or never came about. */
  #hearEnd(code: number, reason: string, events: TransportEvents): void {
    const end = endOf('client', code);
    if (this.#port.hasOpened || end === 'refused') {
      this.#lose(end, end === 'refused' ? reason : '', events);
      return;
    }
    const { url } = this.#settings;
    const why = reason === '' ? 'nobody hosts there, or it does not take this page' : reason;
    this.#lose('host-gone', `No WebSocket came about at ${url}: ${why}.`, events);
  }

  #lose(end: LinkEnd, sentence: string, events: TransportEvents): void {
    this.#state = 'ended';
    this.#link = undefined;
    this.#untold = undefined;
    this.peers.length = 0;
    events.closed(HOST_PEER, end, sentence);
  }

  /** Ends the link from this side: says goodbye now, is told at the next poll. */
  #end(end: LinkEnd, code: number): void {
    this.#state = 'ended';
    this.#link = undefined;
    this.#untold = end;
    this.#port.close(code, '');
  }
}
