/**
 * What a step did in its chart: which transitions it took, and which states it came into, also those it only passed through. A log
 * says where a step began, where it ended and on what event; between them the chart is followed like its machine would, with
 * the guards as the step has them, until the two ends meet.
 */
import { activeLeaves } from './active.js';
import type { ChartArrow, ChartGraph, ChartNode } from './chart-graph.js';
import { enabledSets } from './enabled.js';
import { enterFrom, startOf, take } from './take.js';

/** A step, as far as a chart is concerned. */
export interface TracedStep {
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly guards?: readonly (readonly [guard: string, holds: boolean])[];
}

export interface Trace {
  readonly arrows: readonly ChartArrow[];
  readonly entered: readonly ChartNode[];
}

/** Transitions of one step, each after the other, that are followed at most: a step that takes more is not told apart. */
const DEPTH_MAX = 12;
/** The same where actions may have raised any event: with more of them anything could be explained. */
const RAISED_DEPTH_MAX = 3;
/** Places that are tried at most. */
const TRIES_MAX = 600;

const START_EVENT = 'xstate.init';
const STOP_EVENT = 'xstate.stop';
const NOTHING: Trace = { arrows: [], entered: [] };

/** What `step` did; when the chart cannot explain it, the likeliest transition, and the states it ended in. */
export function traceStep(graph: ChartGraph, step: TracedStep): Trace {
  if (step.event === STOP_EVENT) return NOTHING;
  return new Follower(graph, step).trace();
}

/** Where following has come to. */
interface Place extends Trace {
  readonly leaves: readonly ChartNode[];
}

class Follower {
  readonly #goal: string;
  readonly #goalLeaves: readonly ChartNode[];
  readonly #from: readonly ChartNode[];
  readonly #step: TracedStep;
  readonly #graph: ChartGraph;
  #tries = TRIES_MAX;

  constructor(graph: ChartGraph, step: TracedStep) {
    this.#graph = graph;
    this.#step = step;
    this.#from = activeLeaves(graph, step.from);
    this.#goalLeaves = activeLeaves(graph, step.to);
    this.#goal = keyOf(this.#goalLeaves);
  }

  trace(): Trace {
    const begun = this.#begin();
    for (const depth of [DEPTH_MAX, RAISED_DEPTH_MAX]) {
      this.#tries = TRIES_MAX;
      for (const place of begun) {
        const found = this.#follow(place, depth === RAISED_DEPTH_MAX, depth);
        if (found) return found;
      }
    }
    const known = new Set(this.#from);
    const likeliest = begun[0]?.arrows ?? [];
    return { arrows: likeliest, entered: this.#goalLeaves.filter((leaf) => !known.has(leaf)) };
  }

  /** Where the event itself may have led, likelier ones first. */
  #begin(): readonly Place[] {
    if (this.#step.event === START_EVENT || this.#step.from === '') {
      const { leaves, entered } = startOf(this.#graph.root);
      return [{ leaves, entered, arrows: [] }];
    }
    const start: Place = { leaves: this.#from, arrows: [], entered: [] };
    return this.#after(start, [this.#step.event]);
  }

  #follow(place: Place, withRaised: boolean, depth: number): Trace | undefined {
    if (keyOf(place.leaves) === this.#goal) return place;
    if (depth === 0 || --this.#tries < 0) return undefined;
    for (const next of this.#after(place, this.#inner(place, withRaised))) {
      const found = this.#follow(next, withRaised, depth - 1);
      if (found) return found;
    }
    return undefined;
  }

  /** Events that a machine gives itself in a step: eventless transitions, a part that is done, and whatever its actions raise. */
  #inner({ leaves }: Place, withRaised: boolean): string[] {
    const around = new Set(leaves.flatMap((leaf) => enterFrom(leaf)));
    const events = [...around].flatMap(({ transitions }) =>
      transitions.map(({ transition }) => transition.event),
    );
    const own = events.filter((event) => event === '' || event.startsWith('xstate.done.state.'));
    return [...new Set(withRaised ? [...own, ...events] : own)];
  }

  #after(place: Place, events: readonly string[]): Place[] {
    return events.flatMap((event) =>
      enabledSets(place.leaves, event, this.#step.guards).map((arrows) => {
        const taken = take(place.leaves, arrows, this.#goalLeaves);
        return {
          leaves: taken.leaves,
          arrows: [...place.arrows, ...arrows],
          entered: [...place.entered, ...taken.entered],
        };
      }),
    );
  }
}

/** The same for the same active states in any order. */
const keyOf = (leaves: readonly ChartNode[]): string =>
  leaves
    .map(({ path }) => path)
    .sort()
    .join('\n');
