/** Actors find their charts by what the charts say, and no chart is told when several would do. */
import { describe, expect, it } from 'vitest';
import { ActorCharts } from '../../../src/inspector/feed/actor-charts.js';
import { homeRunDerby } from '../../../src/machines/home-run-derby.js';
import { chartsOf } from '../../../src/session/chart.js';
import type { TransitionRecord } from '../../../src/store/batch.js';
import type { ChartState } from '../../../src/store/log-header.js';

const leaf = (...events: string[]): ChartState => ({
  type: 'atomic',
  transitions: events.map((event) => ({ event, targets: [], actions: [] })),
  invokes: [],
  entry: [],
  exit: [],
  states: {},
});
const node = (states: Record<string, ChartState>, more: Partial<ChartState> = {}): ChartState => ({
  ...leaf(),
  type: 'compound',
  initial: Object.keys(states)[0] ?? '',
  states,
  ...more,
});
const step = (actor: string, from: string, to: string, event = 'go'): TransitionRecord => ({
  kind: 'transition',
  cause: 0,
  actor,
  event,
  from,
  to,
  changes: [],
});

describe('the charts of actors', () => {
  it('are those of their name', () => {
    const charts = new ActorCharts({ one: node({ a: leaf() }), two: node({ a: leaf() }) });
    charts.see(step('two', '', 'a'));
    expect(charts.of('two')).toBe('two');
    expect(charts.of('three')).toBe('');
  });

  it('are told by where an actor starts, on a client of the game', () => {
    const charts = new ActorCharts(chartsOf(homeRunDerby.client.root));
    charts.see(step('session', '', 'connecting'));
    charts.see(step('run', '', 'intro'));
    charts.see(step('at-bat', '', 'ready'));
    expect(['session', 'run', 'at-bat'].map((actor) => charts.of(actor))).toEqual([
      'client-session',
      'client-run',
      'at-bat',
    ]);
  });

  it('are told by who invokes them', () => {
    const parent = node({ idle: leaf() }, { invokes: ['left: door'] });
    const charts = new ActorCharts({ parent, door: node({ shut: leaf() }), window: node({ shut: leaf() }) });
    charts.see(step('left', '', 'shut'));
    expect(charts.of('left')).toBe('door');
  });

  it('are told once an event or a state leaves one only, and anew after each start', () => {
    const charts = new ActorCharts({
      one: node({ a: leaf('x'), b: leaf() }),
      two: node({ a: leaf('y'), b: leaf() }),
    });
    charts.see(step('some', '', 'a'));
    expect(charts.of('some')).toBe('');
    charts.see(step('some', 'a', 'b', 'y'));
    expect(charts.of('some')).toBe('two');
    charts.see(step('some', '', 'a'));
    expect(charts.of('some')).toBe('');
    charts.learn('some', 'one');
    expect(charts.of('some')).toBe('one');
  });

  it('knows paths of parallel states', () => {
    const both = node(
      { l: node({ on: leaf(), off: leaf() }), r: node({ up: leaf() }) },
      { type: 'parallel' },
    );
    const charts = new ActorCharts({ both: node({ in: both }), other: node({ in: node({ l: leaf() }) }) });
    charts.see(step('some', '', 'in.l.off & r.up'));
    expect(charts.of('some')).toBe('both');
    charts.see(step('third', '', 'in.l.off & r.down'));
    expect(charts.of('third')).toBe('');
  });

  it.each([
    [
      'more charts',
      Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`chart ${index}`, leaf()])),
    ],
    [
      'more states',
      { one: node(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`s${index}`, leaf()]))) },
    ],
  ])('are not looked for among %s than anybody wrote', (_, charts) => {
    const found = new ActorCharts({ ...charts, door: node({ shut: leaf() }) });
    found.see(step('door', '', 'shut'));
    expect(found.of('door')).toBe('');
    found.learn('door', 'door');
    expect(found.of('door')).toBe('door');
  });
});
