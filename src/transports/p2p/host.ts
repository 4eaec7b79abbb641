/**
 * The host's end of p2p: who is let in, one link a client, and who left why. A client's link opens when it shows that it hears
 * us, so who asks in another's name gets no seat. All work happens in `poll` and `flush`; there is no timer.
 */
import { type Delivery, HOST_PEER, type LinkEnd, type PeerId } from '../../peers.js';
import type { SocketAddress } from '../datagram/address.js';
import type { SimulatedLoss } from '../datagram/impairment.js';
import type { Arrival, DatagramPort } from '../datagram/port.js';
import type { TransportClock } from '../datagram/socket.js';
import { checkLength, checkNotClosed } from '../limits.js';
import type { LinkQuality, Transport, TransportEvents, TransportStats } from '../transport.js';
import type { Announcer } from './announcer.js';
import { type Client, ClientTable } from './clients.js';
import { GOODBYE_COPIES, P2P_LIMITS } from './constants.js';
import { Door, type DoorSettings } from './door.js';
import { endByClient, reasonFor } from './endings.js';
import { DISCONNECT, decodePacket, encodeDisconnect, encodeVersionReject } from './framing.js';
import type { PayloadPacket } from './payload.js';
import { encodePeerJoined, encodePeerLeft } from './system-frames.js';

/** A host that others can be told to join by `code`. */
export interface P2pHost extends Transport {
  /** The ten symbols that stand for this host's address. */
  readonly code: string;
  /** The bound UDP port. */
  readonly port: number;
  /** Makes what this end sends get lost, doubled and overtaken; may be changed at any time. Beacons are spared. */
  simulatedLoss: SimulatedLoss | undefined;
}

/** What a host is made of. */
export interface HostSettings extends DoorSettings {
  readonly clock: TransportClock;
  readonly announcer: Announcer | undefined;
}

/** See {@link P2pHost}; made by `hostP2p`. */
export class P2pHostTransport implements P2pHost {
  readonly name = 'p2p';
  readonly role = 'host';
  readonly limits = P2P_LIMITS;
  readonly localPeer = HOST_PEER;
  readonly peers: PeerId[] = [];
  readonly #settings: HostSettings;
  readonly #wire: DatagramPort;
  readonly #clients: ClientTable;
  readonly #door: Door;
  /** Ends of our own doing, told at the next poll. */
  #untold: { readonly peer: PeerId; readonly end: LinkEnd }[] = [];

  constructor(settings: HostSettings) {
    this.#settings = settings;
    this.#wire = settings.wire;
    this.#clients = new ClientTable(settings.playersMax);
    this.#door = new Door(settings, this.#clients);
  }

