/**
 * A client's end of Steam: asks the lobby's owner for a connection, opens when it is greeted, and has that one link. A client that
 * its lobby keeps out has no connection, only the reason to tell. There is no timer: everything happens in `poll` and `flush`.
 */
import { type Delivery, HOST_PEER, type PeerId } from '../../peers.js';
import type { TransportClock } from '../datagram/socket.js';
import { checkLength, checkNotClosed } from '../limits.js';
import type { LinkEnd, LinkQuality, Transport, TransportEvents } from '../transport.js';
import { CLOSE_GONE, STEAM_LIMITS } from './constants.js';
import { endOf, type SteamLinkEnd } from './ends.js';
import { decodeGreeting } from './framing.js';
import { type SteamCounters, SteamLink } from './link.js';
import type { SteamLike, SteamLobbyId, SteamMessage } from './steam-like.js';

/** What a client is made of. */
export interface SteamClientSettings {
  readonly steam: SteamLike;
  readonly lobby: SteamLobbyId;
  readonly clock: TransportClock;
  readonly connectTimeoutMs: number;
  /** Why there is nothing to connect to. */
  readonly keptOut: SteamLinkEnd | undefined;
}

const NOT_OURS: SteamLinkEnd = {
  end: 'refused',
  sentence: 'The host does not greet as this game does; update the older one.',
};

/** See {@link Transport}; made by `joinSteam`. */
export class SteamClient implements Transport {
  readonly name = 'steam';
  readonly role = 'client';
  readonly limits = STEAM_LIMITS;
  /** The host; the seed's framing has nothing to say who else is there. */
  readonly peers: PeerId[] = [];
  readonly stats: SteamCounters = { datagramsSent: 0, datagramsReceived: 0, datagramsDropped: 0, resent: 0 };
  readonly #settings: SteamClientSettings;
  readonly #askedMs: number;
  #state: 'joining' | 'open' | 'ended' = 'joining';
  #link: SteamLink | undefined;
  #localPeer: PeerId | undefined;
  /** An end that is known, told at the next poll. */
  #untold: SteamLinkEnd | undefined;
  #isClosed = false;

  constructor(settings: SteamClientSettings) {
    const { steam, lobby, clock, keptOut } = settings;
    this.#settings = settings;
    this.#askedMs = clock.now();
    if (keptOut === undefined) {
      this.#link = new SteamLink(steam, steam.connect(steam.lobbyOwner(lobby)), this.stats);
    } else {
      this.#release(false);
      this.#untold = keptOut;
    }
  }

  get localPeer(): PeerId | undefined {
    return this.#localPeer;
  }

  poll(events: TransportEvents): void {
    if (this.#isClosed) return;
    const untold = this.#untold;
    this.#untold = undefined;
    if (untold !== undefined) this.#tellClosed(untold, events);
    else if (this.#link !== undefined) this.#listen(this.#link, events);
  }

  send(peer: PeerId, bytes: Uint8Array, delivery: Delivery): void {
    checkNotClosed(this.#isClosed);
    checkLength(bytes.length, delivery, this.limits);
    const link = this.#openLink(peer);
    if (link === undefined || link.send(bytes, delivery)) return;
    this.#end('overflow', false);
  }

  flush(): void {
    if (this.#state === 'open') this.#link?.flush();
  }

  backlog(peer: PeerId): number {
    return this.#openLink(peer)?.backlog ?? 0;
  }

  quality(peer: PeerId): LinkQuality | undefined {
    return this.#openLink(peer)?.quality;
  }

  disconnect(peer: PeerId): void {
    if (this.#openLink(peer) !== undefined) this.#end('closed', true);
  }

  close(): Promise<void> {
    if (this.#state !== 'ended') this.#end('closed', true);
    this.#isClosed = true;
    return Promise.resolve();
  }

  #openLink(peer: PeerId): SteamLink | undefined {
    return peer === HOST_PEER && this.#state === 'open' ? this.#link : undefined;
  }

  /** Takes in what Steam has of the host. */
  #listen(link: SteamLink, events: TransportEvents): void {
    const { steam, clock, connectTimeoutMs } = this.#settings;
    // First, so that nothing which came before an end is missed.
    const info = steam.info(link.connection);
    link.receive((message) => this.#hear(message, events));
    const ended = endOf(info, 'host');
    if (this.#state === 'ended') return;
    if (ended !== undefined) this.#lose(ended, events);
    else if (this.#state === 'joining' && clock.now() - this.#askedMs > connectTimeoutMs) {
      this.#lose({ end: 'timed-out', sentence: '' }, events);
    }
  }

  #hear({ bytes, isReliable }: SteamMessage, events: TransportEvents): void {
    if (this.#state === 'open') events.received(HOST_PEER, bytes, isReliable ? 'reliable' : 'unreliable');
    else if (this.#state === 'ended') return;
    // The greeting was overtaken.
    else if (!isReliable) this.stats.datagramsDropped++;
    else this.#greet(decodeGreeting(bytes), events);
  }

  #greet(localPeer: PeerId | undefined, events: TransportEvents): void {
    if (localPeer === undefined) {
      this.stats.datagramsDropped++;
      this.#lose(NOT_OURS, events);
      return;
    }
    this.#state = 'open';
    this.#localPeer = localPeer;
    this.peers.push(HOST_PEER);
    events.opened(HOST_PEER);
  }

  /** The link ended, or there never was one. */
  #lose(ended: SteamLinkEnd, events: TransportEvents): void {
    this.#release(false);
    this.#tellClosed(ended, events);
  }

  /** Ends the link from this side; told at the next poll. */
  #end(end: LinkEnd, linger: boolean): void {
    this.#release(linger);
    this.#untold = { end, sentence: '' };
  }

  /** Lets go of the connection, if there is one, and of the lobby. */
  #release(linger: boolean): void {
    const { steam, lobby } = this.#settings;
    this.#state = 'ended';
    if (this.#link !== undefined) steam.close(this.#link.connection, CLOSE_GONE, '', linger);
    this.#link = undefined;
    steam.leaveLobby(lobby);
  }

  #tellClosed({ end, sentence }: SteamLinkEnd, events: TransportEvents): void {
    this.peers.length = 0;
    events.closed(HOST_PEER, end, sentence);
  }
}
