/**
 * A whole co-op run in one process, by bots, as fast as it will go: the host and its clients over loopback (or transports of
 * your own), every frame driven by hand. The same seed gives the same log each time.
 */
import { invariant } from '../../errors.js';
import { createHomeRunDerby, type DerbyTypes, type HomeRunDerby } from '../../machines/home-run-derby.js';
import { type DerbyRules, defaultRules } from '../../machines/rules.js';
import type { DerbyView, RunResultView } from '../../machines/view.js';
import { joinSession } from '../../session/client.js';
import { createHost } from '../../session/host.js';
import type { LogStatus, Session } from '../../session/session.js';
import type { EventStore } from '../../store/event-store.js';
import { createLoopback } from '../../transports/loopback/loopback.js';
import type { Transport } from '../../transports/transport.js';
import { createDerbyBot, type DerbyBot } from './derby-bot.js';

/** The version the bots' sessions give: host and clients must play by the same rules. */
export function botVersion({ innings }: DerbyRules): string {
  return `bots-1, ${innings} innings`;
}

/** Names of the bots, by seat. */
export const BOT_NAMES = ['Ann', 'Bo', 'Cy', 'Dee', 'Eli', 'Flo', 'Gus', 'Hal'] as const;

/** Options of {@link simulateRun}. */
export interface SimulateOptions {
  /** Players, the host's own included, 1–8. @default 4 */
  readonly players?: number;
  readonly seed: number;
  readonly rules?: DerbyRules;
  /** Where the host's log goes. */
  readonly store?: EventStore;
  readonly session?: string;
  /** Transports to play over; default: loopback. */
  readonly wire?: { readonly host: Transport; readonly clients: readonly Transport[] };
  /** Called after each frame of all sessions and waited for, e.g. to advance a simulated network by a frame. */
  readonly onFrame?: (match: SimulatedMatch) => void | Promise<void>;
  /** Most frames of frame time before giving up. @default an hour of 60 a second */
  readonly framesMax?: number;
  readonly checkPlain?: boolean;
  readonly checkPure?: boolean;
}

/** A match being simulated. */
export interface SimulatedMatch {
  readonly host: Session<DerbyTypes>;
  readonly clients: readonly Session<DerbyTypes>[];
  /** Frames driven so far. */
  readonly frame: number;
}

/** How a simulated run went. */
export interface SimulatedRun {
  readonly result: RunResultView;
  /** What the host showed last, before it closed. */
  readonly view: DerbyView;
  readonly log: LogStatus;
}

const FRAME_MS = 1000 / 60;

/** What a seat says of itself. */
export function botPlayer(seat: number): { name: string; batterId: string; cosmeticIds: readonly string[] } {
  return { name: BOT_NAMES[seat % BOT_NAMES.length] ?? 'Bot', batterId: 'rookie', cosmeticIds: [] };
}

/** Seeds that differ by one must not share bots. */
export function botSeed(seed: number, seat: number): number {
  return Math.imul(seed, BOT_NAMES.length) + seat;
}

/** Plays a run to its end and closes all sessions. @throws InvariantError when it does not end within `framesMax`. */
export async function simulateRun(options: SimulateOptions): Promise<SimulatedRun> {
  const { players = 4, seed, rules = defaultRules, framesMax = 60 * 3600 } = options;
  const match = await startMatch(options, createHomeRunDerby(rules), players);
  const bots = [match.host, ...match.clients].map((session, seat) =>
    createDerbyBot(session, { seed: botSeed(seed, seat), turnOuts: rules.turnOuts }),
  );
  let isStarted = false;
  for (; match.host.view.lastRun === null; match.frame++) {
    invariant(match.frame < framesMax, `The run of seed ${seed} did not end within ${framesMax} frames.`);
    await driveFrame(match, bots, options.onFrame);
    if (!isStarted && match.host.view.roster.length === players)
      isStarted = match.host.command('startRun', null).ok;
  }
  // The last result is still on its way to the clients.
  for (let extra = 0; extra < 30; extra++, match.frame++) await driveFrame(match, bots, options.onFrame);
  const { view } = match.host;
  // The host must take a client's goodbye for the client to be done.
  const goodbyes = match.clients.map((client) => client.close());
  await Promise.resolve();
  for (let extra = 0; extra < 10; extra++, match.frame++) await driveFrame(match, bots, options.onFrame);
  await Promise.all(goodbyes);
  await match.host.close();
  invariant(view.lastRun, 'The run has a result.');
  return { result: view.lastRun, view, log: match.host.log };
}

async function startMatch(
  {
    seed,
    store,
    session = 'session',
    wire,
    checkPlain = false,
    checkPure = false,
    rules = defaultRules,
  }: SimulateOptions,
  game: HomeRunDerby,
  players: number,
): Promise<{ host: Session<DerbyTypes>; clients: Session<DerbyTypes>[]; frame: number }> {
  const loopback = createLoopback();
  const common = { game, loop: 'manual', checkPlain, checkPure } as const;
  const host = await createHost({
    ...common,
    seed,
    session,
    transport: wire?.host ?? loopback.host,
    options: { version: botVersion(rules), player: botPlayer(0) },
    ...(store ? { store } : {}),
  });
  const clients: Session<DerbyTypes>[] = [];
  for (let seat = 1; seat < players; seat++) {
    const transport = wire?.clients[seat - 1] ?? loopback.connect();
    clients.push(
      await joinSession({
        ...common,
        seed,
        transport,
        options: { version: botVersion(rules), player: botPlayer(seat) },
      }),
    );
  }
  return { host, clients, frame: 0 };
}

async function driveFrame(
  match: SimulatedMatch,
  bots: readonly DerbyBot[],
  onFrame: SimulateOptions['onFrame'],
): Promise<void> {
  for (const [seat, session] of [match.host, ...match.clients].entries()) {
    session.frame(match.frame * FRAME_MS);
    bots[seat]?.frame();
  }
  await onFrame?.(match);
}
