/** Joining a session. */
import type { GameDefinition } from '../game.js';
import type { GameOptions, SessionOptions } from './options.js';
import type { Session, TypesOf } from './session.js';
import { startSession } from './start.js';

/** Options of {@link joinSession}: the session's, the game, and what the game wants to know of a client. */
export type JoinOptions<G extends GameDefinition> = SessionOptions & { readonly game: G } & GameOptions<
    TypesOf<G>['clientOptions']
  >;

/**
 * Joins a session as a client. Resolves before the host answered: the view tells how it goes, and
 * `session.until(view => view.phase === 'lobby', { signal })` waits for it.
 *
 * @throws SessionError `session/bad-options` · `store/conflict` when the log has records already · `store/…` of the store. The
 * transport is then still yours to close.
 */
export async function joinSession<G extends GameDefinition>(
  options: JoinOptions<G>,
): Promise<Session<TypesOf<G>>> {
  return startSession('client', options) as Promise<Session<TypesOf<G>>>;
}
