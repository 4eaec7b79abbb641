/**
 * What the steps of a match did in their charts, indexed once: every visit of every state and transition, by chart, and by actor
 * where one comes into a state. Grows with its reel.
 */
import { ChartGraph } from '../../charts/chart-graph.js';
import { type Trace, traceStep } from '../../charts/trace.js';
import type { FeedStep } from '../../feed/entry.js';
import { countWhile, lastAtMost } from './ascending.js';
import type { Reel } from './reel.js';

/** A delay that began in a step. */
export interface BegunDelay {
  readonly step: number;
  readonly ms: number;
}

const NEVER: readonly number[] = [];

export class Visits {
  readonly reel: Reel;
  readonly #graphs = new Map<string, ChartGraph>();
  readonly #traces = new Map<string, Trace>();
  readonly #visits = new Map<string, number[]>();
  readonly #delays = new Map<string, BegunDelay[]>();
  #read = 0;

  constructor(reel: Reel) {
    this.reel = reel;
    for (const [id, chart] of Object.entries(reel.header.charts))
      this.#graphs.set(id, new ChartGraph(id, chart));
  }

  /** Reads the steps that came since the last time. */
  grow(): void {
    for (; this.#read < this.reel.steps.length; this.#read++) this.#step(this.#read);
  }

  graphOf(chart: string): ChartGraph | undefined {
    return this.#graphs.get(chart);
  }

  /** What the step with this index did in its chart. */
  traceOf(index: number): Trace | undefined {
    const step = this.reel.steps[index]?.step;
    return step?.kind === 'transition' ? this.#trace(step) : undefined;
  }

  /** Indexes of the steps that came into a state or took a transition of a chart, ascending. */
  of(chart: string, kind: 'state' | 'arrow', id: string): readonly number[] {
    return this.#visits.get(keyOf(chart, kind, id)) ?? NEVER;
  }

  /** Index of the step by which `actor` last came into a state, up to step `until`; −1 when it did not. */
  entryOf(actor: string, path: string, until: number): number {
    const steps = this.#visits.get(keyOf(actor, 'entry', path)) ?? NEVER;
    return steps[lastAtMost(steps, until)] ?? -1;
  }

  /** The last delay of `actor` that began up to step `until`, and brings `event`. */
  delayOf(actor: string, event: string, until: number): BegunDelay | undefined {
    const begun = this.#delays.get(keyOf(actor, 'delay', event)) ?? [];
    return begun[countWhile(begun.length, (place) => (begun[place]?.step ?? 0) <= until) - 1];
  }

  #step(index: number): void {
    const step = this.reel.steps[index]?.step;
    if (step === undefined || step.kind !== 'transition') return;
    const trace = this.#trace(step);
    for (const { id } of trace?.arrows ?? []) this.#visit(keyOf(step.chart, 'arrow', id), index);
    for (const { path } of trace?.entered ?? []) {
      this.#visit(keyOf(step.chart, 'state', path), index);
      this.#visit(keyOf(step.actor, 'entry', path), index);
    }
    for (const [event, ms] of step.delays ?? []) {
      const key = keyOf(step.actor, 'delay', event);
      const known = this.#delays.get(key);
      if (known) known.push({ step: index, ms });
      else this.#delays.set(key, [{ step: index, ms }]);
    }
  }

  /** A step that comes into one state twice is one visit. */
  #visit(key: string, index: number): void {
    const known = this.#visits.get(key);
    if (known === undefined) this.#visits.set(key, [index]);
    else if (known.at(-1) !== index) known.push(index);
  }

  /** Most steps are like others: each kind is followed once. */
  #trace(step: FeedStep): Trace | undefined {
    const graph = this.#graphs.get(step.chart);
    if (graph === undefined) return undefined;
    const key = JSON.stringify([step.chart, step.event, step.from, step.to, step.guards]);
    let trace = this.#traces.get(key);
    if (trace === undefined) {
      trace = traceStep(graph, step);
      this.#traces.set(key, trace);
    }
    return trace;
  }
}

const keyOf = (owner: string, kind: 'state' | 'arrow' | 'entry' | 'delay', id: string): string =>
  JSON.stringify([owner, kind, id]);
