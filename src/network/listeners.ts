/**
 * Who is told about sessions, and in which order: beginnings forward, endings in reverse. What a listener brings about while it
 * is told is told after what is being told, so all listeners hear the same story.
 */
import type { LinkEnd, PeerId } from '../peers.js';
import type { Faults } from './faults.js';
import type { NetworkSession } from './session.js';

/** What can be told; all of it is optional. A listener that throws keeps no other from being told. */
export interface NetworkListener {
  /** This side is in a session; its roster is complete where the wire tells of everybody at once. */
  onSessionOpened?(session: NetworkSession): void;
  /** Directly after opened, once per peer on the roster; later whenever one comes. */
  onPeerJoined?(peer: PeerId): void;
  /** Told in reverse order of listeners. Not told per peer when the whole session ends. */
  onPeerLeft?(peer: PeerId, reason: LinkEnd): void;
  /** Told in reverse order of listeners; `network.session` is `null` already. `sentence` is for a player to read, or empty. */
  onSessionClosed?(reason: LinkEnd, sentence: string): void;
}

type Call<Name extends keyof NetworkListener> = Parameters<NonNullable<NetworkListener[Name]>>;

/** Listeners in the order they were added. */
export class Listeners {
  readonly #faults: Faults;
  /** Each with a place of its own, also one that was added twice. */
  readonly #places = new Set<{ readonly listener: NetworkListener }>();
  readonly #untold: (() => void)[] = [];

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Adds a listener, which hears of what happens from now on; returns what removes it, after which it hears nothing. */
  add(listener: NetworkListener): () => void {
    const place = { listener };
    this.#places.add(place);
    return () => void this.#places.delete(place);
  }

  forward<Name extends 'onSessionOpened' | 'onPeerJoined'>(name: Name, ...what: Call<Name>): void {
    this.#tell([...this.#places], name, what);
  }

  backward<Name extends 'onPeerLeft' | 'onSessionClosed'>(name: Name, ...what: Call<Name>): void {
    this.#tell([...this.#places].reverse(), name, what);
  }

  #tell<Name extends keyof NetworkListener>(
    places: readonly { readonly listener: NetworkListener }[],
    name: Name,
    what: Call<Name>,
  ): void {
    for (const place of places) {
      this.#untold.push(() => {
        if (!this.#places.has(place)) return;
        this.#faults.guard(name, () => {
          const told = place.listener[name] as ((...args: Call<Name>) => void) | undefined;
          told?.apply(place.listener, what);
        });
      });
    }
    this.finish();
  }

  /** Tells the rest of what is being told: called within a listener, the others hear now what it was told. */
  finish(): void {
    for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) next();
  }
}
