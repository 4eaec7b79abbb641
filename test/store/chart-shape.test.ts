import { expect, it } from 'vitest';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { chartsOf } from '../../src/session/chart.js';
import { isCharts } from '../../src/store/chart-shape.js';

const charts = chartsOf(homeRunDerby.host.root);

it('takes the charts of a real game', () => {
  expect(isCharts(charts)).toBe(true);
});

it('refuses charts in which any one part is something else', () => {
  const places: (() => void)[] = [];
  const copy = JSON.parse(JSON.stringify({ lobby: charts.lobby })) as Record<string, unknown>;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const holder = value as Record<string, unknown>;
      places.push(() => {
        holder[key] = 7;
        expect(isCharts(copy), `${key} was a number`).toBe(false);
        holder[key] = inner;
      });
      visit(inner);
    }
  };
  visit(copy);
  expect(places.length).toBeGreaterThan(50);
  for (const check of places) check();
  expect(isCharts(copy)).toBe(true);
});

it('refuses states nested without end', () => {
  let state: unknown = charts.lobby;
  for (let depth = 0; depth < 1000; depth++) state = { ...charts.lobby, states: { inner: state } };
  expect(isCharts({ lobby: state })).toBe(false);
});
