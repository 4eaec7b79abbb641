/**
 * One end of a loopback: a host with many links or a client with one. Sends wait in the link's outbox until `flush`
 * moves them to the other end's inbox, where `poll` finds them. Everything that reaches an end goes through its one
 * inbox, so order of arrival holds across peers.
 */
import { type Delivery, HOST_PEER, type PeerId } from '../../peers.js';
import { checkLength, checkNotClosed } from '../limits.js';
import { PeerIds } from '../peer-ids.js';
import type { LinkEnd, LinkQuality, Transport, TransportEvents, TransportStats } from '../transport.js';

/** What host and clients of one loopback share; see `LoopbackOptions`. */
export interface LoopbackSettings {
  readonly limits: Readonly<Record<Delivery, number>>;
  readonly playersMax: number;
  readonly queueMax: number;
}

interface Message {
  readonly bytes: Uint8Array;
  readonly delivery: Delivery;
}

/** One end's view of its link. */
interface Side {
  readonly owner: LoopbackEndpoint;
  /** The other end, as the owner calls it. */
  readonly peer: PeerId;
  /** The other end's view of the link. */
  other: Side | undefined;
  outbox: Message[];
  /** Messages sent by the owner that the other end has not polled: reliable ones, and the rest. */
  reliableUnpolled: number;
  otherUnpolled: number;
  /** `ended` sides pass nothing on; `told` ones have also had their `closed`. */
  state: 'opening' | 'open' | 'ended' | 'told';
}

type Arrival =
  | { readonly kind: 'knock'; readonly client: LoopbackEndpoint }
  | { readonly kind: 'opened'; readonly side: Side; readonly localPeer: PeerId }
  | { readonly kind: 'message'; readonly side: Side; readonly message: Message }
  | { readonly kind: 'closed'; readonly side: Side; readonly end: LinkEnd; readonly sentence: string }
  | { readonly kind: 'joined'; readonly side: Side; readonly peer: PeerId }
  | { readonly kind: 'left'; readonly side: Side; readonly peer: PeerId; readonly end: LinkEnd };

/** Nothing takes any time here, and nothing gets lost. */
const PERFECT: LinkQuality = { roundTripMs: 0, loss: 0 };

/** See {@link Transport}; made by `createLoopback` only. */
export class LoopbackEndpoint implements Transport {
  readonly name = 'loopback';
  readonly role: 'host' | 'client';
  readonly limits: Readonly<Record<Delivery, number>>;
  readonly stats = { datagramsSent: 0, datagramsReceived: 0, datagramsDropped: 0, resent: 0 } satisfies {
    -readonly [key in keyof TransportStats]: number;
  };
  readonly peers: PeerId[] = [];
  readonly #settings: LoopbackSettings;
  readonly #ids = new PeerIds();
  readonly #sides = new Map<PeerId, Side>();
  #inbox: Arrival[] = [];
  #localPeer: PeerId | undefined;
  #closed = false;

  constructor(role: 'host' | 'client', settings: LoopbackSettings) {
    this.role = role;
    this.limits = settings.limits;
    this.#settings = settings;
    this.#localPeer = role === 'host' ? HOST_PEER : undefined;
  }

  get localPeer(): PeerId | undefined {
    return this.#localPeer;
  }

  /** Asks `host` to be let in; it answers when it polls. */
  knock(host: LoopbackEndpoint): void {
    const side = this.#addSide(HOST_PEER);
    if (host.#closed) this.#inbox.push({ kind: 'closed', side, end: 'host-gone', sentence: '' });
    else host.#inbox.push({ kind: 'knock', client: this });
  }

  poll(events: TransportEvents): void {
    const arrivals = this.#inbox;
    this.#inbox = [];
    for (const arrival of arrivals) {
      // A callback may have closed us.
      if (this.#closed) return;
      if (arrival.kind === 'knock') this.#admit(arrival.client, events);
      else if (arrival.kind === 'opened') this.#open(arrival.side, arrival.localPeer, events);
      else if (arrival.kind === 'message') this.#receive(arrival.side, arrival.message, events);
      else if (arrival.kind === 'closed') {
        this.#tellClosed(arrival.side, arrival.end, arrival.sentence, events);
      } else if (arrival.side.state === 'open') this.#tellOfOther(arrival, events);
    }
  }

  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    checkNotClosed(this.#closed);
    checkLength(bytes.length, delivery, this.limits);
    const side = this.#openSide(peer);
    if (side === undefined) return;
    if (delivery === 'reliable') {
      if (side.reliableUnpolled >= this.#settings.queueMax) {
        this.#end(side, 'overflow', 'overflow', '');
        return;
      }
      side.reliableUnpolled++;
    } else {
      if (side.otherUnpolled >= this.#settings.queueMax) {
        this.stats.datagramsDropped++;
        return;
      }
      side.otherUnpolled++;
    }
    side.outbox.push({ bytes: new Uint8Array(bytes), delivery });
  }

  flush(): void {
    for (const side of this.#sides.values()) {
      if (side.state !== 'open' || side.other === undefined) continue;
      this.stats.datagramsSent += side.outbox.length;
      for (const message of side.outbox) {
        side.other.owner.#inbox.push({ kind: 'message', side: side.other, message });
      }
      side.outbox = [];
    }
  }

  backlog(peer: PeerId): number {
    return this.#openSide(peer)?.reliableUnpolled ?? 0;
  }

  quality(peer: PeerId): LinkQuality | undefined {
    return this.#openSide(peer) && PERFECT;
  }

  disconnect(peer: PeerId, sentence: string): void {
    const side = this.#openSide(peer);
    if (side === undefined) return;
    if (this.role === 'client') this.#end(side, 'closed', 'left', '');
    else this.#end(side, 'closed', sentence === '' ? 'host-gone' : 'refused', sentence);
  }

  close(): Promise<void> {
    if (!this.#closed) {
      for (const side of this.#sides.values()) {
        this.#end(side, 'closed', this.role === 'host' ? 'host-gone' : 'left', '');
      }
      for (const arrival of this.#inbox) {
        if (arrival.kind === 'knock') arrival.client.#turnAway('host-gone', '');
      }
      this.#closed = true;
      this.#inbox = [];
      this.#sides.clear();
    }
    return Promise.resolve();
  }

  #addSide(peer: PeerId): Side {
    const side: Side = {
      owner: this,
      peer,
      other: undefined,
      outbox: [],
      reliableUnpolled: 0,
      otherUnpolled: 0,
      state: 'opening',
    };
    this.#sides.set(peer, side);
    return side;
  }

  #openSide(peer: PeerId): Side | undefined {
    const side = this.#sides.get(peer);
    return side?.state === 'open' ? side : undefined;
  }

