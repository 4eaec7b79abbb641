/** Games that play over one wire in a test: how they come together, and how time passes until what they sent has arrived. */
import { afterEach, beforeEach, expect } from 'vitest';
import type { Network } from '../../src/network/index.js';
import { createGame, type Game } from './game.js';
import type { WireSubject, WireTarget } from './targets.js';

/** What takes part in each moment. */
interface Player {
  readonly network: Pick<Network<unknown>, 'flush' | 'poll' | 'leave'>;
}

/** What a test needs to play over `target`; each test has a wire of its own. Call once in a `describe`. */
export function gamesOver(target: WireTarget) {
  let subject: WireSubject;
  let games: Player[] = [];

  beforeEach(() => {
    subject = target.create();
    games = [];
  });
  afterEach(async () => {
    for (const { network } of games) await network.leave();
  });

  const wire = () => subject.wire;

  /** A game that is not in a session yet. */
  function game(extra: readonly string[] = []): Game {
    return keep(createGame(wire(), extra));
  }

  /** Lets a game take part in each moment, and leave at the end. */
  function keep<P extends Player>(player: P): P {
    games.push(player);
    return player;
  }

  /** Moments in which these games flush and poll; all games when none is named. */
  async function pass(moments: number, ...some: readonly Player[]): Promise<void> {
    for (let moment = 0; moment < moments; moment++) {
      const playing = some.length > 0 ? some : games;
      for (const { network } of playing) network.flush();
      await subject.pass();
      for (const { network } of playing) network.poll();
    }
  }

  /** All games play on until `condition`; false when that never came about. */
  async function until(condition: () => boolean): Promise<boolean> {
    for (let moment = 0; moment < target.moments && !condition(); moment++) await pass(1);
    return condition();
  }

  /** All games play on until `promise` settles. */
  async function settled<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const done = () => {
      isSettled = true;
    };
    promise.then(done, done);
    expect(await until(() => isSettled)).toBe(true);
    return promise;
  }

  async function host(options: { readonly maxPeers?: number } = {}): Promise<Game> {
    const hosting = game();
    await hosting.network.host({ name: 'Kitchen table', ...options });
    return hosting;
  }

  /** Lets `joining` into the session; both sides know of it then. */
  async function join(hosting: Game, joining = game()): Promise<Game> {
    const { length } = hosting.events;
    await settled(joining.network.join(idOf(hosting)));
    expect(await until(() => hosting.events.length > length)).toBe(true);
    return joining;
  }

  /** A host with one client, or two, and everybody knows everybody. */
  async function two(): Promise<{ hosting: Game; client: Game }> {
    const hosting = await host();
    return { hosting, client: await join(hosting) };
  }
  async function three(): Promise<{ hosting: Game; client: Game; other: Game }> {
    const { hosting, client } = await two();
    const other = await join(hosting);
    await arrived(hosting, client, other);
    return { hosting, client, other };
  }

  /** Until all that these games sent reliably has arrived: marks went up to the host behind it, and then down from there. */
  async function arrived(hosting: Game, ...clients: readonly Game[]): Promise<void> {
    const marks = [hosting, ...clients].map(({ marked }) => marked());
    for (const { messages } of clients) messages.markUp();
    expect(await until(() => hosting.marked() === (marks[0] ?? 0) + clients.length)).toBe(true);
    hosting.messages.markDown();
    const isDown = (client: Game, index: number) => client.marked() > (marks[index + 1] ?? 0);
    expect(await until(() => clients.every(isDown))).toBe(true);
  }

  /** Until each of these games ran a message. */
  const heard = (...some: readonly Game[]) => until(() => some.every(({ said }) => said.length > 0));

  return { wire, game, keep, pass, until, settled, host, join, two, three, arrived, heard };
}

/** The code that `hosting` is joined under. */
export const idOf = ({ network }: { readonly network: Pick<Network<unknown>, 'session'> }) =>
  network.session?.id ?? '';