  get code(): string {
    return this.#settings.code;
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
    const untold = this.#untold;
    this.#untold = [];
    // Before any arrival, so that an id's end is told before it can be given again.
    for (const { peer, end } of untold) {
      // A callback may have closed us.
      if (!this.#wire.isClosed) this.#tellClosed(peer, end, events);
    }
    for (const arrival of this.#wire.take()) {
      if (this.#wire.isClosed) return;
      if (!this.#receive(arrival, nowMs, events)) this.#wire.counters.datagramsDropped++;
    }
    for (const client of this.#clients.open()) {
      if (!client.link.isSilent(nowMs)) continue;
      this.#sayGoodbye(client, DISCONNECT.timeout);
      this.#lose(client, 'timed-out', events);
    }
    this.#clients.expire(nowMs);
  }

  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    checkNotClosed(this.#wire.isClosed);
    checkLength(bytes.length, delivery, this.limits);
    const client = this.#clients.byId(peer);
    if (client !== undefined && !client.link.send(bytes, delivery))
      this.#end(client, 'overflow', DISCONNECT.sessionClosed);
  }

  flush(): void {
    if (this.#wire.isClosed) return;
    const nowMs = this.#settings.clock.now();
    for (const client of this.#clients.open()) client.link.flush(nowMs);
    for (const client of this.#clients.asking()) client.link.flush(nowMs);
    const { announcer, schemaHash, code, name, playersMax } = this.#settings;
    announcer?.flush(nowMs, { schemaHash, code, name, players: this.#clients.players, playersMax });
  }

  backlog(peer: PeerId): number {
    return this.#clients.byId(peer)?.link.backlog ?? 0;
  }

  quality(peer: PeerId): LinkQuality | undefined {
    return this.#clients.byId(peer)?.link.quality;
  }

  disconnect(peer: PeerId, sentence: string): void {
    const client = this.#clients.byId(peer);
    if (client === undefined) return;
    this.#end(client, 'closed', sentence === '' ? DISCONNECT.sessionClosed : DISCONNECT.localClose);
  }

  close(): Promise<void> {
    for (const client of this.#clients.open()) {
      client.link.flush(this.#settings.clock.now());
      this.#dismiss(client, DISCONNECT.sessionClosed);
    }
    for (const client of this.#clients.asking()) this.#dismiss(client, DISCONNECT.sessionClosed);
    this.#untold = [];
    this.peers.length = 0;
    return this.#wire.close();
  }

  /** Takes in a datagram; false when it has no place here. */
  #receive(from: Arrival, nowMs: number, events: TransportEvents): boolean {
    const packet = decodePacket(from.bytes);
    switch (packet?.kind) {
      case 'connect-request':
        this.#door.answer(from, packet, nowMs);
        return true;
      case 'foreign-request':
        this.#wire.send(encodeVersionReject(packet.version), from.address, from.port);
        return true;
      case 'payload':
        return this.#hear(from, packet, nowMs, events);
      case 'disconnect':
        return this.#hearGoodbye(from, packet.reason, events);
      default:
        return false;
    }
  }

  /** Takes in a packet of a link; false when it is of none, or its link drops it. */
  #hear(from: SocketAddress, packet: PayloadPacket, nowMs: number, events: TransportEvents): boolean {
    const asking = this.#clients.askingAt(from);
    if (asking?.link.provesHearing(packet)) this.#admit(asking, nowMs, events);
    // One that heard nothing yet may be the first of who asks, and not of who has the open link.
    else if (asking !== undefined && !packet.header.ackValid) return false;
    const client = this.#clients.openAt(from);
    if (client === undefined) return false;
    return client.link.receive(packet, nowMs, {
      message(bytes, delivery) {
        if (client.state === 'open') events.received(client.slot, bytes, delivery);
      },
      // Nobody tells a host who is there.
      system() {},
    });
  }

  /** Opens the link of one who asked; the program that had its address before is gone. */
  #admit(client: Client, nowMs: number, events: TransportEvents): void {
    const before = this.#clients.openAt(client);
    if (before !== undefined) this.#lose(before, 'left', events);
    if (this.#wire.isClosed) return;
    if (this.#clients.isFull) {
      // Somebody who asked at the same time was faster.
      this.#dismiss(client, DISCONNECT.localClose);
      return;
    }
    this.#clients.admit(client, nowMs);
    this.#tellOthers(client, encodePeerJoined(client));
    // Our accept may be older than some of them; those it named are known there, and hearing of them again changes nothing.
    for (const other of this.#clients.open()) {
      if (other !== client) client.link.sendSystem(encodePeerJoined(other));
    }
    this.peers.push(client.slot);
    events.opened(client.slot);
  }

  #hearGoodbye(from: SocketAddress, reason: number, events: TransportEvents): boolean {
    // A late goodbye from a former link must not turn away who asks anew; who does not mean it any more just falls silent.
    const client = this.#clients.openAt(from);
    if (client !== undefined) this.#lose(client, endByClient(reason), events);
    return client !== undefined;
  }

  /** The client is gone. */
  #lose(client: Client, end: LinkEnd, events: TransportEvents): void {
    this.#remove(client, end);
    this.#tellClosed(client.slot, end, events);
  }

  /** Ends a link from this side: says goodbye now, is told at the next poll. */
  #end(client: Client, end: LinkEnd, reason: number): void {
    this.#remove(client, end);
    this.#sayGoodbye(client, reason);
    this.#untold.push({ peer: client.slot, end });
  }

  #dismiss(client: Client, reason: number): void {
    this.#clients.remove(client);
    this.#sayGoodbye(client, reason);
  }

  #remove(client: Client, end: LinkEnd): void {
    this.#clients.remove(client);
    const word = encodePeerLeft(client, reasonFor(end));
    this.#tellOthers(client, word);
    // Their accept on its way may name it. Whose queue is full asks again.
    for (const asking of this.#clients.asking()) {
      if (!asking.link.sendSystem(word)) this.#clients.remove(asking);
    }
  }

  #tellClosed(peer: PeerId, end: LinkEnd, events: TransportEvents): void {
    this.peers.splice(this.peers.indexOf(peer), 1);
    events.closed(peer, end, '');
  }

  #tellOthers(client: Client, word: Uint8Array): void {
    for (const other of this.#clients.open()) {
      if (other !== client && !other.link.sendSystem(word))
        this.#end(other, 'overflow', DISCONNECT.sessionClosed);
    }
  }

  #sayGoodbye({ address, port }: SocketAddress, reason: number): void {
    for (let copy = 0; copy < GOODBYE_COPIES; copy++)
      this.#wire.send(encodeDisconnect(reason), address, port);
  }
}
