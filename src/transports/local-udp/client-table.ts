/** The host's clients by id and by address, and the places they take. It sends nothing and tells nobody. */
import type { PeerId } from '../../peers.js';
import { addressKey, type SocketAddress } from '../datagram/address.js';
import { PeerIds } from '../peer-ids.js';
import type { Link } from './link.js';

/** One client of the host. */
export interface Client extends SocketAddress {
  readonly id: PeerId;
  readonly link: Link;
  /** `accepted`: told so, not yet heard back. */
  state: 'accepted' | 'open' | 'ended';
}

/** See the head of this file. */
export class ClientTable {
  readonly #playersMax: number;
  readonly #ids = new PeerIds();
  readonly #byId = new Map<PeerId, Client>();
  readonly #byAddress = new Map<string, Client>();

  constructor(playersMax: number) {
    this.#playersMax = playersMax;
  }

  /** Whether every place is taken. Clients that did not answer our Accept hold none: a stray Connect costs nobody a place. */
  get isFull(): boolean {
    let players = 1;
    for (const { state } of this.#byId.values()) if (state === 'open') players++;
    return players >= this.#playersMax;
  }

  byId(id: PeerId): Client | undefined {
    return this.#byId.get(id);
  }

  byAddress(address: SocketAddress): Client | undefined {
    return this.#byAddress.get(addressKey(address));
  }

  /** All clients; removing some while iterating is fine. */
  all(): IterableIterator<Client> {
    return this.#byId.values();
  }

  /** Adds a client under a free id; `undefined` when all 255 are open. */
  add({ address, port }: SocketAddress, link: Link): Client | undefined {
    const id = this.#ids.take() ?? this.#takeBack();
    if (id === undefined) return undefined;
    const client: Client = { id, address, port, link, state: 'accepted' };
    this.#byId.set(id, client);
    this.#byAddress.set(addressKey(client), client);
    return client;
  }

  /** Makes the client's id and place free; returns whether its link was open. */
  remove(client: Client): boolean {
    const wasOpen = client.state === 'open';
    client.state = 'ended';
    this.#byId.delete(client.id);
    this.#byAddress.delete(addressKey(client));
    this.#ids.release(client.id);
    return wasOpen;
  }

  /** The id of whoever was accepted first and never answered: anybody can ask in any number of names. */
  #takeBack(): PeerId | undefined {
    for (const client of this.#byId.values()) {
      if (client.state !== 'accepted') continue;
      this.remove(client);
      return this.#ids.take();
    }
    return undefined;
  }
}
