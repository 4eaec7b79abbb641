/**
 * The host's clients: those whose link is open, and those that asked to be let in and have not shown yet that they hear us. The
 * latter hold no seat and are few and short-lived, for anybody can ask in anybody's name. It sends nothing and tells nobody.
 */
import type { PeerId } from '../../peers.js';
import { addressKey, type SocketAddress } from '../datagram/address.js';
import { PeerIds } from '../peer-ids.js';
import type { WirePeer } from './framing.js';
import type { Link } from './link.js';
import { wrap } from './sequence.js';

/** Who may be asking at once; one more, and the one who asked first is forgotten (TR7). */
const ASKING_MAX = 32;
/** Who asked for longer ago is forgotten, ms. A client asks again five times a second. */
const ASKING_MS = 2000;

/** One client of the host. Its slot is its peer id. */
export interface Client extends SocketAddress, WirePeer {
  readonly link: Link;
  state: 'asking' | 'open' | 'ended';
  /** When its link opened; before, when it last asked. */
  sinceMs: number;
}

/** See the head of this file. */
export class ClientTable {
  readonly #playersMax: number;
  readonly #ids = new PeerIds();
  /** How many clients had an id so far. */
  readonly #generations = new Map<PeerId, number>();
  readonly #open = new Map<PeerId, Client>();
  readonly #openByAddress = new Map<string, Client>();
  /** By address, who asked first in front. */
  readonly #asking = new Map<string, Client>();

  constructor(playersMax: number) {
    this.#playersMax = playersMax;
  }

  /** Players, the host's own included. */
  get players(): number {
    return this.#open.size + 1;
  }

  get isFull(): boolean {
    return this.players >= this.#playersMax;
  }

  /** The open clients in the order they came; removing some while iterating is fine. */
  open(): IterableIterator<Client> {
    return this.#open.values();
  }

  asking(): IterableIterator<Client> {
    return this.#asking.values();
  }

  byId(id: PeerId): Client | undefined {
    return this.#open.get(id);
  }

  openAt(address: SocketAddress): Client | undefined {
    return this.#openByAddress.get(addressKey(address));
  }

  askingAt(address: SocketAddress): Client | undefined {
    return this.#asking.get(addressKey(address));
  }

  /** Adds one who asks, under a free id; `undefined` when there is none. */
  ask({ address, port }: SocketAddress, link: Link, nowMs: number): Client | undefined {
    if (this.#asking.size >= ASKING_MAX) this.#forgetFirstAsking();
    const slot = this.#takeId();
    if (slot === undefined) return undefined;
    const generation = this.#generations.get(slot) ?? 0;
    this.#generations.set(slot, wrap(generation + 1));
    const client: Client = { address, port, slot, generation, link, state: 'asking', sinceMs: nowMs };
    this.#asking.set(addressKey(client), client);
    return client;
  }

  /** One who asked has its link open from now on. */
  admit(client: Client, nowMs: number): void {
    client.state = 'open';
    client.sinceMs = nowMs;
    this.#asking.delete(addressKey(client));
    this.#open.set(client.slot, client);
    this.#openByAddress.set(addressKey(client), client);
  }

  /** Makes the client's id and seat free. */
  remove(client: Client): void {
    if (client.state === 'asking') this.#asking.delete(addressKey(client));
    if (client.state === 'open') {
      this.#open.delete(client.slot);
      this.#openByAddress.delete(addressKey(client));
    }
    client.state = 'ended';
    this.#ids.release(client.slot);
  }

  /** Forgets who asked too long ago. */
  expire(nowMs: number): void {
    for (const client of this.#asking.values()) {
      if (nowMs - client.sinceMs > ASKING_MS) this.remove(client);
    }
  }

  #takeId(): PeerId | undefined {
    const id = this.#ids.take();
    if (id !== undefined || this.#asking.size === 0) return id;
    this.#forgetFirstAsking();
    return this.#ids.take();
  }

  #forgetFirstAsking(): void {
    const [first] = this.#asking.values();
    if (first !== undefined) this.remove(first);
  }
}
