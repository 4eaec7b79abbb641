/**
 * Which id a joining client gets: 1–255, the lowest one never used; once all were used, the one free for longest.
 * A late message for a peer that left thus never reaches whoever joined next.
 */
import type { PeerId } from '../peers.js';

/** Highest peer id: ids are one byte on the wire. */
const PEER_ID_MAX = 255;

/** Hands out the client ids of one host. */
export class PeerIds {
  #nextUnused: PeerId = 1;
  /** Ids given back, longest free first. */
  readonly #released: PeerId[] = [];

  /** A free id, or `undefined` when all 255 are taken. */
  take(): PeerId | undefined {
    if (this.#nextUnused <= PEER_ID_MAX) return this.#nextUnused++;
    return this.#released.shift();
  }

  /** Gives back an id that {@link take} gave. */
  release(id: PeerId): void {
    this.#released.push(id);
  }
}
