import { describe, expect, it } from 'vitest';
import { chartsMermaid } from '../../src/store/charts-mermaid.js';
import type { ChartState, ChartTransition } from '../../src/store/log-header.js';

const state = (parts: Partial<ChartState> = {}): ChartState => ({
  ...{ type: 'atomic', transitions: [], invokes: [], entry: [], exit: [], states: {} },
  ...parts,
});
const on = (event: string, targets: string[], parts: Partial<ChartTransition> = {}): ChartTransition => ({
  ...{ event, targets, actions: [] },
  ...parts,
});
const draw = (chart: ChartState): string[] =>
  chartsMermaid({ light: chart })
    .split('\n')
    .map((line) => line.trim());

describe('chartsMermaid', () => {
  it('draws initial and final states, guards and delays', () => {
    const chart = state({
      type: 'compound',
      initial: 'red',
      states: {
        red: state({
          transitions: [on('xstate.after.500.light.red', ['green'], { delay: '500', guard: 'isOn' })],
        }),
        green: state({
          transitions: [on('', ['off'], { guard: 'isNight' }), on('xstate.done.actor.x', ['red'])],
        }),
        off: state({ type: 'final' }),
      },
    });
    expect(draw(chart)).toEqual([
      'stateDiagram-v2',
      '[*] --> light__red',
      'state "red" as light__red',
      'state "green" as light__green',
      'state "off" as light__off',
      'light__off --> [*]',
      'light__red --> light__green : after 500 ms [isOn]',
      'light__green --> light__off : always [isNight]',
      'light__green --> light__red : done x',
    ]);
  });

  it('nests compound states; arrows into a state itself start in it, arrows out of it at it', () => {
    const inner = state({
      type: 'compound',
      initial: 'a',
      transitions: [on('again', ['outer.a']), on('leave', ['other']), on('note', [])],
      states: { a: state({ transitions: [on('keep', [])] }) },
    });
    const chart = state({ type: 'compound', initial: 'outer', states: { outer: inner, other: state() } });
    expect(draw(chart)).toEqual([
      'stateDiagram-v2',
      '[*] --> light__outer',
      'state "outer" as light__outer {',
      '[*] --> light__outer__a',
      'state "a" as light__outer__a',
      'light__outer__a : keep',
      'state "in any state" as light__outer__any',
      'light__outer__any : note',
      '}',
      'state "other" as light__other',
      'light__outer --> light__other : leave',
      'light__outer__any --> light__outer__a : again',
    ]);
  });

  it('separates parallel regions', () => {
    const region = state({ type: 'compound', initial: 'on', states: { on: state() } });
    const lines = draw(state({ type: 'parallel', states: { one: region, two: region } }));
    expect(lines.filter((line) => line === '--')).toHaveLength(1);
    expect(lines.indexOf('--')).toBeLessThan(lines.indexOf('state "two" as light__two {'));
  });

  it('leaves nothing in a label that Mermaid reads as its own', () => {
    const guard = 'a"b;c:d{e}\n%%f<br>--> g';
    const chart = state({ states: { 'x"]': state({ transitions: [on('go', ['x"]'], { guard })] }) } });
    const lines = draw(chart);
    expect(lines[1]).toBe('state "x_]" as light__x__');
    expect(lines[2]).toBe('light__x__ --> light__x__ : go [a_b_c_d_e____f_br_-_ g]');
    expect(lines).toHaveLength(3);
  });

  it('keeps states apart whose names differ only in what Mermaid cannot take', () => {
    const chart = state({ states: { 'a-b': state(), a_b: state() } });
    expect(draw(chart).slice(1)).toEqual(['state "a-b" as light__a_b', 'state "a_b" as light__a_b_2']);
  });

  it('frames each of several charts', () => {
    const text = chartsMermaid({
      one: state({ states: { a: state() } }),
      two: state({ states: { a: state() } }),
    });
    expect(text.match(/^ {2}state "(one|two)" as \1 \{$/gm)).toHaveLength(2);
  });
});
