/** Shared small facts about players and runs, as the machines keep them: plain data only. */
import type { PeerId } from '../peers.js';
import type { PlayerInfo } from '../protocol/home-run-derby.js';

/** What a player says of itself when joining. */
export interface PlayerSetup {
  readonly name: string;
  readonly batterId: string;
  readonly cosmeticIds: readonly string[];
}

/** What a run is made of: everything StartRun carries. */
export interface RunSetup {
  readonly seed: number;
  readonly battingOrder: readonly PeerId[];
  readonly parkId: string;
  readonly difficulty: number;
}

/** How a finished inning went. */
export interface InningResult {
  readonly index: number;
  readonly target: number;
  readonly pool: number;
  readonly outsLeft: number;
  /** The team's score at its end, since the run's start. */
  readonly teamScore: number;
  readonly cleared: boolean;
}

/** A play as the feed shows it. */
export interface Play {
  readonly batter: PeerId;
  readonly headline: string;
  readonly color: readonly [r: number, g: number, b: number];
  readonly teamScore: number;
  readonly homeRun: boolean;
  readonly wasOut: boolean;
  readonly distanceFt: number;
}

/** How a run ended. */
export type RunOutcome = 'won' | 'lost' | 'abandoned';

export const withId = (players: readonly PlayerInfo[], id: PeerId): PlayerInfo | undefined =>
  players.find((player) => player.id === id);

/** `list` with `item` at its end, once. */
export const withItem = <T>(list: readonly T[], item: T): readonly T[] =>
  list.includes(item) ? list : [...list, item];

export const without = <T>(list: readonly T[], item: T): readonly T[] =>
  list.filter((other) => other !== item);

/** A float as a context keeps it: a tenth is enough to show, and `-0` would not survive the log. */
export const tenths = (value: number): number => Math.round(value * 10) / 10 + 0;
