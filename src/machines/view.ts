/**
 * What the game shows, read from the live actors: one shape for host and client. Derived, never a source: nothing here is
 * logged or decided. Parts that did not change stay identical, so `select` can tell.
 */
import type { ActedMessage, ActorLookup } from '../game.js';
import { HOST_PEER, type PeerId } from '../peers.js';
import type { HomeRunDerbyMessages, PlayerInfo } from '../protocol/home-run-derby.js';
import type { ClientRunContext } from './client-run.js';
import type { ClientSessionContext } from './client-session.js';
import type { HostSessionContext } from './host-session.js';
import type { LobbyContext } from './lobby.js';
import { type InningResult, type Play, type RunOutcome, tenths, withId } from './players.js';
import type { BestHit, RunContext } from './run.js';
import type { TurnContext } from './turn.js';

/** Where the session is, in one word. */
export type DerbyPhase =
  | 'connecting'
  | 'hello'
  | 'lobby'
  | 'starting'
  | 'intro'
  | 'inning'
  | 'roundEnd'
  | 'shop'
  | 'closing'
  | 'closed'
  | 'left'
  | 'refused'
  | 'lost';

/** A wait for players: `sentence` is ready to show, such as `Waiting for Ann and Bo`. */
export interface GateView {
  readonly kind: 'intro' | 'shop';
  readonly waitingFor: readonly PeerId[];
  readonly sentence: string;
}

/** Where the inning stands; `outsLeft` counts the running turn's outs. */
export interface ScoreView {
  readonly inningIndex: number;
  readonly target: number;
  readonly pool: number;
  readonly outsLeft: number;
  readonly teamScore: number;
}

/** Who bats, and how far. */
export interface TurnView {
  readonly batter: PeerId;
  readonly turnIndex: number;
  /** Outs of this turn so far. */
  readonly outs: number;
  /** What happens at the plate: `waiting` before the at-bat began. */
  readonly plate: 'waiting' | 'ready' | 'inFlight' | 'swung' | 'resolved' | 'over';
}

/** How the last run of the session went. */
export interface RunResultView {
  readonly outcome: RunOutcome;
  readonly teamScore: number;
  readonly innings: readonly InningResult[];
}

/** All that the game shows. */
export interface DerbyView {
  readonly phase: DerbyPhase;
  /** The local player's id, `null` before Welcome and on a host without a player. */
  readonly me: PeerId | null;
  readonly roster: readonly PlayerInfo[];
  readonly battingOrder: readonly PeerId[];
  /** `null` outside a run. */
  readonly score: ScoreView | null;
  readonly turn: TurnView | null;
  readonly gate: GateView | null;
  readonly innings: readonly InningResult[];
  /** The longest hits of the run; on the host only. */
  readonly bestHits: readonly BestHit[];
  /** The last plays, oldest first. */
  readonly feed: readonly Play[];
  readonly lastRun: RunResultView | null;
  /** Why a client's session ended, for the player to read. */
  readonly ending: string;
}

type PlayFeed = HomeRunDerbyMessages['PlayFeed'];

/** Plays the feed keeps. */
const FEED_PLAYS = 20;

export function hostView(
  actors: ActorLookup,
  previous: DerbyView | undefined,
  acted: readonly ActedMessage[],
): DerbyView {
  const session = actors('session');
  const lobby = actors('lobby');
  const run = actors('run');
  const { setup, lastRun } = (session?.context ?? {
    setup: null,
    lastRun: null,
  }) as Partial<HostSessionContext>;
  const roster = (lobby?.context as LobbyContext | undefined)?.roster ?? previous?.roster ?? [];
  const context = run?.context as RunContext | undefined;
  const turn = actors('turn')?.context as TurnContext | undefined;
  const phase = hostPhase(session?.value, lobby?.value, run?.value);
  return settled(previous, {
    phase,
    me: withId(roster, HOST_PEER) ? HOST_PEER : null,
    roster,
    battingOrder: run ? (setup?.battingOrder ?? []) : [],
    score: context ? scoreOf(context, turn) : null,
    turn: turn
      ? { batter: turn.batter, turnIndex: turn.turnIndex, outs: turn.outs, plate: plateOf(actors) }
      : null,
    gate: context ? hostGate(phase, context, roster) : null,
    innings: context?.innings ?? [],
    bestHits: context?.bestHits ?? previous?.bestHits ?? [],
    feed: feedWith(previous, acted, ({ peer }) => peer),
    lastRun: lastRun ?? null,
    ending: '',
  });
}

