import { describe, expect, it } from 'vitest';
import { fold, loadHashes, readLog } from '../../src/index.js';
import { type Match, type Seat, startMatch, startRun, verifySeat } from './match.js';

const SEEDS = [1, 2, 3, 4];
const hashes = await loadHashes();

/** What was said of `name` to `seat`. */
const heardBy = ({ heard }: Seat, name: string): string[] =>
  heard.filter((line) => line.startsWith(`${name} `));

/** Plays a whole run, also on the clients' side. */
function playRun(match: Match): void {
  startRun(match);
  match.runUntil('the end of the run', () =>
    match.seats.every(({ session }) => session.view.lastRun !== null),
  );
}

/** Every reliable message came once and in order: turns and innings without a gap, plays as everybody else saw them. */
function expectOrder({ seats }: Match, seed: number): void {
  const clients = seats.slice(1);
  const turns = heardBy(clients[0] as Seat, 'TurnStart');
  const indices = turns.map(
    (line) => (JSON.parse(line.slice('TurnStart '.length)) as { turnIndex: number }).turnIndex,
  );
  expect(indices.length, `seed ${seed}`).toBeGreaterThan(2);
  expect(indices, `seed ${seed}`).toEqual(indices.map((_, index) => index));
  for (const client of clients) {
    for (const name of ['TurnStart', 'RoundStart', 'RoundEnd', 'StartRun']) {
      expect(heardBy(client, name), `seed ${seed}, ${name}`).toEqual(heardBy(clients[0] as Seat, name));
    }
  }
  // Nobody hears of its own plays.
  const [bo, cy] = clients as [Seat, Seat];
  const own = [bo, cy].map(({ session }) => `"batter":${session.view.me},`);
  const playsOfOthers = (seat: Seat): string[] =>
    heardBy(seat, 'PlayFeed').filter((line) => !own.some((text) => line.includes(text)));
  expect(playsOfOthers(bo).length, `seed ${seed}`).toBeGreaterThan(2);
  expect(playsOfOthers(bo), `seed ${seed}`).toEqual(playsOfOthers(cy));
}

describe('a match at 30 % loss, with duplicates and overtaking', () => {
  it.each(SEEDS)('comes to its end: all agree, and every log replays, seed %i', async (seed) => {
    const match = await startMatch(seed);
    playRun(match);
    const { counters } = match.network;
    expect(counters.lost / counters.sent).toBeGreaterThan(0.25);
    expect(counters.doubled).toBeGreaterThan(100);
    const results = match.seats.map(({ session }) => session.view.lastRun);
    for (const result of results) expect(result, `seed ${seed}`).toEqual(results[0]);
    expect(results[0]?.innings.length).toBeGreaterThan(0);
    expectOrder(match, seed);
    await match.close(1, 2, 3);
    match.runUntil('the clients to be gone', () => match.seats[0]?.session.view.roster.length === 1);
    await match.close(0);
    for (const seat of match.seats) {
      const report = verifySeat(seat);
      expect(report.firstDivergence, `seed ${seed}`).toBeNull();
      expect(report.transitions, `seed ${seed}`).toBe(seat.session.log.transitions);
      expect(report.transitions).toBeGreaterThan(50);
    }
  });

  it('RP1 is the same match for the same seed, and another for another', async () => {
    const digests: string[] = [];
    for (const seed of [5, 5, 6]) {
      const match = await startMatch(seed, 3);
      playRun(match);
      digests.push(match.seats.map(({ session }) => session.log.digest).join(' '));
    }
    expect(digests[1]).toBe(digests[0]);
    expect(digests[2]).not.toBe(digests[0]);
  });

  it.each([7, 8])('goes on when a player drops at the plate, seed %i', async (seed) => {
    const match = await startMatch(seed);
    const [host, ...clients] = match.seats as [Seat, ...Seat[]];
    startRun(match);
    match.runUntil('a client at the plate', () => {
      const { turn } = host.session.view;
      return turn !== null && turn.batter !== 0 && turn.plate !== 'waiting';
    });
    const gone = host.session.view.turn?.batter ?? 0;
    const seatGone = match.seats.findIndex(({ session }) => session.view.me === gone);
    match.kill(seatGone);
    match.runUntil('the host to miss it', () => host.session.view.turn?.batter !== gone);
    expect(host.session.view.roster.find(({ id }) => id === gone)?.connected, `seed ${seed}`).toBe(false);
    const left = match.seats.filter((_, seat) => seat !== seatGone);
    match.runUntil('the end of the run', () => left.every(({ session }) => session.view.lastRun !== null));
    const scores = left.map(({ session }) => session.view.lastRun?.teamScore);
    expect(scores, `seed ${seed}`).toEqual(left.map(() => scores[0]));
    expect(
      heardBy(clients.find((client) => left.includes(client)) as Seat, 'TurnStart').length,
    ).toBeGreaterThan(3);
    for (const seat of left) expect(verifySeat(seat).verdict, `seed ${seed}`).toBe('identical');
  });

  it.each([9, 10])('ends for all when the host closes in the middle of it, seed %i', async (seed) => {
    const match = await startMatch(seed);
    const [host, ...clients] = match.seats as [Seat, ...Seat[]];
    startRun(match);
    match.runUntil('a few turns', () => (host.session.view.turn?.turnIndex ?? 0) >= 2);
    await match.close(0);
    match.runUntil('the clients to hear of it', () => clients.every(({ session }) => session.isOver));
    for (const { session } of clients) {
      expect(session.view, `seed ${seed}`).toMatchObject({
        phase: 'lost',
        ending: 'The host closed the session.',
      });
    }
    for (const seat of match.seats) expect(verifySeat(seat).verdict, `seed ${seed}`).toBe('identical');
    const { actors } = fold(readLog(host.store.readAll('session'), hashes));
    expect([...actors.keys()], `seed ${seed}`).toEqual(['session']);
    expect(actors.get('session')?.state).toBe('closed');
  });

  it('ends for a client when the network is gone, and for the host when nobody is left', async () => {
    const match = await startMatch(11, 2);
    startRun(match);
    match.network.setConditions({ blackOut: 'both' });
    const [host, client] = match.seats as [Seat, Seat];
    match.runUntil('the client to give up', () => client.session.isOver);
    expect(client.session.view).toMatchObject({ phase: 'lost', ending: 'The host fell silent.' });
    match.runUntil('the host to go on alone', () => host.session.links.length === 0);
    match.network.setConditions({ blackOut: 'none' });
    match.runUntil('the end of the run', () => host.session.view.lastRun !== null);
    expect(verifySeat(host).verdict).toBe('identical');
    expect(verifySeat(client).verdict).toBe('identical');
  });
});