  /** Host: lets a knocking client in, or says why not. */
  #admit(client: LoopbackEndpoint, events: TransportEvents): void {
    const clientSide = client.#sides.get(HOST_PEER);
    // It left before we looked.
    if (client.#closed || clientSide === undefined) return;
    const { playersMax } = this.#settings;
    const id = this.#sides.size + 1 < playersMax ? this.#ids.take() : undefined;
    if (id === undefined) {
      client.#turnAway('refused', `The session is full: it has room for ${playersMax} players.`);
      return;
    }
    const side = this.#addSide(id);
    side.other = clientSide;
    clientSide.other = side;
    client.#inbox.push({ kind: 'opened', side: clientSide, localPeer: id });
    for (const peer of this.peers) {
      client.#inbox.push({ kind: 'joined', side: clientSide, peer });
      this.#tellClient(peer, (other) => ({ kind: 'joined', side: other, peer: id }));
    }
    this.#open(side, HOST_PEER, events);
  }

  /** Client: the host did not let us in. */
  #turnAway(end: LinkEnd, sentence: string): void {
    const side = this.#sides.get(HOST_PEER);
    if (side !== undefined) this.#inbox.push({ kind: 'closed', side, end, sentence });
  }

  #open(side: Side, localPeer: PeerId, events: TransportEvents): void {
    if (side.state !== 'opening') return;
    side.state = 'open';
    this.#localPeer = localPeer;
    this.peers.push(side.peer);
    events.opened(side.peer);
  }

  #receive(side: Side, message: Message, events: TransportEvents): void {
    if (side.state !== 'open') return;
    if (side.other !== undefined) {
      if (message.delivery === 'reliable') side.other.reliableUnpolled--;
      else side.other.otherUnpolled--;
    }
    this.stats.datagramsReceived++;
    events.received(side.peer, message.bytes, message.delivery);
  }

  /** Ends a link from this end: ours is told at our next poll, the other one at its own, after what was flushed. */
  #end(side: Side, ours: LinkEnd, theirs: LinkEnd, sentence: string): void {
    if (side.state === 'ended') return;
    side.state = 'ended';
    side.outbox = [];
    this.#inbox.push({ kind: 'closed', side, end: ours, sentence: '' });
    const { other } = side;
    if (other !== undefined) other.owner.#inbox.push({ kind: 'closed', side: other, end: theirs, sentence });
  }

  #tellClosed(side: Side, end: LinkEnd, sentence: string, events: TransportEvents): void {
    if (side.state === 'told') return;
    side.state = 'told';
    this.#sides.delete(side.peer);
    if (this.role === 'host') {
      this.#forget(side.peer);
      this.#ids.release(side.peer);
      for (const id of this.peers) {
        this.#tellClient(id, (other) => ({ kind: 'left', side: other, peer: side.peer, end }));
      }
    } else this.peers.length = 0;
    events.closed(side.peer, end, sentence);
  }

  /** Host: tells the client `id` something of another one. */
  #tellClient(id: PeerId, arrival: (side: Side) => Arrival): void {
    const other = this.#openSide(id)?.other;
    if (other !== undefined) other.owner.#inbox.push(arrival(other));
  }

  /** Client: the host told of another client. */
  #tellOfOther(arrival: Arrival & { readonly kind: 'joined' | 'left' }, events: TransportEvents): void {
    if (arrival.kind === 'joined') {
      this.peers.push(arrival.peer);
      events.joined?.(arrival.peer);
    } else {
      this.#forget(arrival.peer);
      events.left?.(arrival.peer, arrival.end);
    }
  }

  #forget(peer: PeerId): void {
    const index = this.peers.indexOf(peer);
    if (index >= 0) this.peers.splice(index, 1);
  }
}