export function clientView(
  actors: ActorLookup,
  previous: DerbyView | undefined,
  acted: readonly ActedMessage[],
): DerbyView {
  const session = actors('session');
  const run = actors('run');
  const root = session?.context as ClientSessionContext | undefined;
  const context = run?.context as ClientRunContext | undefined;
  const roster = root?.roster ?? previous?.roster ?? [];
  const phase = clientPhase(session?.value, run?.value, previous?.phase);
  const isBatting = context !== undefined && context.batter !== null && phase === 'inning';
  return settled(previous, {
    phase,
    me: root?.me ?? previous?.me ?? null,
    roster,
    battingOrder: context?.setup.battingOrder ?? [],
    score: context ? scoreOf(context, isBatting ? context : undefined) : null,
    turn: isBatting
      ? {
          batter: context.batter as PeerId,
          turnIndex: context.turnIndex,
          outs: context.outs,
          plate: plateOf(actors),
        }
      : null,
    gate: context ? gateView(phase, context.waitingFor, roster) : null,
    innings: context?.innings ?? [],
    bestHits: [],
    feed: feedWith(previous, acted, ({ peer, value }) =>
      peer === HOST_PEER ? (value as PlayFeed).batter : peer,
    ),
    lastRun: root?.lastRun ?? null,
    ending: root?.ending ?? previous?.ending ?? '',
  });
}

function hostPhase(session: unknown, lobby: unknown, run: unknown): DerbyPhase {
  if (session === undefined) return 'closed';
  if (session === 'closing' || session === 'closed') return session;
  if (run !== undefined) return runPhase(run);
  return lobby === 'starting' ? 'starting' : 'lobby';
}

function clientPhase(session: unknown, run: unknown, previous: DerbyPhase | undefined): DerbyPhase {
  if (session === undefined) return previous ?? 'lost';
  return session === 'run' ? runPhase(run) : (session as DerbyPhase);
}

function runPhase(run: unknown): DerbyPhase {
  return typeof run === 'string' ? (run as DerbyPhase) : 'inning';
}

function scoreOf(run: ScoreView, turn: { readonly outs: number } | undefined): ScoreView {
  const { inningIndex, target, pool, teamScore } = run;
  return { inningIndex, target, pool, teamScore, outsLeft: Math.max(0, run.outsLeft - (turn?.outs ?? 0)) };
}

function plateOf(actors: ActorLookup): TurnView['plate'] {
  const value: unknown = actors('at-bat')?.value;
  if (value === undefined) return 'waiting';
  return (typeof value === 'string' ? value : Object.values(value as object)[0]) as TurnView['plate'];
}

function hostGate(phase: DerbyPhase, run: RunContext, roster: readonly PlayerInfo[]): GateView | null {
  return gateView(
    phase,
    run.connected.filter((player) => !run.ready.includes(player)),
    roster,
  );
}

function gateView(
  phase: DerbyPhase,
  waitingFor: readonly PeerId[],
  roster: readonly PlayerInfo[],
): GateView | null {
  if (phase !== 'intro' && phase !== 'shop') return null;
  const present = waitingFor.filter((player) => withId(roster, player)?.connected !== false);
  const names = present.map((player) => withId(roster, player)?.name ?? `player ${player}`);
  const list =
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nobody');
  return { kind: phase, waitingFor: present, sentence: `Waiting for ${list}` };
}

/** `batterOf` says whose play it was: on the host its sender, whatever the message says; on a client the host has set it. */
function feedWith(
  previous: DerbyView | undefined,
  acted: readonly ActedMessage[],
  batterOf: (message: ActedMessage) => PeerId,
): readonly Play[] {
  const feed = previous?.feed ?? [];
  const plays = acted
    .filter(({ name }) => name === 'PlayFeed')
    .map((message) => playOf(message.value as PlayFeed, batterOf(message)));
  return plays.length === 0 ? feed : [...feed, ...plays].slice(-FEED_PLAYS);
}

function playOf(play: PlayFeed, batter: PeerId): Play {
  const { headline, r, g, b, teamScore, homeRun, wasOut, distanceFt } = play;
  return { batter, headline, color: [r, g, b], teamScore, homeRun, wasOut, distanceFt: tenths(distanceFt) };
}

/** Keeps each part of the previous view that says the same, and the whole view when all do. */
function settled(previous: DerbyView | undefined, next: DerbyView): DerbyView {
  if (previous === undefined) return next;
  const merged: Record<string, unknown> = {};
  let isSame = true;
  for (const [key, value] of Object.entries(next)) {
    const before = previous[key as keyof DerbyView];
    const keep = before === value || (isSmall(value) && JSON.stringify(before) === JSON.stringify(value));
    merged[key] = keep ? before : value;
    isSame &&= keep;
  }
  return isSame ? previous : (merged as unknown as DerbyView);
}

/** Score, turn and gate are made anew each time and small; lists keep their identity by themselves. */
function isSmall(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (!Array.isArray(value) || value.length === 0);
}
