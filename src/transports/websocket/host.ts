/**
 * The host's end: who may join, one link a client, who left why, and telling the others. Sockets come from a
 * `MessageServer`. All work happens in `poll` and `flush`; there is no timer here.
 */
import { type Delivery, HOST_PEER, type PeerId } from '../../peers.js';
import type { TransportClock } from '../datagram/socket.js';
import { checkLength, checkNotClosed } from '../limits.js';
import { PeerIds } from '../peer-ids.js';
import type { LinkEnd, LinkQuality, Transport, TransportEvents, TransportStats } from '../transport.js';
import { CLOSE_CODES, endOf } from './close-codes.js';
import { decodeFrame, encodeAccept, encodeJoined, encodeLeft, type Packet } from './framing.js';
import { SocketInbox, type SocketPort } from './inbox.js';
import { Link, type LinkSettings } from './link.js';
import type { MessageServer } from './message-socket.js';
import { type Expected, refusalOf } from './refusal.js';

/** Sockets that have not said hello yet; one more is turned away (TR7). */
export const WAITING_SOCKETS_MAX = 64;

/** A host that others can be told to join at `url`. */
export interface WebSocketHostTransport extends Transport {
  /** The bound TCP port. */
  readonly port: number;
  /** How this machine reaches it, e.g. `ws://127.0.0.1:8080/`. */
  readonly url: string;
}

/** What a host is made of. */
export interface WebSocketHostSettings extends LinkSettings, Expected {
  readonly server: MessageServer;
  readonly clock: TransportClock;
  readonly playersMax: number;
}

/** One client of the host. */
interface Client {
  readonly id: PeerId;
  readonly port: SocketPort;
  readonly link: Link;
}

/** See {@link Transport}; made by `hostWebSocket`. */
export class WebSocketHost implements WebSocketHostTransport {
  readonly name = 'websocket';
  readonly role = 'host';
  readonly localPeer = HOST_PEER;
  readonly peers: PeerId[] = [];
  readonly #settings: WebSocketHostSettings;
  readonly #inbox = new SocketInbox();
  readonly #ids = new PeerIds();
  /** Sockets without a link, and when they must have said hello. */
  readonly #waiting = new Map<SocketPort, number>();
  readonly #byPort = new Map<SocketPort, Client>();
  readonly #byId = new Map<PeerId, Client>();
  /** Ends of our own doing, told at the next poll. */
  #untold: { readonly peer: PeerId; readonly end: LinkEnd }[] = [];
  #closing: Promise<void> | undefined;

