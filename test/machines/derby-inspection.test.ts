/** What is seen in a match is what its messages say: on the host's log, on a client's, on an old one. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Sighting } from '../../src/inspection.js';
import type { FeedEntry, FeedFrame, FeedStep } from '../../src/inspector/feed/entry.js';
import { feedOfLog } from '../../src/inspector/feed/of-log.js';
import { createHomeRunDerby, homeRunDerby } from '../../src/machines/home-run-derby.js';
import { defaultRules } from '../../src/machines/rules.js';
import type { HomeRunDerbyMessages } from '../../src/protocol/home-run-derby.js';
import { joinSession } from '../../src/session/client.js';
import { createHost } from '../../src/session/host.js';
import type { Log } from '../../src/store/log.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openLog } from '../../src/store/open-log.js';
import { openLogFile } from '../../src/store/open-log-file.js';
import { createDerbyBot } from '../../src/testing/bots/derby-bot.js';
import { createLoopback } from '../../src/transports/loopback/loopback.js';

type Result = HomeRunDerbyMessages['AtBatResult'];
type Play = HomeRunDerbyMessages['PlayFeed'];

const INNINGS = 9;
const NAMES = ['Ann', 'Bo', 'Cy', 'Dee'];
const FRAMES_MAX = 200_000;

/** A nine-inning run by bots with a log on the host and on the last client; that of the third player drops in the second inning. */
async function play(seed: number): Promise<{ host: Log; client: Log }> {
  const game = createHomeRunDerby({
    ...defaultRules,
    innings: INNINGS,
    // Nobody loses, so that there are nine innings.
    pool: () => 60,
  });
  const loopback = createLoopback();
  const stores = { host: createMemoryStore(), client: createMemoryStore() };
  const common = { game, seed, loop: 'manual', session: 'run' } as const;
  const player = (seat: number) => ({ name: NAMES[seat] ?? '', batterId: 'rookie', cosmeticIds: [] });
  const host = await createHost({
    ...common,
    transport: loopback.host,
    store: stores.host,
    options: { version: '1', player: player(0) },
  });
  const clients = await Promise.all(
    [1, 2, 3].map((seat) =>
      joinSession({
        ...common,
        transport: loopback.connect(),
        options: { version: '1', player: player(seat) },
        ...(seat === 3 && { store: stores.client }),
      }),
    ),
  );
  const sessions = [host, ...clients];
  const bots = sessions.map((session, seat) => createDerbyBot(session, { seed: seed * 8 + seat }));
  let frame = 0;
  const drive = async (): Promise<void> => {
    for (const [seat, session] of sessions.entries()) {
      if (!session.isOver) session.frame((frame * 1000) / 60);
      bots[seat]?.frame();
    }
    frame++;
    // A session that closes goes on between frames.
    await Promise.resolve();
  };
  let [isStarted, hasDropped] = [false, false];
  while (host.view.lastRun === null) {
    expect(frame).toBeLessThan(FRAMES_MAX);
    await drive();
    if (!isStarted && host.view.roster.length === 4) isStarted = host.command('startRun', null).ok;
    if (!hasDropped && host.view.score?.inningIndex === 1) {
      hasDropped = true;
      void clients[1]?.close();
    }
  }
  for (let extra = 0; extra < 200; extra++) await drive();
  const closing = [...clients, host].map((session) => session.close());
  for (let extra = 0; extra < 60; extra++) await drive();
  await Promise.all(closing);
  return { host: await openLog(stores.host, 'run'), client: await openLog(stores.client, 'run') };
}

const framesOf = (feed: readonly FeedEntry[]): readonly FeedFrame[] =>
  feed.filter((entry) => entry.kind === 'frame');

function seen<Kind extends Sighting['kind']>(feed: readonly FeedEntry[], kind: Kind) {
  return framesOf(feed)
    .flatMap(({ sightings }) => sightings)
    .filter((sighting): sighting is Extract<Sighting, { kind: Kind }> => sighting.kind === kind);
}

/** Values of messages that some actor acted on. */
function actedOn<T>(feed: readonly FeedEntry[], name: string): readonly T[] {
  return framesOf(feed).flatMap(({ inputs, steps }) =>
    inputs
      .filter((input, index) => input.name === name && steps.some((step) => acts(step, index + 1)))
      .map(({ value }) => value as T),
  );
}
const acts = ({ kind, cause }: FeedStep, input: number): boolean => kind === 'transition' && cause === input;

const marks = (feed: readonly FeedEntry[], glyph: string): number =>
  seen(feed, 'mark').filter((mark) => mark.glyph === glyph).length;
const points = (feed: readonly FeedEntry[], picture: string, series?: string) =>
  seen(feed, 'point').filter(
    (point) => point.picture === picture && (series === undefined || point.series === series),
  );
const bands = (feed: readonly FeedEntry[], row: string): readonly string[] =>
  seen(feed, 'band').flatMap((band) => (band.row === row ? [band.label] : []));

const feeds: Record<string, FeedEntry[]> = {};
beforeAll(async () => {
  const { host, client } = await play(11);
  feeds.host = feedOfLog(host, 'host', homeRunDerby);
  feeds.client = feedOfLog(client, 'client', homeRunDerby);
  const old = await openLogFile('test/golden/logs/home-run-derby-0.1.0.dugout');
  feeds.old = feedOfLog(old, 'old', homeRunDerby);
});

