/**
 * The host's end of local-udp: who may join, one link a client by its address, and who left why. A client's link opens
 * when it shows that it heard our Accept, so a stray or late Connect never looks like a player. All work happens in
 * `poll` and `flush`; there is no timer.
 */
import { type Delivery, HOST_PEER, type PeerId } from '../../peers.js';
import type { SimulatedLoss } from '../datagram/impairment.js';
import type { Arrival, DatagramPort } from '../datagram/port.js';
import type { TransportClock } from '../datagram/socket.js';
import { checkLength, checkNotClosed } from '../limits.js';
import type { LinkEnd, LinkQuality, Transport, TransportEvents, TransportStats } from '../transport.js';
import { type Client, ClientTable } from './client-table.js';
import { GOODBYE_COPIES, LOCAL_UDP_LIMITS } from './constants.js';
import {
  decodePacket,
  encodeAccept,
  encodeDisconnect,
  encodeRefuse,
  LOCAL_UDP_VERSION,
  type Packet,
} from './framing.js';
import { Link, type LinkTimes } from './link.js';

/** A host that others can be told to join at `port`. */
export interface HostTransport extends Transport {
  /** The bound UDP port. */
  readonly port: number;
  /** Makes what this end sends get lost, doubled and overtaken; may be changed at any time. */
  simulatedLoss: SimulatedLoss | undefined;
}

/** What a host is made of. */
export interface LocalUdpHostSettings extends LinkTimes {
  readonly port: DatagramPort;
  readonly clock: TransportClock;
  readonly playersMax: number;
}

/** See {@link Transport}; made by `hostLocalUdp`. */
export class LocalUdpHost implements HostTransport {
  readonly name = 'local-udp';
  readonly role = 'host';
  readonly limits = LOCAL_UDP_LIMITS;
  readonly localPeer = HOST_PEER;
  readonly peers: PeerId[] = [];
  readonly #settings: LocalUdpHostSettings;
  readonly #wire: DatagramPort;
  readonly #clients: ClientTable;
  /** Ends of our own doing, told at the next poll. */
  #untold: { readonly peer: PeerId; readonly end: LinkEnd }[] = [];

  constructor(settings: LocalUdpHostSettings) {
    this.#settings = settings;
    this.#wire = settings.port;
    this.#clients = new ClientTable(settings.playersMax);
  }