  constructor(settings: WebSocketHostSettings) {
    this.#settings = settings;
    settings.server.listen({
      accepted: (socket) => {
        const port = this.#inbox.attach(socket);
        if (this.#closing !== undefined) port.close(CLOSE_CODES.goingAway, '');
        else if (this.#waiting.size < WAITING_SOCKETS_MAX) {
          this.#waiting.set(port, settings.clock.now() + settings.timeoutMs);
        } else {
          this.#turnAway(port, 'Too many are asking to join at once; try again in a moment.');
        }
      },
      turnedAway: () => {
        this.#inbox.counters.datagramsDropped++;
      },
    });
  }

  get limits(): Readonly<Record<Delivery, number>> {
    return this.#settings.limits;
  }

  get port(): number {
    return this.#settings.server.port;
  }

  get url(): string {
    return this.#settings.server.url;
  }

  get stats(): TransportStats {
    return this.#inbox.counters;
  }

  poll(events: TransportEvents): void {
    const nowMs = this.#settings.clock.now();
    const untold = this.#untold;
    this.#untold = [];
    // Before any arrival, so that an id's end is told before it can be given again.
    for (const { peer, end } of untold) this.#tell(peer, end, events);
    for (const arrival of this.#inbox.take()) {
      // A callback may have closed us.
      if (this.#closing !== undefined) return;
      const { port } = arrival;
      if (arrival.kind === 'closed') this.#lose(port, endOf('host', arrival.code), events);
      else this.#receive(port, arrival.bytes, nowMs, events);
    }
    for (const [port, untilMs] of this.#waiting) {
      if (nowMs > untilMs) this.#turnAway(port, 'Nothing was said for too long.');
    }
    for (const { port, link } of this.#byPort.values()) {
      if (!link.isSilent(nowMs)) continue;
      port.close(CLOSE_CODES.silent, '');
      this.#lose(port, 'timed-out', events);
    }
  }

  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    checkNotClosed(this.#closing !== undefined);
    checkLength(bytes.length, delivery, this.limits);
    const client = this.#byId.get(peer);
    if (client !== undefined && !client.link.send(bytes, delivery)) {
      this.#end(client, 'overflow', CLOSE_CODES.overflow, '');
    }
  }

  flush(): void {
    const nowMs = this.#settings.clock.now();
    for (const { link } of this.#byId.values()) link.flush(nowMs);
  }

  backlog(peer: PeerId): number {
    return this.#byId.get(peer)?.link.backlog ?? 0;
  }

  quality(peer: PeerId): LinkQuality | undefined {
    return this.#byId.get(peer)?.link.quality;
  }

  disconnect(peer: PeerId, sentence: string): void {
    const client = this.#byId.get(peer);
    const code = sentence === '' ? CLOSE_CODES.goingAway : CLOSE_CODES.refused;
    if (client !== undefined) this.#end(client, 'closed', code, sentence);
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all([
      this.#inbox.close(CLOSE_CODES.goingAway),
      this.#settings.server.close(),
    ]).then(() => undefined);
    this.#untold = [];
    this.#waiting.clear();
    this.#byPort.clear();
    this.#byId.clear();
    return this.#closing;
  }

  #receive(port: SocketPort, bytes: Uint8Array | undefined, nowMs: number, events: TransportEvents): void {
    const packets = bytes && decodeFrame(bytes);
    const client = this.#byPort.get(port);
    if (client !== undefined) this.#hear(client, packets, nowMs, events);
    else if (this.#waiting.has(port)) this.#greet(port, packets, nowMs, events);
  }

  /** Answers the first frame of a socket. */
  #greet(
    port: SocketPort,
    packets: readonly Packet[] | undefined,
    nowMs: number,
    events: TransportEvents,
  ): void {
    const hello = packets?.length === 1 ? packets[0] : undefined;
    if (hello?.kind !== 'hello') this.#inbox.counters.datagramsDropped++;
    const refusal = refusalOf(hello, this.#settings) ?? this.#fullSentence;
    // Ids are handed out last: one that nobody gets would be used up.
    const id = refusal === undefined ? this.#ids.take() : undefined;
    if (id === undefined) this.#turnAway(port, refusal ?? 'The session is full: all ids are taken.');
    else this.#open(port, id, nowMs, events);
  }

  get #fullSentence(): string | undefined {
    const { playersMax } = this.#settings;
    if (this.#byId.size + 1 < playersMax) return undefined;
    return `The session is full: it has room for ${playersMax} players.`;
  }

  #open(port: SocketPort, id: PeerId, nowMs: number, events: TransportEvents): void {
    const link = new Link(port, this.#settings, this.#inbox.counters, nowMs);
    // First, for it ends the link of whoever has no room for it.
    this.#notify(encodeJoined(id));
    port.send(encodeAccept(id, [...this.#byId.keys()]));
    const client: Client = { id, port, link };
    this.#waiting.delete(port);
    this.#byPort.set(port, client);
    this.#byId.set(id, client);
    this.peers.push(id);
    events.opened(id);
  }

  #hear(
    { id, port, link }: Client,
    packets: readonly Packet[] | undefined,
    nowMs: number,
    events: TransportEvents,
  ): void {
    link.heard();
    if (!packets?.every((packet) => link.accepts(packet))) {
      this.#inbox.counters.datagramsDropped++;
      return;
    }
    for (const packet of packets) {
      link.receive(packet, nowMs, (bytes, delivery) => {
        // A callback for an earlier packet may have ended the link.
        if (this.#byPort.has(port)) events.received(id, bytes, delivery);
      });
    }
  }

  /** A socket is gone; one that never had a link goes unmentioned. */
  #lose(port: SocketPort, end: LinkEnd, events: TransportEvents): void {
    this.#waiting.delete(port);
    const client = this.#byPort.get(port);
    if (client === undefined) return;
    this.#remove(client, end);
    this.#tell(client.id, end, events);
  }

  /** Ends a link from this side: says goodbye now, is told at the next poll. */
  #end(client: Client, end: LinkEnd, code: number, sentence: string): void {
    client.port.close(code, sentence);
    this.#remove(client, end);
    this.#untold.push({ peer: client.id, end });
  }

  #remove({ id, port }: Client, end: LinkEnd): void {
    this.#byPort.delete(port);
    this.#byId.delete(id);
    this.#notify(encodeLeft(id, end));
  }

  #tell(peer: PeerId, end: LinkEnd, events: TransportEvents): void {
    // A callback may have closed us.
    if (this.#closing !== undefined) return;
    this.#ids.release(peer);
    this.peers.splice(this.peers.indexOf(peer), 1);
    events.closed(peer, end, '');
  }

  /** Tells all clients about one that came or went. */
  #notify(packet: Uint8Array): void {
    for (const client of this.#byId.values()) {
      if (!client.link.sendNotice(packet)) this.#end(client, 'overflow', CLOSE_CODES.overflow, '');
    }
  }

  #turnAway(port: SocketPort, sentence: string): void {
    this.#waiting.delete(port);
    port.close(CLOSE_CODES.refused, sentence);
  }
}
