/** Hosting a session. */
import type { GameDefinition } from '../game.js';
import type { GameOptions, SessionOptions } from './options.js';
import type { Session, TypesOf } from './session.js';
import { startSession } from './start.js';

/** Options of {@link createHost}: the session's, the game, and what the game wants to know of a host. */
export type HostOptions<G extends GameDefinition> = SessionOptions & { readonly game: G } & GameOptions<
    TypesOf<G>['hostOptions']
  >;

/**
 * Starts a session as its host, or continues the one whose log is in the store under `session`: then its log is replayed,
 * verified, and written on, and everybody who was linked has left. Seed, frame rate and options are then the log's.
 *
 * @throws SessionError `session/bad-options` · `store/…` of the store · `replay/diverged`, `replay/unknown-game` when the log to
 * continue is not of this game or replays differently, `session/closed` when it has ended. The transport is then still yours to close.
 */
export async function createHost<G extends GameDefinition>(
  options: HostOptions<G>,
): Promise<Session<TypesOf<G>>> {
  return startSession('host', options) as Promise<Session<TypesOf<G>>>;
}
