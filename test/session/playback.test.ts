import { describe, expect, it } from 'vitest';
import { createMemoryStore, type MemoryStore } from '../../src/index.js';
import type { DerbyTypes } from '../../src/machines/home-run-derby.js';
import { type DerbySession, joinOn, setTable, startTurn, type Table, verifyStore } from './table.js';

/** Frames that playback adds to the least delay seen: 0.15 s. */
const BUFFER_FRAMES = 9;
/** A hop over loopback, batter to host to spectator, in frames; and what frame times round to. */
const HOPS = 4;

/** A turn in which two clients bat before the host, and everybody's session. */
async function threeAtTable(): Promise<{ table: Table; store: MemoryStore; watcher: DerbySession }> {
  for (let seed = 1; seed < 50; seed++) {
    const table = await setTable({ names: ['Ann', 'Bo'], host: { seed } });
    const store = createMemoryStore();
    const watcher = await joinOn(table.loopback.connect(), { name: 'Cy', store });
    table.seat(watcher);
    const all = { ...table, clients: [...table.clients, watcher] };
    startTurn(all);
    if (String(table.host.view.battingOrder) === '1,2,0') return { table: all, store, watcher };
  }
  throw new RangeError('no seed gives the batting order 1, 2, 0');
}

interface Seen {
  readonly name: string;
  readonly frame: number;
}

function watch(table: Table, session: DerbySession): Seen[] {
  const seen: Seen[] = [];
  session.received$.subscribe(({ name }) => {
    if (name.startsWith('AtBat')) seen.push({ name, frame: Math.round((table.now() * 60) / 1000) });
  });
  return seen;
}

const begin = { batter: 9, batUpgradeId: '', outs: 0, ringRadius: 1, teamScore: 0 };
type Messages = DerbyTypes['messages'];
const pitchAt = (at: number): Messages['AtBatPitch'] => ({
  at,
  pitchTypeId: 'curve',
  release: [0, 0, 0],
  plateLocation: [0, 0, 0],
  speedMph: 80,
  releaseTime: 0.1,
  flightTime: 0.5,
  wobble: 0,
  isInZone: true,
  effect: 0,
  bossEffect: 0,
  arcAngle: 0,
  decoys: [],
});
const resultAt = (at: number): Messages['AtBatResult'] => ({
  at,
  outcome: 0,
  timingOffset: 0,
  timingQuality: 0,
  contactQuality: 0,
  quality: 0,
  isGreen: false,
  greenStreak: 0,
  exitVelocityMph: 0,
  launchAngleDeg: 0,
  sprayAngleDeg: 0,
  zone: 0,
  hitAim: [0, 0],
  curveAccel: 0,
  gravityScale: 1,
  madeContact: false,
});
const poseAt = (t: number, x: number) =>
  ({ t, aim: [x, 0], hands: [x, 0, 0], direction: [0, 1, 0], twist: x }) as const;

/** One pitch of `batter`, whose clock says `clock`; swing and result arrive together. Returns the frame of the pitch. */
function playPitch(table: Table, batter: DerbySession, clock: number): number {
  expect(batter.send('AtBatBegin', begin)).toEqual({ ok: true });
  table.run(6);
  const frame = Math.round((table.now() * 60) / 1000);
  expect(batter.send('AtBatPitch', pitchAt(clock))).toEqual({ ok: true });
  table.run(30);
  expect(batter.send('AtBatSwing', { pressTime: clock + 0.4 })).toEqual({ ok: true });
  expect(batter.send('AtBatResult', resultAt(clock + 0.5))).toEqual({ ok: true });
  table.run(40);
  return frame;
}

