/** Who is told about sessions, and in which order: beginnings forward, endings in reverse. */
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
  readonly #listeners: NetworkListener[] = [];

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Adds a listener, which hears of what happens from now on; returns what removes it. */
  add(listener: NetworkListener): () => void {
    this.#listeners.push(listener);
    return () => {
      const index = this.#listeners.indexOf(listener);
      if (index >= 0) this.#listeners.splice(index, 1);
    };
  }

  forward<Name extends 'onSessionOpened' | 'onPeerJoined'>(name: Name, ...what: Call<Name>): void {
    this.#tell([...this.#listeners], name, what);
  }

  backward<Name extends 'onPeerLeft' | 'onSessionClosed'>(name: Name, ...what: Call<Name>): void {
    this.#tell([...this.#listeners].reverse(), name, what);
  }

  #tell<Name extends keyof NetworkListener>(to: NetworkListener[], name: Name, what: Call<Name>): void {
    for (const listener of to) {
      this.#faults.guard(name, () => {
        const told = listener[name] as ((...args: Call<Name>) => void) | undefined;
        told?.apply(listener, what);
      });
    }
  }
}
