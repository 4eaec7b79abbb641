/**
 * The numbers and formulas of a Home Run Derby run, in one object a game can replace. Arithmetic is integer, so that two
 * machines never disagree about a score.
 */
import type { Plain } from '../game.js';
import type { PeerId } from '../peers.js';

/** What a game may replace: numbers, waits and formulas. */
export interface DerbyRules {
  /** Innings of a run, 1–255. @default 9 */
  readonly innings: number;
  /** Players a session takes, the host's own included. @default 8 */
  readonly playersMax: number;
  /** Longest player name, UTF-8 bytes. With `idBytesMax` and `cosmeticsMax` it keeps a full roster in one 1200-byte packet. @default 24 */
  readonly nameBytesMax: number;
  /** Longest batter or cosmetic id, UTF-8 bytes. @default 24 */
  readonly idBytesMax: number;
  /** Cosmetics a player may wear. @default 3 */
  readonly cosmeticsMax: number;
  /** Outs one turn may cost the team. @default 3 */
  readonly turnOuts: number;
  /** Turns of one inning; when they are used up the inning counts as not cleared. @default 64 */
  readonly turnsPerInningMax: number;
  /** How long each wait may last, and how long each scene is shown. Milliseconds of frame time. */
  readonly waits: DerbyWaits;
  /** The team's outs for an inning, 1–255. @default 3 for each player */
  pool(inning: { readonly index: number; readonly players: number }): number;
  /** Team score at which an inning is cleared. The score counts through the run, so targets rise. */
  target(inning: { readonly index: number; readonly players: number; readonly difficulty: number }): number;
  /** Who bats next: the next connected player after `last` in the order, or `undefined` with nobody connected. */
  nextBatter(turn: {
    readonly order: readonly PeerId[];
    readonly connected: readonly PeerId[];
    readonly last: PeerId | null;
  }): PeerId | undefined;
}

/** Limits of every wait, milliseconds of frame time. */
export interface DerbyWaits {
  /** For a linked peer's Hello, on both sides. @default 10 s */
  readonly helloMs: number;
  /** Between the host's start and the run. @default 1 s */
  readonly startMs: number;
  /** For everybody to finish the intro. @default 2 min */
  readonly introMs: number;
  /** For everybody to leave the shop. @default 3 min */
  readonly shopMs: number;
  /** The inning's result is shown. @default 2 s */
  readonly roundEndMs: number;
  /** For a batter's first message of a turn, and for its TurnEnd after the last out. @default 60 s */
  readonly batterMs: number;
  /** For a turn from its at-bat's beginning. @default 10 min */
  readonly turnMs: number;
  /** For the next pitch of an at-bat. @default 60 s */
  readonly pitchMs: number;
  /** For a pitch's result, counted from the ball's arrival. Source: live spectating seed. @default 4 s */
  readonly giveUpMs: number;
  /** A pitch's result is shown. @default 1.5 s */
  readonly resultMs: number;
  /** For the goodbye to leave before a host closes. @default 0.1 s */
  readonly closingMs: number;
}

/** The default rules. Replace some with `{ ...defaultRules, innings: 3 }`. */
export const defaultRules: DerbyRules = {
  innings: 9,
  playersMax: 8,
  nameBytesMax: 24,
  idBytesMax: 24,
  cosmeticsMax: 3,
  turnOuts: 3,
  turnsPerInningMax: 64,
  waits: {
    helloMs: 10_000,
    startMs: 1_000,
    introMs: 120_000,
    shopMs: 180_000,
    roundEndMs: 2_000,
    batterMs: 60_000,
    turnMs: 600_000,
    pitchMs: 60_000,
    giveUpMs: 4_000,
    resultMs: 1_500,
    closingMs: 100,
  },
  pool: ({ players }) => Math.min(255, 3 * players),
  target: ({ index, players, difficulty }) => {
    let target = 0;
    for (let inning = 0; inning <= index; inning++) {
      target += Math.trunc((players * (200 + 25 * inning) * (4 + difficulty)) / 4);
    }
    return target;
  },
  nextBatter: ({ order, connected, last }) => {
    const start = last === null ? 0 : order.indexOf(last) + 1;
    for (let step = 0; step < order.length; step++) {
      const candidate = order[(start + step) % order.length] as PeerId;
      if (connected.includes(candidate)) return candidate;
    }
    return undefined;
  },
};

/** What is wrong with `rules`, for their author to read: counts on the wire are single bytes. `undefined` when they can be played. */
export function rulesProblem(rules: DerbyRules): string | undefined {
  const isByte = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 255;
  if (!isByte(rules.innings)) return `A run has 1 to 255 innings, not ${rules.innings}.`;
  if (!isByte(rules.playersMax)) return `A session takes 1 to 255 players, not ${rules.playersMax}.`;
  if (!isByte(rules.turnOuts)) return `A turn costs 1 to 255 outs, not ${rules.turnOuts}.`;
  const roster = largestRosterBytes(rules);
  if (roster > ROSTER_BYTES_MAX)
    return `A full roster has up to ${roster} bytes; ${ROSTER_BYTES_MAX} fit in a message.`;
  const wait = Object.entries(rules.waits).find(([, ms]) => !(ms >= 0 && ms <= WAIT_MS_MAX));
  return wait && `The wait ${wait[0]} must be 0 to ${WAIT_MS_MAX} ms, not ${wait[1]}.`;
}

/** The smallest ceiling of a reliable message among the transports, bytes. */
const ROSTER_BYTES_MAX = 1195;

/** Id and count, then for each player: id, name, batter, count of cosmetics, cosmetics, connected; texts with their length. */
function largestRosterBytes({ playersMax, nameBytesMax, idBytesMax, cosmeticsMax }: DerbyRules): number {
  const player = 1 + (2 + nameBytesMax) + (2 + idBytesMax) + 1 + cosmeticsMax * (2 + idBytesMax) + 1;
  return 2 + playersMax * player;
}

/** A day: longer than any session waits. */
const WAIT_MS_MAX = 86_400_000;

/** `rules` with the numbers that a log's header holds: the rules its run was played by, as long as the formulas are the same. */
export function withNumbers(rules: DerbyRules, data: Plain): DerbyRules {
  const { waits, ...numbers } = (typeof data === 'object' && data !== null ? data : {}) as Partial<
    Record<string, Plain>
  >;
  return {
    ...rules,
    ...takeNumbers(rules, numbers),
    waits: { ...rules.waits, ...takeNumbers(rules.waits, (waits ?? {}) as Partial<Record<string, Plain>>) },
  };
}

/** Those of `data` that are numbers where `like` has a number. */
function takeNumbers(like: object, data: Partial<Record<string, Plain>>): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const [key, value] of Object.entries(like)) {
    const found = data[key];
    if (typeof value === 'number' && typeof found === 'number') numbers[key] = found;
  }
  return numbers;
}

/** The rules' numbers as plain data, for a log's header; formulas are shown as a table of what they give for four players. */
export function describeRules(rules: DerbyRules): Plain {
  const { pool, target, nextBatter: _, waits, ...numbers } = rules;
  const innings = Array.from({ length: Math.min(rules.innings, 32) }, (_unused, index) => ({
    pool: pool({ index, players: 4 }),
    target: target({ index, players: 4, difficulty: 1 }),
  }));
  return { ...numbers, waits: { ...waits }, forFourPlayers: innings };
}