function expectLate(seen: readonly Seen[], pitchFrame: number): void {
  expect(seen.map(({ name }) => name)).toEqual(['AtBatBegin', 'AtBatPitch', 'AtBatSwing', 'AtBatResult']);
  const [, pitch = 0, swing = 0, result = 0] = seen.map(({ frame }) => frame - pitchFrame);
  expect(pitch).toBeGreaterThanOrEqual(BUFFER_FRAMES);
  expect(pitch).toBeLessThanOrEqual(BUFFER_FRAMES + HOPS);
  // As far apart as at the plate, 0.4 s and 0.1 s, however they came in.
  expect(Math.abs(swing - pitch - 24)).toBeLessThanOrEqual(1);
  expect(Math.abs(result - swing - 6)).toBeLessThanOrEqual(1);
}

describe('playback', () => {
  it("shows another's at-bat late and evenly, to a client and to the host's own player", async () => {
    const { table, watcher, store } = await threeAtTable();
    const [bo] = table.clients as [DerbySession];
    const [onClient, onHost, onBatter] = [watch(table, watcher), watch(table, table.host), watch(table, bo)];
    const pitchFrame = playPitch(table, bo, 1_000);
    expectLate(onClient, pitchFrame);
    expectLate(onHost, pitchFrame);
    expect(onBatter).toEqual([]);
    expect(verifyStore(store).verdict).toBe('identical');
  });

  it('starts anew with the next turn, whose clock may say anything, on every side', async () => {
    const { table } = await threeAtTable();
    const [bo, cy] = table.clients as [DerbySession, DerbySession];
    playPitch(table, bo, 1_000);
    bo.send('AtBatPose', poseAt(1_001, 1));
    table.run(2);
    bo.send('TurnEnd', { scoreGained: 1, homeRuns: 0, longestFt: 0 });
    table.run(6);
    expect(table.host.view.turn?.batter).toBe(2);
    expect([table.host, bo].map((session) => session.shown('AtBatPose'))).toEqual([undefined, undefined]);
    const [onHost, onBo] = [watch(table, table.host), watch(table, bo)];
    const pitchFrame = playPitch(table, cy, 5);
    expectLate(onHost, pitchFrame);
    expectLate(onBo, pitchFrame);
    cy.send('AtBatPose', poseAt(6, 0.5));
    table.run(30);
    for (const session of [table.host, bo]) expect(session.shown('AtBatPose')).toMatchObject({ t: 6 });
  });

  it('shows the pose between two poses, on every side but the own, and holds the last one', async () => {
    const { table, watcher } = await threeAtTable();
    const [bo] = table.clients as [DerbySession];
    bo.send('AtBatBegin', begin);
    table.run(6);
    const shown: (readonly [number, number])[] = [];
    for (let frame = 0; frame <= 60; frame++) {
      if (frame % 6 === 0) expect(bo.send('AtBatPose', poseAt(50 + frame / 60, frame))).toEqual({ ok: true });
      table.run(1);
      const poses = [table.host, watcher].map((session) => session.shown('AtBatPose'));
      for (const pose of poses) if (pose && frame > 20) shown.push([pose.t, pose.aim[0]]);
    }
    expect(shown.length).toBeGreaterThan(70);
    for (const [t, x] of shown) expect(x).toBeCloseTo((t - 50) * 60, 2);
    const between = shown.filter(([, x]) => Math.abs(x % 6) > 0.5 && Math.abs(x % 6) < 5.5);
    expect(between.length).toBeGreaterThan(shown.length / 2);
    expect(bo.shown('AtBatPose')).toBeUndefined();
    table.run(60);
    expect(table.host.shown('AtBatPose')?.aim[0]).toBe(60);
    expect(watcher.shown('AtBatSwing')).toBeUndefined();
  });

  it("keeps a client's log as what was shown, and when: it replays without a clock", async () => {
    const { table, store, watcher } = await threeAtTable();
    const [bo] = table.clients as [DerbySession];
    for (const clock of [10, 11]) {
      bo.send('AtBatBegin', begin);
      table.run(6);
      bo.send('AtBatPitch', pitchAt(clock));
      table.run(40);
    }
    const closing = watcher.close();
    await Promise.resolve();
    table.run(5);
    await closing;
    const report = verifyStore(store);
    expect(report.verdict).toBe('identical');
    expect(report.transitions).toBe(watcher.log.transitions);
  });
});
