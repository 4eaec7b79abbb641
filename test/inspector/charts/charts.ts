/** Charts for tests: the machines of the derby as a log has them, and charts nobody would write. */
import type { AnyStateMachine } from 'xstate';
import { ChartGraph } from '../../../src/inspector/charts/chart-graph.js';
import { chartsOf } from '../../../src/session/chart.js';
import type { ChartState, ChartTransition } from '../../../src/store/log-header.js';

/** The graph of a machine's own chart. */
export function graphOf(machine: AnyStateMachine): ChartGraph {
  const chart = chartsOf(machine)[machine.id];
  if (chart === undefined) throw new RangeError(`${machine.id} has no chart`);
  return new ChartGraph(machine.id, chart);
}

/** A state as data, with what a test does not say left empty. */
export function state(parts: Partial<ChartState> = {}): ChartState {
  const inner = Object.keys(parts.states ?? {}).length > 0;
  return {
    type: inner ? 'compound' : 'atomic',
    transitions: [],
    invokes: [],
    entry: [],
    exit: [],
    states: {},
    ...parts,
  };
}

export function transition(event: string, ...targets: string[]): ChartTransition {
  return { event, targets, actions: [] };
}

/** `count` states in a ring with shortcuts, ten in a group, groups in groups up to `depth`. */
export function largeChart(count: number, depth: number): ChartState {
  const place = (index: number): string => {
    const group = Math.floor(index / 10);
    const levels = Array.from({ length: group % depth }, (_, level) => `level${level}`);
    return [`group${group}`, ...levels, `state${index}`].join('.');
  };
  const states: Record<string, ChartState> = {};
  for (let group = 0; group * 10 < count; group++) {
    let inner: Record<string, ChartState> = {};
    for (let index = group * 10; index < Math.min(count, group * 10 + 10); index++) {
      const next = transition(`next ${index}`, place((index + 1) % count));
      const jump = index % 7 === 0 ? [transition('jump', place((index * 3) % count))] : [];
      inner[`state${index}`] = state({ transitions: [next, ...jump] });
    }
    for (let level = (group % depth) - 1; level >= 0; level--) {
      inner = { [`level${level}`]: state({ initial: Object.keys(inner)[0] ?? '', states: inner }) };
    }
    states[`group${group}`] = state({ initial: Object.keys(inner)[0] ?? '', states: inner });
  }
  return state({ initial: 'group0', states });
}
