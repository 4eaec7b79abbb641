/** What the page works out of a match for its charts and its tree: visits, verdicts, delays, parents. */
import { describe, expect, it } from 'vitest';
import { chartMoment } from '../../../src/inspector/page/model/chart-moment.js';
import { feedOfFile } from '../../support/inspector.js';
import { state, transition } from './charts.js';
import { frame, headerOf, indexed, step } from './reels.js';

const DOOR = state({
  initial: 'shut',
  states: {
    shut: state({
      transitions: [
        { event: 'open', targets: ['open'], guard: 'isUnlocked', actions: [] },
        { event: 'knock', targets: [], actions: ['answer'] },
        { event: 'ring', targets: [], guard: 'isLoud', actions: [] },
        { event: 'ring', targets: ['open'], actions: [] },
      ],
    }),
    open: state({
      transitions: [
        { event: 'xstate.after.draught.door.open', targets: ['shut'], actions: [], delay: 'draught' },
        { event: 'xstate.after.500.door.open', targets: ['gone'], actions: [], delay: '500' },
        { event: '', targets: ['gone'], guard: 'isWindy', actions: [] },
      ],
    }),
    gone: state({ type: 'final' }),
  },
});

describe('visits', () => {
  it('are those of the golden run, as its steps say', async () => {
    const { reel, visits } = indexed(await feedOfFile());
    const of = (kind: 'state' | 'arrow', id: string) => visits.of('run', kind, id).length;
    const runSteps = reel.steps.filter(
      ({ step: { chart, kind } }) => chart === 'run' && kind === 'transition',
    );
    expect(runSteps.length).toBeGreaterThan(5);
    const turns = runSteps.filter(({ step: { event } }) => event === 'xstate.done.actor.turn').length;
    expect(turns).toBeGreaterThan(1);
    expect(of('state', 'inning.deciding')).toBe(turns);
    expect(of('arrow', 'inning.batting#3')).toBe(turns);
    expect(of('state', 'intro')).toBe(runSteps.filter(({ step: { from } }) => from === '').length);
  });

  it('explain every transition of the golden run that changed a state', async () => {
    const { reel, visits } = indexed(await feedOfFile());
    const unexplained = reel.steps.filter(
      ({ index, step: { kind, from, to } }) =>
        kind === 'transition' && from !== '' && from !== to && visits.traceOf(index)?.arrows.length === 0,
    );
    expect(unexplained.map(({ step: { actor, event } }) => `${actor} ${event}`)).toEqual([]);
  });

  it('grow with their reel', () => {
    const { reel, visits } = indexed([
      headerOf({ door: DOOR }),
      frame(0, step('door', 'xstate.init', '', 'shut')),
    ]);
    expect(visits.of('door', 'state', 'open')).toEqual([]);
    reel.append(frame(4, step('door', 'open', 'shut', 'open')));
    visits.grow();
    expect(visits.of('door', 'state', 'open')).toEqual([1]);
  });
});

