/** Steps matched to what they did in a chart: by hand, and against machines that run. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, createMachine, setup } from 'xstate';
import { activeLeaves, activeStates } from '../../../src/inspector/charts/active.js';
import { ChartGraph } from '../../../src/inspector/charts/chart-graph.js';
import { type TracedStep, traceStep } from '../../../src/inspector/charts/trace.js';
import { homeRunDerby } from '../../../src/machines/home-run-derby.js';
import { chartsOf } from '../../../src/session/chart.js';
import { stateText } from '../../../src/session/recorder.js';
import { graphOf, state, transition } from './charts.js';

const charts = chartsOf(homeRunDerby.host.root);
const chart = (id: string): ChartGraph => new ChartGraph(id, charts[id] ?? state());

function traced(graph: ChartGraph, step: TracedStep): { arrows: string[]; entered: string[] } {
  const { arrows, entered } = traceStep(graph, step);
  return { arrows: arrows.map(({ id }) => id), entered: entered.map(({ path }) => path) };
}

describe('traceStep', () => {
  it('follows a start to where it ends', () => {
    expect(traced(chart('session'), { event: 'xstate.init', from: '', to: 'open.lobby' })).toEqual({
      arrows: [],
      entered: ['open', 'open.lobby'],
    });
  });

  it('counts a state that is only passed through', () => {
    const step = { event: 'xstate.done.actor.turn', from: 'inning.batting', to: 'inning.batting' };
    const { arrows, entered } = traced(chart('run'), step);
    expect(entered).toEqual(['inning.deciding', 'inning.batting']);
    expect(arrows).toEqual(['inning.batting#3', 'inning.deciding#2']);
  });

  it('takes what leads to where the step ended, not what comes first', () => {
    const step = { event: 'peer.left', from: 'shop', to: 'inning.batting' };
    expect(traced(chart('run'), step).arrows).toEqual(['#1', 'shop#2']);
    expect(traced(chart('run'), { event: 'peer.left', from: 'shop', to: 'abandoned' }).arrows).toEqual([
      '#0',
    ]);
  });

  it('believes the guards when it has them', () => {
    const a = [
      { event: 'go', targets: [], guard: 'isFirst', actions: ['one'] },
      { event: 'go', targets: [], guard: 'isSecond', actions: ['two'] },
    ];
    const graph = new ChartGraph('g', state({ initial: 'a', states: { a: state({ transitions: a }) } }));
    const step = { event: 'go', from: 'a', to: 'a' };
    expect(traced(graph, step).arrows).toEqual(['a#0']);
    expect(
      traced(graph, {
        ...step,
        guards: [
          ['isFirst', false],
          ['isSecond', true],
        ],
      }).arrows,
    ).toEqual(['a#1']);
  });

  it('takes a transition in each parallel state', () => {
    const graph = graphOf(
      createMachine({
        id: 'p',
        type: 'parallel',
        states: {
          a: { initial: 'x', states: { x: { on: { go: 'y' } }, y: {} } },
          b: { initial: 'x', states: { x: { on: { go: 'y' } }, y: {} } },
          c: {},
        },
      }),
    );
    expect(traced(graph, { event: 'go', from: 'a.x & b.x & c', to: 'a.y & b.y & c' })).toEqual({
      arrows: ['a.x#0', 'b.x#0'],
      entered: ['a.y', 'b.y'],
    });
  });

  it('finds patterns, events that are raised, and remembered states', () => {
    const graph = graphOf(
      setup({ actions: {} }).createMachine({
        id: 'h',
        initial: 'in',
        states: {
          in: {
            initial: 'a',
            states: { a: { on: { next: 'b' } }, b: {}, back: { type: 'history' } },
            on: { 'door.*': 'out' },
          },
          out: { on: { again: 'in.back', both: 'between' } },
          between: { on: { raised: 'in' } },
        },
      }),
    );
    expect(traced(graph, { event: 'door.opened', from: 'in.b', to: 'out' }).arrows).toEqual(['in#0']);
    expect(traced(graph, { event: 'again', from: 'out', to: 'in.b' }).entered).toEqual(['in', 'in.b']);
    expect(traced(graph, { event: 'both', from: 'out', to: 'in.a' })).toEqual({
      arrows: ['out#1', 'between#0'],
      entered: ['between', 'in', 'in.a'],
    });
  });

  it('says where it ended when the chart cannot explain how', () => {
    const graph = new ChartGraph('g', state({ initial: 'a', states: { a: state(), b: state() } }));
    expect(traced(graph, { event: 'magic', from: 'a', to: 'b' })).toEqual({ arrows: [], entered: ['b'] });
    expect(traced(graph, { event: 'x', from: 'q', to: 'r' })).toEqual({ arrows: [], entered: [] });
    expect(traced(graph, { event: 'xstate.stop', from: 'a', to: 'a' })).toEqual({ arrows: [], entered: [] });
  });

  it('ends on charts that go round in circles', () => {
    const loop = (target: string) => state({ transitions: [transition('', target), transition('', 'a')] });
    const states = { a: loop('b'), b: loop('c'), c: loop('a'), d: state() };
    const graph = new ChartGraph('loop', state({ initial: 'a', states }));
    expect(traced(graph, { event: 'xstate.init', from: '', to: 'd' }).entered).toEqual(['d']);
  });

  it('agrees with a machine on which transitions were taken', () => {
    const taken: string[] = [];
    const note = (id: string) => ({ actions: () => void taken.push(id) });
    const machine = createMachine({
      id: 'm',
      type: 'parallel',
      states: {
        left: {
          initial: 'a',
          states: {
            a: { on: { e: { target: 'b', ...note('left.a#0') }, f: note('left.a#1') } },
            b: { always: { target: 'c', ...note('left.b#0') } },
            c: {
              on: {
                e: { target: 'a', ...note('left.c#0') },
                g: { target: '#m.right.y', ...note('left.c#1') },
              },
            },
          },
          on: { f: note('left#0') },
        },
        right: {
          initial: 'x',
          states: {
            x: { on: { e: { target: 'y', ...note('right.x#0') } } },
            y: { initial: 'u', states: { u: { on: { f: { target: 'v', ...note('right.y.u#0') } } }, v: {} } },
          },
          on: { g: { target: '.x', ...note('right#0') } },
        },
      },
    });
    const graph = graphOf(machine);
    fc.assert(
      fc.property(fc.array(fc.constantFrom('e', 'f', 'g', 'h'), { maxLength: 12 }), (events) => {
        const actor = createActor(machine).start();
        for (const event of events) {
          const from = stateText(actor.getSnapshot().value);
          taken.length = 0;
          actor.send({ type: event });
          const step = { event, from, to: stateText(actor.getSnapshot().value) };
          expect(traced(graph, step).arrows.sort()).toEqual([...taken].sort());
        }
      }),
    );
  });
});

describe('activeLeaves', () => {
  it('reads the text of nested parallel states', () => {
    const region = (): ReturnType<typeof state> =>
      state({ initial: 'on', states: { on: state(), off: state() } });
    const inner = state({ type: 'parallel', states: { a: region(), b: region() } });
    const outer = state({ type: 'parallel', states: { a: inner, b: region() } });
    const graph = new ChartGraph('g', state({ initial: 'o', states: { o: outer } }));
    const text = stateText({ o: { a: { a: 'on', b: 'off' }, b: 'on' } });
    expect(text).toBe('o.a.a.on & b.off & b.on');
    const leaves = activeLeaves(graph, text);
    expect(leaves.map(({ path }) => path)).toEqual(['o.a.a.on', 'o.a.b.off', 'o.b.on']);
    expect([...activeStates(leaves)].map(({ path }) => path)).toContain('o.a.b');
  });

  it('is empty for a state that the chart does not know', () => {
    expect(activeLeaves(chart('run'), 'nowhere')).toEqual([]);
    expect(activeLeaves(chart('run'), 'intro & nowhere')).toEqual([]);
  });
});
