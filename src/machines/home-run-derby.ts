/**
 * `dugout/home-run-derby`: the first game the engine plays. `createHomeRunDerby(rules)` is the same game by other rules,
 * `extendHomeRunDerby` one that adds messages or swaps a machine.
 */
import { invariant } from '../errors.js';
import type { GameDefinition, MessageEventOf } from '../game.js';
import { defineProtocol } from '../protocol/define.js';
import { type HomeRunDerbyMessages, homeRunDerbyProtocol } from '../protocol/home-run-derby.js';
import type { Message, MessageValues, Protocol } from '../protocol/typed-protocol.js';
import type { DerbyClientOptions } from './client-session.js';
import { buildDerby, type DerbyTypes, type HomeRunDerby } from './derby-game.js';
import type { DerbySwaps } from './derby-machines.js';
import type { DerbyHostOptions } from './host-session.js';
import { type DerbyRules, defaultRules } from './rules.js';
import type { DerbyView } from './view.js';

/**
 * Builds the game's machines for `rules`. Takes some milliseconds: do it once, at module level.
 *
 * @throws InvariantError when the rules cannot be played: see {@link DerbyRules}.
 */
export function createHomeRunDerby(rules: DerbyRules = defaultRules): HomeRunDerby {
  return buildDerby({ rules, protocol: homeRunDerbyProtocol, added: [], swaps: {} });
}

/** What a game adds to the Home Run Derby, or has otherwise. */
export interface DerbyExtension<L extends readonly Message[]> {
  /** @default the default rules */
  readonly rules?: DerbyRules;
  /**
   * Messages of its own, with ids that are free: 3–9, 17–29, 39, 45–255. They are nobody's decision unless a machine is swapped. One
   * that is superseded, no machine hears: it is relayed at once from any player, and `shown`.
   */
  readonly messages?: L;
  /** What the extended protocol is called; peers compare names, so with messages it must be another one. */
  readonly protocol?: string;
  /** Machines to swap, through XState's `provide`; `lobby` and `clientSession` know the events of the messages added. */
  readonly machines?: DerbySwaps<MessageEventOf<MessageValues<L>>>;
}

/** The Home Run Derby with messages `L` added. */
export type ExtendedDerby<L extends readonly Message[]> = GameDefinition<
  Omit<DerbyTypes, 'messages'> & { readonly messages: HomeRunDerbyMessages & MessageValues<L> }
>;

/**
 * The Home Run Derby with messages added, by other rules, or with a machine swapped. An added message of a player goes to the lobby
 * (action `onAdded`, which can be provided otherwise), which passes it on byte for byte unless it is for the host only; clients see it
 * in `received$`. Its logs replay like any other game's.
 *
 * @throws InvariantError when an id or a name is taken, the protocol keeps its name though messages were added, or the rules cannot be played.
 */
export function extendHomeRunDerby<const L extends readonly Message[] = readonly []>(
  extension: DerbyExtension<L>,
): ExtendedDerby<L> {
  const { rules = defaultRules, messages = [], protocol: name, machines: swaps = {} } = extension;
  const isNamed = name !== undefined && name !== homeRunDerbyProtocol.name;
  invariant(
    isNamed || messages.length === 0,
    `A protocol with other messages needs another name than ${homeRunDerbyProtocol.name}: peers compare names.`,
  );
  const protocol = isNamed
    ? (defineProtocol({
        name,
        messages: [...homeRunDerbyProtocol.messages, ...messages],
      }) as unknown as Protocol<HomeRunDerbyMessages>)
    : homeRunDerbyProtocol;
  // The same machines hear them, by what is declared in `added`; only the compiler tells theirs from the others.
  return buildDerby({
    rules,
    protocol,
    added: messages,
    swaps: swaps as unknown as DerbySwaps,
  }) as ExtendedDerby<L>;
}

export type { PlayerInfo } from '../protocol/home-run-derby.js';
export type { DerbyMachines, DerbySwaps } from './derby-machines.js';
export type { StartRunCommand } from './lobby.js';
export type { InningResult, Play, PlayerSetup, RunOutcome, RunSetup } from './players.js';
export type { DerbyWaits } from './rules.js';
export type { BestHit } from './run.js';
export type { DerbyPhase, GateView, RunResultView, ScoreView, TurnView } from './view.js';
export {
  type DerbyClientOptions,
  type DerbyHostOptions,
  type DerbyRules,
  type DerbyTypes,
  type DerbyView,
  defaultRules,
  type HomeRunDerby,
  type HomeRunDerbyMessages,
  homeRunDerbyProtocol,
};

/** The game by its default rules. */
export const homeRunDerby: HomeRunDerby = createHomeRunDerby();