describe('chartMoment', () => {
  const momentAt = (entries: Parameters<typeof indexed>[0], at: number) => {
    const { reel, visits } = indexed(entries);
    const graph = visits.graphOf('door');
    if (graph === undefined) throw new RangeError('there is no door');
    return chartMoment(visits, graph, reel.actorAt('door', reel.stepAtFrame(at)), at);
  };
  const start = frame(
    0,
    step('door', 'xstate.init', '', 'shut', {
      next: [
        ['open', 'forbidden'],
        ['ring', 'taken'],
      ],
    }),
  );

  it('says what is possible and what a guard forbids', () => {
    const { next, active } = momentAt([headerOf({ door: DOOR }), start], 0);
    expect([...active].map(({ path }) => path)).toEqual(['shut']);
    expect(Object.fromEntries(next)).toEqual({
      'shut#0': 'forbidden',
      'shut#1': 'open',
      'shut#2': 'one-of',
      'shut#3': 'one-of',
    });
  });

  it('knows no verdict without notes, but what always would have been taken', () => {
    const opened = frame(6, step('door', 'open', 'shut', 'open'));
    const { next } = momentAt(
      [headerOf({ door: DOOR }), frame(0, step('door', 'xstate.init', '', 'shut')), opened],
      6,
    );
    expect(next.get('open#2')).toBe('forbidden');
    const shut = momentAt([headerOf({ door: DOOR }), frame(0, step('door', 'xstate.init', '', 'shut'))], 0);
    expect(shut.next.get('shut#0')).toBe('unknown');
  });

  it('counts the time left of delays, by the notes or by the chart', () => {
    const opened = frame(
      30,
      step('door', 'open', 'shut', 'open', { delays: [['xstate.after.draught.door.open', 1010]] }),
    );
    const { pending } = momentAt([headerOf({ door: DOOR }), start, opened], 60);
    expect(pending).toEqual([
      {
        arrow: 'open#0',
        event: 'xstate.after.draught.door.open',
        dueFrame: 91,
        msLeft: expect.closeTo(516.7, 1),
      },
      { arrow: 'open#1', event: 'xstate.after.500.door.open', dueFrame: 60, msLeft: 0 },
    ]);
    const unknown = momentAt(
      [headerOf({ door: DOOR }), start, frame(30, step('door', 'open', 'shut', 'open'))],
      30,
    );
    expect(unknown.pending[0]).toMatchObject({ dueFrame: undefined, msLeft: undefined });
  });

  it('lights nothing of an actor that is not there, and expects nothing of one at its end', () => {
    expect(momentAt([headerOf({ door: DOOR }), frame(5)], 0).active.size).toBe(0);
    const gone = frame(9, step('door', 'xstate.after.500.door.open', 'open', 'gone'));
    const { next, pending } = momentAt([headerOf({ door: DOOR }), start, gone], 9);
    expect([next.size, pending.length]).toEqual([0, 0]);
  });
});

describe('actors', () => {
  it('of the golden run hang below whoever started them', async () => {
    const { actors } = indexed(await feedOfFile());
    expect(actors.places.map(({ id, parent, depth }) => [id, parent, depth])).toEqual([
      ['session', undefined, 0],
      ['lobby', 'session', 1],
      ['run', 'session', 1],
      ['turn', 'run', 2],
      ['at-bat', 'turn', 3],
    ]);
  });

  it('that nobody invokes hang below the one that acted in the same moment', () => {
    const charts = { boss: state({ states: { a: state() }, initial: 'a' }) };
    const { actors } = indexed([
      headerOf(charts),
      frame(0, step('boss', 'xstate.init', '', 'a')),
      frame(
        3,
        step('boss', 'hire', 'a', 'a'),
        step('one', 'xstate.init', '', 'a', { chart: 'boss' }),
        step('two', 'xstate.init', '', 'a', { chart: 'boss' }),
      ),
      frame(5, step('late', 'xstate.init', '', 'a', { chart: 'boss', cause: 0 })),
    ]);
    expect(actors.places.map(({ id, parent }) => [id, parent])).toEqual([
      ['boss', undefined],
      ['one', 'boss'],
      ['two', 'boss'],
      ['late', undefined],
    ]);
  });

  it('come and go, and come again', () => {
    const { actors } = indexed([
      headerOf({ door: DOOR }),
      frame(1, step('door', 'xstate.init', '', 'shut')),
      frame(2, step('door', 'xstate.stop', 'shut', 'shut')),
      frame(3, step('door', 'xstate.init', '', 'shut')),
      frame(4, step('door', 'magic', 'shut', 'gone')),
    ]);
    expect([-1, 0, 1, 2, 3].map((at) => actors.phaseAt('door', at))).toEqual([
      { phase: 'not-yet', state: '' },
      { phase: 'runs', state: 'shut' },
      { phase: 'ended', state: 'shut' },
      { phase: 'runs', state: 'shut' },
      { phase: 'ended', state: 'gone' },
    ]);
    expect(actors.startsOf('door')).toEqual([0, 2]);
    expect(actors.countAt('door', 1)).toBe(2);
  });

  it('that name each other as parent end', () => {
    const charts = {
      a: state({ invokes: ['b: b'] }),
      b: state({ invokes: ['a: a'], transitions: [transition('x')] }),
    };
    const { actors } = indexed([
      headerOf(charts),
      frame(0, step('a', 'xstate.init', '', ''), step('b', 'xstate.init', '', '')),
    ]);
    expect(actors.places.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  });
});
