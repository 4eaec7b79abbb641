/** Charts as one SVG document; names in a log are anybody's. */
import { describe, expect, it } from 'vitest';
import { ChartGraph } from '../../../src/inspector/charts/chart-graph.js';
import { loadLayoutEngine } from '../../../src/inspector/charts/elk-engine.js';
import { layoutChart } from '../../../src/inspector/charts/layout.js';
import { chartsSvg, escaped } from '../../../src/inspector/charts/svg.js';
import type { ChartState } from '../../../src/store/log-header.js';
import { state } from './charts.js';

async function svgOf(id: string, chart: ChartState): Promise<string> {
  return chartsSvg([await layoutChart(await loadLayoutEngine(), new ChartGraph(id, chart))]);
}

const HOSTILE = "\"/><script>alert(1)</script><g onload='x'>&\u0000\ud800]]>";

describe('chartsSvg', () => {
  it('draws names that look like markup as text', async () => {
    const chart = state({
      initial: HOSTILE,
      entry: [HOSTILE],
      invokes: [HOSTILE],
      states: {
        [HOSTILE]: state({
          transitions: [
            { event: HOSTILE, targets: ['b'], guard: HOSTILE, actions: [HOSTILE], delay: HOSTILE },
          ],
        }),
        b: state({ transitions: [{ event: HOSTILE, targets: [], guard: HOSTILE, actions: [HOSTILE] }] }),
      },
    });
    const svg = await svgOf(HOSTILE, chart);
    const elements = new Set([...svg.matchAll(/<(\w+)/g)].map(([, name]) => name));
    expect([...elements].sort()).toEqual(
      ['circle', 'g', 'path', 'rect', 'style', 'svg', 'text', 'title'].sort(),
    );
    expect(svg).not.toMatch(/<[^<>]*\son\w+=["']/);
    expect(svg).not.toMatch(/[\p{Cs}\0]/u);
    expect(svg.match(/<g[ >]/g)?.length).toBe(svg.match(/<\/g>/g)?.length);
  });

  it('says every state and every transition', async () => {
    const svg = await svgOf(
      'door',
      state({
        initial: 'open',
        states: {
          open: state({
            transitions: [{ event: 'shut', targets: ['shut'], guard: 'isFree', actions: ['bang'] }],
          }),
          shut: state({ type: 'final' }),
        },
      }),
    );
    expect([...svg.matchAll(/data-state="([^"]*)"/g)].map(([, path]) => path)).toEqual(['', 'open', 'shut']);
    expect(svg).toContain('data-transition="open#0"');
    expect(svg).toContain('shut [isFree] / bang: open → shut');
    for (const word of ['>shut<', '>[isFree]<', '>/ bang<', '>shut ◉<']) expect(svg).toContain(word);
  });

  it('is one document of several charts, none over another', async () => {
    const engine = await loadLayoutEngine();
    const layouts = await Promise.all(
      ['a', 'b'].map((id) => layoutChart(engine, new ChartGraph(id, state({ states: { x: state() } })))),
    );
    const places = [...chartsSvg(layouts).matchAll(/translate\(16 (\d+)\)/g)].map(([, y]) => Number(y));
    expect(places).toHaveLength(2);
    expect((places[1] ?? 0) - (places[0] ?? 0)).toBeGreaterThan(layouts[0]?.height ?? 0);
  });
});

describe('escaped', () => {
  it('leaves plain text alone', () => {
    expect(escaped('at-bat [isFromBatter] → ×3')).toBe('at-bat [isFromBatter] → ×3');
  });

  it('writes what XML reads as its own by name', () => {
    expect(escaped('<a b="c" d=\'e\'>&')).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;');
  });
});
