/** A match of bots over local-udp on a simulated network that loses, doubles and reorders; time is the network's. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createHost,
  createMemoryStore,
  joinSession,
  loadHashes,
  type MemoryStore,
  type ReplayReport,
  readLog,
  type Session,
  verify,
} from '../../src/index.js';
import { createHomeRunDerby, type DerbyTypes } from '../../src/machines/home-run-derby.js';
import { defaultRules } from '../../src/machines/rules.js';
import {
  botPlayer,
  botVersion,
  createDerbyBot,
  createSimulatedNetwork,
  type DerbyBot,
  type SimulatedNetwork,
} from '../../src/testing/index.js';
import { hostLocalUdp, joinLocalUdp } from '../../src/transports/local-udp/index.js';

export const game = createHomeRunDerby({ ...defaultRules, innings: 3 });
const hashes = await loadHashes();
const FRAME_MS = 1000 / 60;

export interface Seat {
  readonly session: Session<DerbyTypes>;
  readonly bot: DerbyBot;
  readonly store: MemoryStore;
  /** What the others' messages said, in the order they were acted on, such as `TurnStart 3`. */
  readonly heard: string[];
}

export interface Match {
  readonly network: SimulatedNetwork;
  readonly seats: readonly Seat[];
  /** Runs one frame of everybody who still plays. */
  step(): void;
  /** Runs frames until `condition` holds; throws after ten minutes of their time. */
  runUntil(what: string, condition: () => boolean): void;
  /** Makes a seat stop without a word, as a process that was killed. */
  kill(seat: number): void;
  /** Closes sessions while the others play on. */
  close(...seats: readonly number[]): Promise<void>;
}

export async function startMatch(seed: number, players = 4): Promise<Match> {
  const network = createSimulatedNetwork({
    ...{ seed, loss: 0.3, duplicate: 0.2, reorder: 0.2, delayMs: 20, jitterMs: 15 },
  });
  const wire = { network, clock: network.clock };
  const hostTransport = await hostLocalUdp(wire);
  const seats: Seat[] = [];
  for (let seat = 0; seat < players; seat++) {
    const store = createMemoryStore();
    const common = { game, seed, store, loop: 'manual', checkPlain: true } as const;
    const options = { version: botVersion(defaultRules), player: botPlayer(seat) };
    const session =
      seat === 0
        ? await createHost({ ...common, transport: hostTransport, options })
        : await joinSession({
            ...common,
            transport: await joinLocalUdp({ ...wire, port: hostTransport.port }),
            options,
          });
    const heard: string[] = [];
    session.received$.subscribe(({ name, value }) => heard.push(`${name} ${JSON.stringify(value)}`));
    seats.push({ session, store, heard, bot: createDerbyBot(session, { seed: seed * players + seat }) });
  }
  const playing = new Set(seats);
  const step = (): void => {
    network.advance(FRAME_MS);
    for (const { session, bot } of playing) {
      session.frame(network.clock.now());
      bot.frame();
    }
  };
  return {
    network,
    seats,
    step,
    runUntil(what, condition) {
      for (let frames = 0; !condition(); frames++) {
        if (frames > 36_000) throw new RangeError(`seed ${seed}: waited in vain for ${what}`);
        step();
      }
    },
    kill: (seat) => playing.delete(seats[seat] as Seat),
    async close(...closing) {
      let open = closing.length;
      const closed = closing.map(async (seat) => {
        const one = seats[seat] as Seat;
        playing.delete(one);
        await one.session.close();
        open--;
      });
      while (open > 0) {
        // A closing session looks every 5 ms of real time whether its goodbye arrived.
        await sleep(5);
        step();
      }
      await Promise.all(closed);
    },
  };
}

/** Brings everybody into the lobby and starts the run. */
export function startRun({ seats, runUntil }: Match): void {
  const host = (seats[0] as Seat).session;
  runUntil('the lobby', () =>
    seats.every(({ session: { view } }) => view.phase === 'lobby' && view.roster.length === seats.length),
  );
  if (!host.command('startRun', null).ok) throw new RangeError('the run did not start');
  runUntil('the first inning', () => seats.every(({ session }) => session.view.phase === 'inning'));
}

export function verifySeat({ store }: Seat): ReplayReport {
  return verify({ log: readLog(store.readAll('session'), hashes), game });
}
