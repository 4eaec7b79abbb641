/** Who is linked, and so who a message goes to: as peer ids where a log can tell, in words where it cannot. */
import type { ActorLookup, GameDefinition, Input, Role } from '../../game.js';
import { HOST_PEER, type PeerId, type Recipients } from '../../peers.js';

export class LinkedPeers {
  readonly #role: Role;
  readonly #game: GameDefinition | undefined;
  /** Nobody at a match's beginning; `undefined` where a match was joined late, until its links are told. */
  #linked: Set<PeerId> | undefined = new Set();

  constructor(role: Role, game: GameDefinition | undefined) {
    this.#role = role;
    this.#game = game;
  }

  /** Peers that join and leave, by the inputs of a frame. */
  see(inputs: readonly Input[]): void {
    for (const { kind, peer } of inputs.filter((input) => input.kind !== 'command')) {
      if (kind === 'peer-joined') this.#linked?.add(peer);
      if (kind === 'peer-left') this.#linked?.delete(peer);
    }
  }

  /** Something was missed. */
  forget(): void {
    this.#linked = undefined;
  }

  /** All that are linked, for who missed something; else the inputs say it to the frame. */
  know(linked: readonly PeerId[]): void {
    this.#linked ??= new Set(linked);
  }

  /** Peers that what goes to `to` reaches, with the actors as they are at the end of the frame. */
  of(to: Recipients, actors: ActorLookup): readonly PeerId[] | string {
    if (typeof to === 'number') return [to];
    const except = to === 'all' ? undefined : to.except;
    const members = this.#members(actors);
    if (members === undefined) return except === undefined ? 'all' : `all but ${except}`;
    const self = this.#role === 'host' ? HOST_PEER : undefined;
    const others = members.filter((peer) => peer !== except && peer !== self);
    return others.sort((one, other) => one - other);
  }

  #members(actors: ActorLookup): readonly PeerId[] | undefined {
    if (this.#linked === undefined) return undefined;
    // Without its code a game's own rule of who hears what is not known.
    if (this.#game === undefined) return this.#role === 'client' ? [HOST_PEER] : undefined;
    const side = this.#game[this.#role];
    try {
      return [...this.#linked].filter((peer) => side.isMember?.(actors, peer) ?? true);
    } catch {
      // It asked for more of an actor than a log has.
      return undefined;
    }
  }
}
