/**
 * A bad network as a wrapper round any transport: what this end sends is held back, lost, doubled or overtaken by a seed, as far
 * as each delivery allows, so the wrapped transport's promises hold, only later or less. Joining, leaving and what arrives are
 * not touched: wrap both ends for both directions. It has no timer: what is due leaves in `flush`.
 */
import { invariant } from '../errors.js';
import type { Delivery, PeerId } from '../peers.js';
import { createChance } from './datagram/chance.js';
import type { SimulatedLoss } from './datagram/impairment.js';
import type { TransportClock } from './datagram/socket.js';
import { systemClock } from './datagram/system-clock.js';
import { type BadNetwork, ImpairedLink } from './impaired-link.js';
import { checkLength, checkNotClosed } from './limits.js';
import type { LinkEnd, LinkQuality, Transport, TransportEvents, TransportStats } from './transport.js';

/**
 * How bad; probabilities from 0 to 1, all default to 0. For a reliable message `loss` is what each try risks; it is tried again
 * every 100 ms. An overtaken message takes 50 ms longer.
 */
export interface Impairment extends SimulatedLoss {
  /** How long every message takes, ms. */
  readonly delayMs?: number;
  /** Up to how much longer one may take, ms. */
  readonly jitterMs?: number;
}

/** Options of {@link impair}. */
export interface ImpairOptions extends Impairment {
  /** Where the time is read. Default: the real clock. */
  readonly clock?: TransportClock;
}

/** A transport on a bad network. */
export interface ImpairedTransport extends Transport {
  /** Changes how bad the network is from now on; what is already under way keeps its time. */
  setImpairment(change: Partial<Omit<Impairment, 'seed'>>): void;
}

/** Wraps `transport`, which from now on is used through the wrapper only. */
export function impair(transport: Transport, options: ImpairOptions): ImpairedTransport {
  return new Impaired(transport, options);
}

class Impaired implements ImpairedTransport {
  readonly #inner: Transport;
  readonly #clock: TransportClock;
  readonly #chance: () => number;
  readonly #network: BadNetwork;
  readonly #counters = { dropped: 0, resent: 0 };
  readonly #links = new Map<PeerId, ImpairedLink>();
  /** Links that ended because too much was held, until that is told. */
  readonly #overflowed = new Set<PeerId>();
  #how = { loss: 0, duplicate: 0, reorder: 0, delayMs: 0, jitterMs: 0 };
  #closed = false;

  constructor(inner: Transport, { seed, clock = systemClock, ...how }: ImpairOptions) {
    this.#inner = inner;
    this.#clock = clock;
    this.#chance = createChance(seed);
    this.#network = {
      isLost: () => this.#chance() < this.#how.loss,
      isDoubled: () => this.#chance() < this.#how.duplicate,
      isOvertaken: () => this.#chance() < this.#how.reorder,
      travelMs: () => this.#how.delayMs + this.#chance() * this.#how.jitterMs,
    };
    this.setImpairment(how);
    for (const peer of inner.peers) {
      if (inner.quality(peer) !== undefined) this.#addLink(peer);
    }
  }

  get name(): string {
    return this.#inner.name;
  }

  get role(): 'host' | 'client' {
    return this.#inner.role;
  }

  get limits(): Readonly<Record<Delivery, number>> {
    return this.#inner.limits;
  }

  get localPeer(): PeerId | undefined {
    return this.#inner.localPeer;
  }

  get peers(): readonly PeerId[] {
    return this.#inner.peers;
  }

  /** The wrapped transport's, plus what was dropped and tried again here. */
  get stats(): TransportStats {
    const { stats } = this.#inner;
    const { dropped, resent } = this.#counters;
    return { ...stats, datagramsDropped: stats.datagramsDropped + dropped, resent: stats.resent + resent };
  }

  setImpairment(change: Partial<Omit<Impairment, 'seed'>>): void {
    const how = { ...this.#how, ...change };
    for (const name of ['loss', 'duplicate', 'reorder'] as const) {
      invariant(how[name] >= 0 && how[name] <= 1, `${name} must be 0 to 1, not ${how[name]}.`);
    }
    for (const name of ['delayMs', 'jitterMs'] as const) {
      invariant(how[name] >= 0, `${name} must not be negative, but is ${how[name]}.`);
    }
    this.#how = how;
  }

  poll(events: TransportEvents): void {
    this.#inner.poll({
      opened: (peer) => {
        this.#addLink(peer);
        events.opened(peer);
      },
      received: (peer, bytes, delivery) => events.received(peer, bytes, delivery),
      closed: (peer, end, sentence) => {
        this.#links.delete(peer);
        events.closed(peer, this.#endAsTold(peer, end), sentence);
      },
      joined: (peer) => events.joined?.(peer),
      left: (peer, end) => events.left?.(peer, end),
    });
  }

  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    checkNotClosed(this.#closed);
    checkLength(bytes.length, delivery, this.limits);
    const link = this.#links.get(peer);
    if (link === undefined || link.send(bytes, delivery)) return;
    this.#overflowed.add(peer);
    this.disconnect(peer, '');
  }

  flush(): void {
    const nowMs = this.#clock.now();
    for (const [peer, link] of this.#links) {
      link.flush(nowMs, this.#network, (bytes, delivery) => this.#inner.send(peer, bytes, delivery));
    }
    this.#inner.flush();
  }

  backlog(peer: PeerId): number {
    return (this.#links.get(peer)?.backlog ?? 0) + this.#inner.backlog(peer);
  }

  /** The wrapped transport's, made worse by what this end adds on average. */
  quality(peer: PeerId): LinkQuality | undefined {
    const quality = this.#inner.quality(peer);
    if (quality === undefined) return undefined;
    const { loss, delayMs, jitterMs } = this.#how;
    const { roundTripMs } = quality;
    return {
      roundTripMs: roundTripMs === undefined ? undefined : roundTripMs + delayMs + jitterMs / 2,
      loss: 1 - (1 - quality.loss) * (1 - loss),
    };
  }

  disconnect(peer: PeerId, sentence: string): void {
    this.#links.delete(peer);
    this.#inner.disconnect(peer, sentence);
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#links.clear();
    return this.#inner.close();
  }

  #addLink(peer: PeerId): void {
    this.#links.set(peer, new ImpairedLink(this.#counters));
  }

  /** The wrapped transport was told to end a link that overflowed here, so it calls that `closed`. */
  #endAsTold(peer: PeerId, end: LinkEnd): LinkEnd {
    const isOverflow = this.#overflowed.delete(peer) && end === 'closed';
    return isOverflow ? 'overflow' : end;
  }
}