  get port(): number {
    return this.#wire.number;
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
    // Before any arrival, so that an id's end is told before it can be given again.
    if (this.#untold.length > 0) this.#tellEnds(events);
    for (const arrival of this.#wire.take()) {
      if (this.#wire.isClosed) return;
      this.#receive(arrival, nowMs, events);
    }
    for (const client of this.#clients.all()) {
      if (client.link.isSilent(nowMs)) this.#lose(client, 'timed-out', events);
    }
  }

  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    checkNotClosed(this.#wire.isClosed);
    checkLength(bytes.length, delivery, this.limits);
    const client = this.#clients.byId(peer);
    if (client?.state !== 'open') return;
    if (!client.link.send(bytes, delivery)) this.#end(client, 'overflow', '');
  }

  flush(): void {
    const nowMs = this.#settings.clock.now();
    for (const client of this.#clients.all()) {
      if (client.state === 'open') client.link.flush(nowMs);
    }
  }

  backlog(peer: PeerId): number {
    return this.#clients.byId(peer)?.link.backlog ?? 0;
  }

  quality(peer: PeerId): LinkQuality | undefined {
    const client = this.#clients.byId(peer);
    return client?.state === 'open' ? client.link.quality : undefined;
  }

  disconnect(peer: PeerId, sentence: string): void {
    const client = this.#clients.byId(peer);
    if (client?.state === 'open') this.#end(client, 'closed', sentence);
  }

  close(): Promise<void> {
    for (const client of this.#clients.all()) this.#end(client, 'closed', '');
    this.#untold = [];
    return this.#wire.close();
  }

  #tellEnds(events: TransportEvents): void {
    const untold = this.#untold;
    this.#untold = [];
    for (const { peer, end } of untold) {
      // A callback may have closed us.
      if (!this.#wire.isClosed) this.#tellClosed(peer, end, events);
    }
  }

  #receive(arrival: Arrival, nowMs: number, events: TransportEvents): void {
    const decoded = decodePacket(arrival.bytes);
    const client = this.#clients.byAddress(arrival);
    if (decoded.ok && decoded.packet.kind === 'connect') {
      this.#greet(arrival, decoded.packet.version, client, nowMs);
    } else if (decoded.ok && client !== undefined && isFromClient(decoded.packet)) {
      this.#hear(client, decoded.packet, nowMs, events);
    } else {
      this.#wire.counters.datagramsDropped++;
    }
  }

  /** Answers a Connect. */
  #greet(from: Arrival, version: string, known: Client | undefined, nowMs: number): void {
    if (known?.state === 'open') {
      // A late copy, or a program started anew on the old one's port. The latter gets in once the old link timed out:
      // answering now would give it a link whose sequence numbers it cannot know.
      this.#wire.counters.datagramsDropped++;
      return;
    }
    if (version !== LOCAL_UDP_VERSION) {
      const sentence = `This host speaks ${LOCAL_UDP_VERSION}, your game speaks something else; update the older one.`;
      this.#wire.send(encodeRefuse(sentence), from.address, from.port);
      return;
    }
    const client = known ?? (this.#clients.isFull ? undefined : this.#accept(from, nowMs));
    if (client === undefined) {
      this.#wire.send(encodeRefuse(this.#fullSentence), from.address, from.port);
      return;
    }
    client.link.heard(nowMs);
    client.link.transmit(encodeAccept(client.id), nowMs);
  }

  get #fullSentence(): string {
    return `The session is full: it has room for ${this.#settings.playersMax} players.`;
  }

  /** Gives a new client its id and link, unless all ids are taken. */
  #accept(from: Arrival, nowMs: number): Client | undefined {
    const { counters } = this.#wire;
    const transmit = (datagram: Uint8Array) => this.#wire.send(datagram, from.address, from.port);
    return this.#clients.add(from, new Link({ counters, transmit }, this.#settings, nowMs));
  }

  #hear(client: Client, packet: Packet, nowMs: number, events: TransportEvents): void {
    if (packet.kind === 'disconnect') {
      this.#lose(client, 'left', events);
      return;
    }
    if (client.state === 'accepted') {
      // Somebody accepted at the same time was faster.
      if (this.#clients.isFull) {
        this.#end(client, 'closed', this.#fullSentence);
        return;
      }
      client.state = 'open';
      this.peers.push(client.id);
      events.opened(client.id);
    }
    client.link.receive(packet, nowMs, (bytes, delivery) => {
      if (client.state === 'open') events.received(client.id, bytes, delivery);
    });
  }

  /** The client is gone; one that never opened goes unmentioned. */
  #lose(client: Client, end: LinkEnd, events: TransportEvents): void {
    const wasOpen = this.#clients.remove(client);
    if (wasOpen) this.#tellClosed(client.id, end, events);
  }

  #tellClosed(peer: PeerId, end: LinkEnd, events: TransportEvents): void {
    this.peers.splice(this.peers.indexOf(peer), 1);
    events.closed(peer, end, '');
  }

  /** Ends a link from this side: says goodbye now, is told at the next poll. */
  #end(client: Client, end: LinkEnd, sentence: string): void {
    const wasOpen = this.#clients.remove(client);
    if (wasOpen) this.#untold.push({ peer: client.id, end });
    // A Disconnect follows the Refuse: the seed knows that only as an answer to Connect, so another program's client may
    // not listen for it once its link is open.
    const goodbyes = sentence === '' ? [encodeDisconnect()] : [encodeRefuse(sentence), encodeDisconnect()];
    for (const goodbye of goodbyes) {
      for (let copy = 0; copy < GOODBYE_COPIES; copy++) this.#wire.send(goodbye, client.address, client.port);
    }
  }
}

function isFromClient(packet: Packet): boolean {
  return packet.kind !== 'accept' && packet.kind !== 'refuse';
}
