/** RP6: whatever differs between a log and its replay is named: frame, actor, event, field, what was expected and what is. */
import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import type { Plain } from '../../src/game.js';
import { randomOf } from '../../src/random.js';
import { compareBatches } from '../../src/session/divergence.js';
import { resume, verify } from '../../src/session/replay.js';
import type { Batch, StepRecord, TransitionRecord } from '../../src/store/batch.js';
import { host, hostRig, playOn, shortDerby } from '../machines/driver.js';
import { left, type Rig } from '../machines/harness.js';
import { editLog } from './edited-log.js';
import { nudge, tinyGame, tinyRig } from './tiny-game.js';

const played: Rig = hostRig();
host.startRun(played);
played.deliver(left(2));
playOn(played);
const log = played.log();

const check = (edited: typeof log) => verify({ log: edited, game: shortDerby }).firstDivergence;

/** The log with step `at` of batch `index` replaced. */
function withStep(index: number, at: number, change: (step: TransitionRecord) => StepRecord): typeof log {
  return editLog(log, (batch, position) =>
    position === index
      ? {
          ...batch,
          steps: batch.steps.map((step, n) => (n === at ? change(step as TransitionRecord) : step)),
        }
      : batch,
  );
}

/** Another value of the same kind. */
function flipped(value: Plain): Plain {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value}!` : 'flipped';
}

interface Spot {
  readonly index: number;
  readonly at: number;
  readonly field: string;
  readonly batch: Batch;
  readonly step: TransitionRecord;
}

const spots: readonly Spot[] = played.batches.flatMap((batch, index) =>
  batch.steps.flatMap((step, at) =>
    step.kind === 'transition' ? step.changes.map(([field]) => ({ index, at, field, batch, step })) : [],
  ),
);

describe('RP6: a log and its replay', () => {
  it('the log as it was written is identical, also written again batch by batch', () => {
    expect(spots.length).toBeGreaterThan(100);
    for (const whole of [log, editLog(log, (batch) => batch)]) {
      expect(whole.digest).toBe(log.digest);
      expect(verify({ log: whole, game: shortDerby })).toMatchObject({
        verdict: 'identical',
        digest: log.digest,
        firstDivergence: null,
      });
    }
  });

  it('one field flipped in one actor is named, whichever it is', () => {
    // Every field of every actor of the run once, and not the same batch each time.
    const chosen = new Map(spots.map((spot) => [`${spot.step.actor}.${spot.field}`, spot]));
    expect(chosen.size).toBeGreaterThan(30);
    for (const { index, at, field, batch, step } of chosen.values()) {
      const wrong = flipped(step.changes.find(([name]) => name === field)?.[1] ?? null);
      const edited = withStep(index, at, (one) => ({
        ...one,
        changes: one.changes.map(([name, value]) => [name, name === field ? wrong : value] as const),
      }));
      const found = check(edited);
      expect(found).toMatchObject({ frame: batch.frame, actor: step.actor, event: step.event, field });
      expect(found?.expected).toEqual(wrong);
      expect(found?.actual).toEqual(step.changes.find(([name]) => name === field)?.[1]);
      expect(found?.sentence).toContain(
        `Frame ${batch.frame}, actor "${step.actor}", event "${step.event}": ${field}`,
      );
    }
  });

  it('a field deep inside is named by its path', () => {
    const [spot] = spots.filter(({ field, step }) => field === 'roster' && step.event === 'peer.left');
    const { index, at } = spot as Spot;
    const edited = withStep(index, at, (step) => ({
      ...step,
      changes: step.changes.map(([name, value]) => [name, connectedAgain(value)] as const),
    }));
    expect(check(edited)).toMatchObject({
      actor: 'lobby',
      event: 'peer.left',
      field: 'roster[1].connected',
      expected: true,
      actual: false,
    });
  });

  it('a change left out, and one made up, are named', () => {
    const { index, at, field, step } = spots.find(({ step: { event } }) => event === 'PlayFeed') as Spot;
    expect(check(withStep(index, at, (one) => ({ ...one, changes: one.changes.slice(1) })))).toMatchObject({
      field,
      expected: 'unchanged',
      actual: step.changes[0]?.[1],
    });
    const made: TransitionRecord['changes'] = [...step.changes, ['luck', 7]];
    expect(check(withStep(index, at, (one) => ({ ...one, changes: made })))).toMatchObject({
      field: 'luck',
      expected: 7,
      actual: 'unchanged',
    });
  });

  it.each<[string, (step: TransitionRecord) => StepRecord, object]>([
    ['another state', (step) => ({ ...step, to: 'over' }), { field: 'state', expected: 'over' }],
    [
      'another state before',
      (step) => ({ ...step, from: 'over' }),
      { field: 'state before', expected: 'over' },
    ],
    ['another actor', (step) => ({ ...step, actor: 'umpire' }), { field: 'actor', expected: 'umpire' }],
    ['another event', (step) => ({ ...step, event: 'Foul' }), { field: 'event', expected: 'Foul' }],
    ['another cause', (step) => ({ ...step, cause: 9 }), { field: 'cause', expected: 9, actual: 1 }],
    [
      'a refusal instead',
      ({ cause, actor, event }) => ({ kind: 'refusal', cause, actor, event, rule: 'turn/not-now' }),
      { field: 'step', expected: 'refused by turn/not-now' },
    ],
  ])('%s is named', (_, change, found) => {
    const { index, at } = spots.find(({ step: { event } }) => event === 'PlayFeed') as Spot;
    expect(check(withStep(index, at, change))).toMatchObject(found);
  });

  it('a step too many and a step too few are named', () => {
    const { index, step } = spots.find(({ step: { event } }) => event === 'PlayFeed') as Spot;
    const withSteps = (change: (steps: readonly StepRecord[]) => readonly StepRecord[]) =>
      check(editLog(log, (batch, n) => (n === index ? { ...batch, steps: change(batch.steps) } : batch)));
    expect(withSteps((steps) => [...steps, step])).toMatchObject({ field: 'step', actual: 'no step' });
    expect(withSteps((steps) => steps.slice(0, -1))).toMatchObject({ field: 'step', expected: 'no step' });
  });

  it('a batch left out, and one at another frame, are named by the frame', () => {
    // One that a timer made: without it the replay still makes it.
    const index = played.batches.findIndex(({ inputs, frame }) => inputs.length === 0 && frame > 0);
    const { frame } = played.batches[index] as Batch;
    const gone = check(editLog(log, (batch, n) => (n === index ? undefined : batch)));
    expect(gone).toMatchObject({ field: 'frame', actual: frame });
    const late = check(editLog(log, (batch, n) => (n === index ? { ...batch, frame: frame + 1 } : batch)));
    expect(late).toMatchObject({ field: 'frame', expected: frame + 1, actual: frame });
  });

  it('the same said in other bytes is no identical log', () => {
    const { index, at } = spots.find(({ step }) => step.changes.length > 1) as Spot;
    const edited = withStep(index, at, (step) => ({ ...step, changes: [...step.changes].reverse() }));
    const report = verify({ log: edited, game: shortDerby });
    expect(report).toMatchObject({ verdict: 'diverged', firstDivergence: { field: 'encoding' } });
  });

  it('a log that differs cannot be continued', () => {
    const { index, at } = spots[spots.length - 1] as Spot;
    const edited = withStep(index, at, (step) => ({ ...step, to: 'elsewhere' }));
    expect(() => resume({ log: edited, game: shortDerby })).toThrow(
      expect.objectContaining({ code: 'replay/diverged' }),
    );
  });
});

describe('RP6: another build', () => {
  /** Draws once a nudge; the other build draws `extra` times more at the second one. */
  const drawing = (extra: number) =>
    setup({ types: {} as { context: { drawn: number[] } } }).createMachine({
      id: 'session',
      context: { drawn: [] },
      on: {
        Nudge: {
          actions: assign({
            drawn: ({ context: { drawn }, system }) => {
              const stream = randomOf(system, 'luck');
              for (let more = 0; more < (drawn.length === 1 ? extra : 0); more++) stream.unit();
              return [...drawn, stream.integer(0, 1000)];
            },
          }),
        },
      },
    });

  it('one extra random draw is named by its stream and both counts, not by the values that differ after it', () => {
    const rig = tinyRig(drawing(0));
    rig.deliver(nudge());
    rig.deliver(nudge());
    rig.deliver(nudge());
    const { firstDivergence } = verify({ log: rig.log(), game: tinyGame(drawing(1)) });
    expect(firstDivergence).toMatchObject({
      frame: 2,
      actor: 'session',
      event: 'Nudge',
      field: 'draws of luck',
      expected: 2,
      actual: 3,
    });
    expect(firstDivergence?.sentence).toBe(
      'Frame 2, actor "session", event "Nudge": draws of luck should be 2 and is 3.',
    );
  });

  it('a draw from another stream is named too', () => {
    const other = setup({ types: {} as { context: { drawn: number[] } } }).createMachine({
      id: 'session',
      context: { drawn: [] },
      on: {
        Nudge: { actions: assign({ drawn: ({ system }) => [randomOf(system, 'chance').integer(0, 9)] }) },
      },
    });
    const rig = tinyRig(drawing(0));
    rig.deliver(nudge());
    const { firstDivergence } = verify({ log: rig.log(), game: tinyGame(other) });
    expect(firstDivergence).toMatchObject({ frame: 1, field: 'draws of luck', expected: 1, actual: null });
  });
});

describe('compareBatches', () => {
  it('says nothing of two that say the same, and names an input that differs', () => {
    const [first, second] = [played.batches[1], played.batches[2]] as [Batch, Batch];
    expect(compareBatches(first, first)).toBeUndefined();
    expect(compareBatches(undefined, undefined)).toBeUndefined();
    const moved = { ...second, frame: first.frame };
    expect(compareBatches(first, moved)?.field).toMatch(/^inputs\[/);
  });
});

function connectedAgain(value: Plain): Plain {
  const players = value as readonly { readonly [key: string]: Plain }[];
  return players.map((player) => ({ ...player, connected: true }));
}