describe.each(['host', 'client', 'old'])('a run on the log of: %s', (name) => {
  const feed = () => feeds[name] ?? [];

  it('throws nothing', () => {
    expect(feed().filter(({ kind }) => kind === 'notice')).toEqual([]);
    expect(feed()[0]).toMatchObject({ kind: 'header', rows: { length: 5 }, pictures: { length: 4 } });
  });

  it('has a mark for each home run, out and missed pitch', () => {
    const plays = actedOn<Play>(feed(), 'PlayFeed');
    expect(plays.length).toBeGreaterThan(5);
    expect(marks(feed(), '★')).toBe(plays.filter(({ homeRun }) => homeRun).length);
    expect(marks(feed(), '✕')).toBe(plays.filter(({ homeRun, wasOut }) => wasOut && !homeRun).length);
    const misses = actedOn<Result>(feed(), 'AtBatResult').filter(({ madeContact }) => !madeContact);
    expect(marks(feed(), '○') + marks(feed(), '·')).toBe(misses.length);
  });

  it('has a point for each contact, where the message says', () => {
    const contacts = actedOn<Result>(feed(), 'AtBatResult').filter((result) => result.madeContact);
    const byAngle = (one: { x: number; y: number }, other: { x: number; y: number }) =>
      one.x - other.x || one.y - other.y;
    const places = (picture: string) =>
      points(feed(), picture)
        .map(({ x, y }) => ({ x, y }))
        .sort(byAngle);
    expect(places('spray')).toEqual(
      contacts.map(({ sprayAngleDeg, distanceFt }) => ({ x: sprayAngleDeg, y: distanceFt })).sort(byAngle),
    );
    expect(places('contact')).toEqual(
      contacts
        .map(({ exitVelocityMph, launchAngleDeg }) => ({ x: exitVelocityMph, y: launchAngleDeg }))
        .sort(byAngle),
    );
    expect(points(feed(), 'spray', 'home-run')).toHaveLength(
      contacts.filter(({ isHomeRun }) => isHomeRun).length,
    );
    const outs = points(feed(), 'spray', 'out').length;
    expect(outs).toBeGreaterThan(0);
    // What a client shows late it does not show any more once the next turn starts.
    if (name === 'client') expect(outs).toBeLessThanOrEqual(marks(feed(), '✕'));
    else expect(outs).toBe(marks(feed(), '✕'));
  });

  it('draws the bat around contacts, as long as a bat', () => {
    const sweeps = seen(feed(), 'sweep');
    expect(sweeps.length).toBeGreaterThan(0);
    expect(sweeps.length).toBeLessThanOrEqual(points(feed(), 'spray').length);
    for (const { strokes } of sweeps) {
      expect(strokes.length).toBeGreaterThan(0);
      for (const [t, x1, y1, z1, x2, y2, z2] of strokes) {
        expect(Math.abs(t)).toBeLessThanOrEqual(0.4);
        expect(Math.hypot(x2 - x1, y2 - y1, z2 - z1)).toBeCloseTo(0.85, 5);
      }
      expect(strokes.map(([t]) => t)).toEqual(strokes.map(([t]) => t).sort((one, other) => one - other));
    }
  });

  it('tells the run from its intro to its end', () => {
    const innings = [...new Set(bands(feed(), 'innings'))].length;
    expect(points(feed(), 'score', 'score')).toHaveLength(innings);
    expect(points(feed(), 'score', 'target').map(({ x }) => x)).toEqual(
      [...Array(innings).keys()].map((x) => x + 1),
    );
    expect(marks(feed(), '✓')).toBe(innings);
    expect(seen(feed(), 'mark').filter(({ label }) => label === 'Run won')).toHaveLength(1);
    expect(bands(feed(), 'gates')[0]).toMatch(/^Intro: waiting for \w+(, \w+)* and \w+$/);
    expect(bands(feed(), 'gates').some((label) => label.startsWith('Shop: waiting for '))).toBe(innings > 1);
    expect(bands(feed(), 'pitches')).toHaveLength(actedOn(feed(), 'AtBatPitch').length);
    expect(bands(feed(), 'at-bats').length).toBeGreaterThanOrEqual(innings);
  });

  it('closes every band', () => {
    const open = new Set<string>();
    for (const sighting of framesOf(feed()).flatMap(({ sightings }) => sightings)) {
      if (sighting.kind === 'band') open.add(sighting.row);
      if (sighting.kind === 'band-end') open.delete(sighting.row);
    }
    expect([...open]).toEqual([]);
  });
});

describe('a run with a player who drops', () => {
  it.each(['host', 'client'])('is told with names on the log of the %s', (name) => {
    const feed = feeds[name] ?? [];
    const labels = seen(feed, 'mark').map(({ label }) => label);
    expect(labels.filter((label) => label.endsWith(' is here'))).toEqual(
      NAMES.map((player) => `${player} is here`),
    );
    expect(labels.filter((label) => label.endsWith(' dropped'))).toEqual(['Cy dropped']);
    expect(new Set(bands(feed, 'innings'))).toHaveLength(INNINGS);
    expect(new Set(bands(feed, 'turns'))).toEqual(new Set(bands(feed, 'at-bats')));
  });

  it('is seen alike on both sides', () => {
    const glyphs = ['★', '✕', '○', '✓'];
    const counts = (name: string) => glyphs.map((glyph) => marks(feeds[name] ?? [], glyph));
    expect(counts('client')).toEqual(counts('host'));
    expect(points(feeds.client ?? [], 'score').map(({ y }) => y)).toEqual(
      points(feeds.host ?? [], 'score').map(({ y }) => y),
    );
    expect(bands(feeds.client ?? [], 'turns')).toEqual(bands(feeds.host ?? [], 'turns'));
  });
});
