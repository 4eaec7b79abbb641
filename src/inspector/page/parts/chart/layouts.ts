/** Layouts of charts: each is made once, by elkjs in a worker, while the page stays usable. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import elk from 'elkjs/lib/elk-api.js';
// Another project's file under its own licence: shipped as it is, with its notice beside it.
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { ChartGraph } from '../../../charts/chart-graph.js';
import { type ChartLayout, type LayoutEngine, layoutChart } from '../../../charts/layout.js';

export type LayoutState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly layout: ChartLayout }
  | { readonly kind: 'failed'; readonly sentence: string };

const layouts = new WeakMap<ChartGraph, Signal<LayoutState>>();
let engine: LayoutEngine | undefined;

export function layoutOf(graph: ChartGraph): ReadonlySignal<LayoutState> {
  const known = layouts.get(graph);
  if (known !== undefined) return known;
  const state = signal<LayoutState>({ kind: 'waiting' });
  layouts.set(graph, state);
  engine ??= new elk.default({ workerFactory: () => new Worker(workerUrl) });
  layoutChart(engine, graph).then(
    (layout) => {
      state.value = { kind: 'ready', layout };
    },
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : JSON.stringify(error);
      state.value = { kind: 'failed', sentence: `The chart ${graph.id} cannot be laid out: ${reason}` };
    },
  );
  return state;
}
