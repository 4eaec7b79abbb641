/** Charts as they are laid out: nothing overlaps, everything is drawn, and hostile charts end. */
import { beforeAll, describe, expect, it } from 'vitest';
import { boxOf } from '../../../src/inspector/charts/box.js';
import { ChartGraph, isInBox } from '../../../src/inspector/charts/chart-graph.js';
import { loadLayoutEngine } from '../../../src/inspector/charts/elk-engine.js';
import {
  type ChartLayout,
  type LayoutEngine,
  layoutChart,
  type Rectangle,
} from '../../../src/inspector/charts/layout.js';
import { homeRunDerby } from '../../../src/machines/home-run-derby.js';
import { chartsOf } from '../../../src/session/chart.js';
import { largeChart, state, transition } from './charts.js';

let engine: LayoutEngine;
beforeAll(async () => {
  engine = await loadLayoutEngine();
});

const overlap = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const holds = (outer: Rectangle, inner: Rectangle): boolean =>
  inner.x >= outer.x - 0.5 &&
  inner.y >= outer.y - 0.5 &&
  inner.x + inner.width <= outer.x + outer.width + 0.5 &&
  inner.y + inner.height <= outer.y + outer.height + 0.5;

function expectSound(layout: ChartLayout): void {
  const { graph, states, arrows } = layout;
  expect(states).toHaveLength(graph.nodes.size);
  expect(arrows).toHaveLength([...graph.arrows.values()].filter((arrow) => !isInBox(arrow)).length);
  const drawn = new Map(states.map((one) => [one.node, one]));
  for (const one of states) {
    const parent = one.node.parent && drawn.get(one.node.parent);
    if (parent) {
      expect(holds(parent, one), `${one.node.path} in ${parent.node.path}`).toBe(true);
      expect(one.y, `${one.node.path} below the text around it`).toBeGreaterThanOrEqual(
        parent.y + boxOf(parent.node).height,
      );
    }
    for (const other of states) {
      if (other === one || other.node.parent !== one.node.parent) continue;
      expect(overlap(one, other), `${one.node.path} over ${other.node.path}`).toBe(false);
    }
    for (const { arrow, label } of arrows) {
      const isOver = one.node.children.length === 0 && overlap(one, label);
      expect(isOver, `label of ${arrow.id} over ${one.node.path}`).toBe(false);
    }
  }
  for (const [index, one] of arrows.entries()) {
    for (const other of arrows.slice(index + 1)) {
      expect(overlap(one.label, other.label), `${one.arrow.id} over ${other.arrow.id}`).toBe(false);
    }
    for (const line of one.lines) expect(line.length).toBeGreaterThanOrEqual(2);
  }
}

describe('the layout of a chart', () => {
  const charts = {
    ...chartsOf(homeRunDerby.host.root),
    ...Object.fromEntries(
      Object.entries(chartsOf(homeRunDerby.client.root)).map(([id, chart]) => [`client ${id}`, chart]),
    ),
  };

  it.each(Object.entries(charts))('draws all of %s with nothing over anything', async (id, chart) => {
    expectSound(await layoutChart(engine, new ChartGraph(id, chart)));
  });

  it('points at the initial states', async () => {
    const { initials } = await layoutChart(engine, new ChartGraph('run', charts.run ?? state()));
    expect(initials).toHaveLength(2);
  });

  it('draws parallel states, history, and a transition to several states', async () => {
    const regions = {
      a: state({ initial: 'on', states: { on: state(), off: state(), back: state({ type: 'history' }) } }),
      b: state({ initial: 'on', states: { on: state(), off: state() } }),
    };
    const both = state({ type: 'parallel', states: regions, transitions: [transition('again', 'both')] });
    const out = state({ transitions: [transition('both', 'both.a.off', 'both.b.off')] });
    const layout = await layoutChart(
      engine,
      new ChartGraph('p', state({ initial: 'both', states: { both, out } })),
    );
    expectSound(layout);
    expect(layout.arrows[0]?.lines).toHaveLength(2);
  });

  it('leaves out what points nowhere', async () => {
    const lost = state({
      initial: 'nowhere',
      states: { a: state({ transitions: [transition('x', 'b.c')] }) },
    });
    const layout = await layoutChart(engine, new ChartGraph('lost', lost));
    expect(layout.states.map(({ node }) => node.path)).toEqual(['', 'a']);
    expect(layout.arrows).toEqual([]);
  });

  it('ends on 300 states nested deep', async () => {
    const layout = await layoutChart(engine, new ChartGraph('large', largeChart(300, 8)));
    expect(layout.states.length).toBeGreaterThan(300);
  }, 60_000);

  it('is the same every time', async () => {
    const picture = async () => {
      const { states, arrows } = await layoutChart(engine, new ChartGraph('run', charts.run ?? state()));
      return JSON.stringify([states.map(({ x, y }) => [x, y]), arrows.map(({ lines }) => lines)]);
    };
    expect(await picture()).toBe(await picture());
  });
});
