/**
 * Whatever comes, in whatever order, from whomever: nothing is thrown out of the kernel, no two live actors share a name, all
 * that is sent is legal, and the log replays to the same bytes in any step size. On failure fast-check prints seed and input.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Input, Plain } from '../../src/game.js';
import type { RunContext } from '../../src/machines/run.js';
import type { LinkEnd } from '../../src/peers.js';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import { fold, resume, verify } from '../../src/session/replay.js';
import { valueArbitrary } from '../protocol/arbitrary.js';
import { shortDerby } from './driver.js';
import { command, joined, left, type Rig } from './harness.js';
import { prepared, type Recipe, recipes } from './recipes.js';
import { type MessageName, messageNames, samples } from './samples.js';

/** What happens in one frame, and how many frames pass before it. */
interface Moment {
  readonly frames: number;
  readonly inputs: readonly Input[];
}

const peers = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 4 }) },
  fc.integer({ min: 0, max: 255 }),
);
const names = fc.constantFrom(...messageNames);
const ends = fc.constantFrom<LinkEnd>('left', 'timed-out', 'host-gone', 'refused', 'overflow', 'closed');

const encoded = (peer: number, name: MessageName, value: unknown): Input => ({
  kind: 'message',
  peer,
  bytes: homeRunDerbyProtocol.encode(name, value as never),
});

/** Any legal value of any message. */
const wildMessage = fc.tuple(peers, names).chain(([peer, name]) => {
  const { fields } = homeRunDerbyProtocol.byName(name) ?? { fields: {} };
  return valueArbitrary(fields).map((value) => encoded(peer, name, value));
});

/** A message that makes sense, from somebody it may make sense from: these get a run somewhere. */
const likelyMessage = fc
  .tuple(peers, names, peers)
  .map(([peer, name, about]) => encoded(peer, name, samples[name](about)));

const commands = fc.oneof(
  fc.constant(command('startRun')),
  fc
    .record({ parkId: fc.string({ unit: 'binary' }), difficulty: fc.oneof(fc.integer(), fc.double()) })
    .map((value) => command('startRun', value)),
  fc.jsonValue().map((value) => command('startRun', value as Plain)),
  fc.string({ maxLength: 8 }).map((name) => command(name)),
);

const inputs: fc.Arbitrary<Input> = fc.oneof(
  { weight: 8, arbitrary: likelyMessage },
  { weight: 3, arbitrary: wildMessage },
  { weight: 2, arbitrary: peers.map(joined) },
  { weight: 2, arbitrary: fc.tuple(peers, ends).map(([peer, end]) => left(peer, end, 'gone')) },
  { weight: 1, arbitrary: commands },
  { weight: 1, arbitrary: fc.nat(60).map((at) => command(at === 0 ? 'close' : 'startRun')) },
);

const moments: fc.Arbitrary<readonly Moment[]> = fc.array(
  fc.record({
    frames: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 20_000 })),
    inputs: fc.array(inputs, { maxLength: 6 }),
  }),
  { maxLength: 40 },
);

function play(recipe: Recipe, plan: readonly Moment[]): Rig {
  const rig = prepared(recipe);
  for (const moment of plan) {
    rig.kernel.step(rig.kernel.frame + moment.frames, moment.inputs);
    const ids = rig.kernel.actorIds;
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) if (id !== 'session') expect(rig.snapshot(id)?.status).toBe('active');
    expectSoundRun(rig);
  }
  return rig;
}

/** What holds in every run at every rest. */
function expectSoundRun(rig: Rig): void {
  if (rig.game.host.root.id !== rig.snapshot('session')?.machine.id || rig.state('run') === undefined) return;
  const { outsLeft, pool, teamScore, connected, ready, batter } = rig.context<RunContext>('run');
  expect(outsLeft).toBeGreaterThanOrEqual(0);
  expect(outsLeft).toBeLessThanOrEqual(pool);
  expect(teamScore).toBeGreaterThanOrEqual(0);
  expect(teamScore).toBeLessThanOrEqual(0x7fffffff);
  expect(connected.length).toBeGreaterThan(0);
  expect(connected).toEqual(expect.arrayContaining([...ready]));
  if (rig.state('run') === 'inning.batting') {
    expect(connected).toContain(batter);
    expect(rig.context('turn')).toMatchObject({ batter });
  }
}

describe('random sessions', () => {
  it('RP1: never throw, keep their names apart, and replay to the same log in any step size', () => {
    let transitions = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...recipes),
        moments,
        fc.integer({ min: 60, max: 5000 }),
        (recipe, plan, framesPerStep) => {
          const rig = play(recipe, plan);
          const log = rig.log();
          const report = verify({ log, game: shortDerby, framesPerStep });
          expect(report.firstDivergence).toBeNull();
          expect(report.digest).toBe(log.digest);
          transitions += report.transitions;
        },
      ),
      { numRuns: 200 },
    );
    expect(transitions).toBeGreaterThan(2000);
  });

  it('RP3: replayed to a frame and then the rest, and folded, they have the same states', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...recipes),
        moments,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (recipe, plan, part) => {
          const rig = play(recipe, plan);
          const log = rig.log();
          const untilFrame = Math.floor(rig.kernel.frame * part);
          const { kernel, goLive } = resume({ log, game: shortDerby, untilFrame });
          goLive(() => {});
          for (const batch of rig.batches.filter(({ frame }) => frame > untilFrame))
            kernel.step(batch.frame, batch.inputs);
          expect(kernel.digest).toBe(log.digest);
          const { actors } = fold(log);
          for (const id of rig.kernel.actorIds)
            expect(actors.get(id)).toEqual({ state: rig.state(id), context: rig.context(id) });
        },
      ),
      { numRuns: 100 },
    );
  });
});
