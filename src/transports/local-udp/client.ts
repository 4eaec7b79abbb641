/**
 * A client's end of local-udp: asks to join until answered, then has one link, to the host. Datagrams from anywhere
 * else are dropped. All work happens in `poll` and `flush`; there is no timer.
 */
import { type Delivery, HOST_PEER, type PeerId } from '../../peers.js';
import type { SimulatedLoss } from '../datagram/impairment.js';
import type { Arrival, DatagramPort } from '../datagram/port.js';
import type { TransportClock } from '../datagram/socket.js';
import { checkLength, checkNotClosed } from '../limits.js';
import type { LinkEnd, LinkQuality, Transport, TransportEvents, TransportStats } from '../transport.js';
import { GOODBYE_COPIES, LOCAL_UDP_LIMITS } from './constants.js';
import { decodePacket, encodeConnect, encodeDisconnect, encodeHeartbeat, type Packet } from './framing.js';
import { Link, type LinkTimes } from './link.js';

/** How long to wait for an answer before asking again, ms. */
const CONNECT_AGAIN_MS = 200;

/** What a client is made of. */
export interface LocalUdpClientSettings extends LinkTimes {
  readonly port: DatagramPort;
  readonly clock: TransportClock;
  readonly hostAddress: string;
  readonly hostPort: number;
  readonly connectTimeoutMs: number;
}

/** A client that joins a host by its port. */
export interface LocalUdpClientTransport extends Transport {
  /** Makes what this end sends get lost, doubled and overtaken; may be changed at any time. */
  simulatedLoss: SimulatedLoss | undefined;
}

/** See {@link Transport}; made by `joinLocalUdp`. */
export class LocalUdpClient implements LocalUdpClientTransport {
  readonly name = 'local-udp';
  readonly role = 'client';
  readonly limits = LOCAL_UDP_LIMITS;
  /** The host; the seed's framing has nothing to say who else is there. */
  readonly peers: PeerId[] = [];
  readonly #settings: LocalUdpClientSettings;
  readonly #wire: DatagramPort;
  #state: 'connecting' | 'open' | 'ended' = 'connecting';
  #link: Link | undefined;
  #localPeer: PeerId | undefined;
  /** First and last time we asked to join. */
  #askedFirstMs: number | undefined;
  #askedLastMs = 0;
  /** An end of our own doing, told at the next poll. */
  #untold: LinkEnd | undefined;

  constructor(settings: LocalUdpClientSettings) {
    this.#settings = settings;
    this.#wire = settings.port;
  }

  get localPeer(): PeerId | undefined {
    return this.#localPeer;
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
    const nowMs = this.#settings.clock.now();
    if (this.#untold !== undefined) {
      const end = this.#untold;
      this.#untold = undefined;
      this.#lose(end, '', events);
    }
    for (const arrival of this.#wire.take()) {
      // A callback may have closed us.
      if (this.#wire.isClosed) return;
      this.#receive(arrival, nowMs, events);
    }
    if (this.#state === 'connecting') this.#ask(nowMs, events);
    else if (this.#link?.isSilent(nowMs)) this.#lose('timed-out', '', events);
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
    if (this.#state !== 'ended' && !this.#wire.isClosed) this.#end('closed');
    this.#untold = undefined;
    return this.#wire.close();
  }

  /** Asks to join, again and again, until it has been too long. */
  #ask(nowMs: number, events: TransportEvents): void {
    this.#askedFirstMs ??= nowMs;
    if (nowMs - this.#askedFirstMs > this.#settings.connectTimeoutMs) {
      this.#lose('timed-out', '', events);
    } else if (this.#askedFirstMs === nowMs || nowMs - this.#askedLastMs >= CONNECT_AGAIN_MS) {
      this.#askedLastMs = nowMs;
      this.#transmit(encodeConnect());
    }
  }

  #receive({ bytes, address, port }: Arrival, nowMs: number, events: TransportEvents): void {
    const { hostAddress, hostPort } = this.#settings;
    const isHost = address === hostAddress && port === hostPort;
    const decoded = decodePacket(bytes);
    if (!isHost || !decoded.ok || !this.#hear(decoded.packet, nowMs, events)) {
      this.#wire.counters.datagramsDropped++;
    }
  }

  /** Takes in a packet of the host; false when it has no place here. */
  #hear(packet: Packet, nowMs: number, events: TransportEvents): boolean {
    if (this.#state === 'ended' || packet.kind === 'connect') return false;
    if (packet.kind === 'refuse') this.#lose('refused', packet.sentence, events);
    else if (packet.kind === 'disconnect') this.#lose('host-gone', '', events);
    else if (packet.kind === 'accept') this.#open(packet.peer, nowMs, events);
    else if (this.#link === undefined) return false;
    else {
      this.#link.receive(packet, nowMs, (payload, delivery) => {
        if (this.#state === 'open') events.received(HOST_PEER, payload, delivery);
      });
    }
    return true;
  }

  #open(localPeer: PeerId, nowMs: number, events: TransportEvents): void {
    // The host repeats its Accept until it heard from us, so each one is answered.
    this.#link ??= new Link(
      { counters: this.#wire.counters, transmit: (bytes) => this.#transmit(bytes) },
      this.#settings,
      nowMs,
    );
    this.#link.transmit(encodeHeartbeat(), nowMs);
    if (this.#state !== 'connecting') return;
    this.#state = 'open';
    this.#localPeer = localPeer;
    this.peers.push(HOST_PEER);
    events.opened(HOST_PEER);
  }

  #lose(end: LinkEnd, sentence: string, events: TransportEvents): void {
    this.#state = 'ended';
    this.#link = undefined;
    this.peers.length = 0;
    events.closed(HOST_PEER, end, sentence);
  }

  /** Ends the link from this side: says goodbye now, is told at the next poll. */
  #end(end: LinkEnd): void {
    this.#state = 'ended';
    this.#link = undefined;
    this.#untold = end;
    for (let copy = 0; copy < GOODBYE_COPIES; copy++) this.#transmit(encodeDisconnect());
  }

  #transmit(bytes: Uint8Array): void {
    this.#wire.send(bytes, this.#settings.hostAddress, this.#settings.hostPort);
  }
}
