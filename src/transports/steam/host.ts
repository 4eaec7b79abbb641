/**
 * The host's end of Steam: lets members of its lobby in, greets each with its id, and has one link a client. Steam says who a user
 * is, so somebody who comes again takes the place of the link left behind. There is no timer: everything happens in `poll` and `flush`.
 */
import { type Delivery, HOST_PEER, type PeerId } from '../../peers.js';
import type { TransportClock } from '../datagram/socket.js';
import { checkLength, checkNotClosed } from '../limits.js';
import { PeerIds } from '../peer-ids.js';
import type { LinkEnd, LinkQuality, Transport, TransportEvents } from '../transport.js';
import { CLOSE_GONE, CLOSE_REFUSED, STEAM_LIMITS } from './constants.js';
import { closeText, endOf } from './ends.js';
import { encodeGreeting } from './framing.js';
import { type SteamCounters, SteamLink } from './link.js';
import { MembersOnly } from './members-only.js';
import type { SteamId, SteamIncoming, SteamLike, SteamLobbyId } from './steam-like.js';

/** A host that others can be told to join at `lobby`. */
export interface SteamHostTransport extends Transport {
  /** The lobby's id, for {@link JoinSteamOptions.lobby} of those who join. */
  readonly lobby: SteamLobbyId;
}

/** What a host is made of. */
export interface SteamHostSettings {
  readonly steam: SteamLike;
  readonly lobby: SteamLobbyId;
  readonly playersMax: number;
  readonly clock: TransportClock;
}

interface Client {
  readonly id: PeerId;
  readonly user: SteamId;
  readonly link: SteamLink;
  /** `accepted`: Steam is still finding a way to it. */
  state: 'accepted' | 'open' | 'ended';
}

/** See {@link Transport}; made by `hostSteam`. */
export class SteamHost implements SteamHostTransport {
  readonly name = 'steam';
  readonly role = 'host';
  readonly limits = STEAM_LIMITS;
  readonly localPeer = HOST_PEER;
  readonly peers: PeerId[] = [];
  readonly stats: SteamCounters = { datagramsSent: 0, datagramsReceived: 0, datagramsDropped: 0, resent: 0 };
  readonly #settings: SteamHostSettings;
  readonly #door: MembersOnly;
  readonly #ids = new PeerIds();
  readonly #clients = new Map<PeerId, Client>();
  /** Ends of our own doing, told at the next poll. */
  #untold: { readonly peer: PeerId; readonly end: LinkEnd }[] = [];
  #isClosed = false;

  constructor(settings: SteamHostSettings) {
    this.#settings = settings;
    this.#door = new MembersOnly(settings.steam, settings.lobby);
  }

  get lobby(): SteamLobbyId {
    return this.#settings.lobby;
  }

  poll(events: TransportEvents): void {
    const untold = this.#untold;
    this.#untold = [];
    // Before anything else, so that an id's end is told before it can be given again.
    for (const { peer, end } of untold) this.#tellClosed(peer, end, events);
    for (const client of this.#clients.values()) {
      // A callback may have closed us.
      if (!this.#isClosed) this.#serve(client, events);
    }
    if (this.#isClosed) return;
    const { members, strangers } = this.#door.admit(this.#settings.clock.now());
    this.stats.datagramsDropped += strangers;
    for (const incoming of members) this.#accept(incoming);
  }

  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    checkNotClosed(this.#isClosed);
    checkLength(bytes.length, delivery, this.limits);
    const client = this.#openClient(peer);
    if (client === undefined || client.link.send(bytes, delivery)) return;
    this.#end(client, 'overflow', '', false);
  }

  flush(): void {
    for (const client of this.#clients.values()) {
      if (client.state === 'open') client.link.flush();
    }
  }

  backlog(peer: PeerId): number {
    return this.#openClient(peer)?.link.backlog ?? 0;
  }

  quality(peer: PeerId): LinkQuality | undefined {
    return this.#openClient(peer)?.link.quality;
  }

  disconnect(peer: PeerId, sentence: string): void {
    const client = this.#openClient(peer);
    if (client !== undefined) this.#end(client, 'closed', sentence, true);
  }

  close(): Promise<void> {
    if (!this.#isClosed) {
      const { steam, lobby } = this.#settings;
      for (const client of this.#clients.values()) this.#end(client, 'closed', '', true);
      this.#door.close(CLOSE_GONE);
      steam.stopListening();
      steam.leaveLobby(lobby);
      this.#untold = [];
      this.#isClosed = true;
    }
    return Promise.resolve();
  }

  #openClient(peer: PeerId): Client | undefined {
    const client = this.#clients.get(peer);
    return client?.state === 'open' ? client : undefined;
  }

  /** Gives a member a place, or says why not. */
  #accept({ connection, user }: SteamIncoming): void {
    const { steam, playersMax } = this.#settings;
    for (const client of this.#clients.values()) {
      // It started anew; the old connection would only fall silent.
      if (client.user === user) this.#end(client, 'left', '', false);
    }
    const id = this.#clients.size + 1 < playersMax ? this.#ids.take() : undefined;
    if (id === undefined) {
      const sentence = `The session is full: it has room for ${playersMax} players.`;
      steam.close(connection, CLOSE_REFUSED, closeText(sentence), false);
      return;
    }
    steam.accept(connection);
    const link = new SteamLink(steam, connection, this.stats);
    this.#clients.set(id, { id, user, link, state: 'accepted' });
  }

  /** Takes in what Steam has of a client. */
  #serve(client: Client, events: TransportEvents): void {
    const { id, link } = client;
    // First, so that nothing which came before an end is missed.
    const info = this.#settings.steam.info(link.connection);
    if (client.state === 'accepted' && info.state === 'connected') this.#open(client, events);
    if (client.state === 'open') {
      link.receive(({ bytes, isReliable }) => {
        if (client.state === 'open') events.received(id, bytes, isReliable ? 'reliable' : 'unreliable');
      });
    }
    const ended = endOf(info, 'client');
    if (ended === undefined || client.state === 'ended') return;
    const wasOpen = this.#remove(client, CLOSE_GONE, '', false);
    if (wasOpen) this.#tellClosed(id, ended.end, events);
  }

  #open(client: Client, events: TransportEvents): void {
    client.state = 'open';
    client.link.sendNow(encodeGreeting(client.id));
    this.peers.push(client.id);
    events.opened(client.id);
  }

  /** Ends a link from this side; told at the next poll. */
  #end(client: Client, end: LinkEnd, sentence: string, linger: boolean): void {
    const reason = sentence === '' ? CLOSE_GONE : CLOSE_REFUSED;
    const wasOpen = this.#remove(client, reason, closeText(sentence), linger);
    if (wasOpen) this.#untold.push({ peer: client.id, end });
  }

  /** Frees a client's connection and place; returns whether its link was open. */
  #remove(client: Client, reason: number, text: string, linger: boolean): boolean {
    const wasOpen = client.state === 'open';
    client.state = 'ended';
    this.#clients.delete(client.id);
    this.#ids.release(client.id);
    this.#settings.steam.close(client.link.connection, reason, text, linger);
    return wasOpen;
  }

  #tellClosed(peer: PeerId, end: LinkEnd, events: TransportEvents): void {
    if (this.#isClosed) return;
    this.peers.splice(this.peers.indexOf(peer), 1);
    events.closed(peer, end, '');
  }
}
