/** The actors of a match: who started whom, when each came and went, and how often it stepped. Grows with its reel. */
import { activeLeaves } from '../../charts/active.js';
import { lastAtMost } from './ascending.js';
import type { Reel, ReelStep } from './reel.js';
import type { Visits } from './visits.js';

/** `not-yet`: starts later · `runs` · `ended`: came to its end, or was stopped. */
export type ActorPhase = 'not-yet' | 'runs' | 'ended';

/** An actor's place in the tree. */
export interface ActorPlace {
  readonly id: string;
  readonly parent: string | undefined;
  readonly depth: number;
}

const START_EVENT = 'xstate.init';

export class Actors {
  readonly #reel: Reel;
  readonly #visits: Visits;
  readonly #steps = new Map<string, number[]>();
  readonly #parents = new Map<string, string | undefined>();
  readonly #starts = new Map<string, number[]>();
  readonly #invokers: ReadonlyMap<string, ReadonlySet<string>>;
  #places: readonly ActorPlace[] | undefined;
  #read = 0;

  constructor(visits: Visits) {
    this.#visits = visits;
    this.#reel = visits.reel;
    this.#invokers = invokersOf(visits.reel, visits);
  }

  grow(): void {
    for (; this.#read < this.#reel.steps.length; this.#read++) {
      const step = this.#reel.steps[this.#read];
      if (step?.step.kind === 'transition') this.#step(step);
    }
    const ids = this.#reel.actorIds;
    if (this.#places?.length !== ids.length) this.#places = undefined;
  }

  /** All there ever were: each below the one that started it, in the order of their first start. */
  get places(): readonly ActorPlace[] {
    this.#places ??= this.#tree();
    return this.#places;
  }

  /** Indexes of the steps of an actor, ascending. */
  stepsOf(id: string): readonly number[] {
    return this.#steps.get(id) ?? [];
  }

  /** Indexes of the steps by which an actor started: it may come and go. */
  startsOf(id: string): readonly number[] {
    return this.#starts.get(id) ?? [];
  }

  /** The chart of an actor, running or not. */
  chartOf(id: string): string {
    const first = this.#reel.steps[this.stepsOf(id)[0] ?? -1];
    return first?.step.chart ?? this.#reel.actorAt(id, this.#reel.steps.length)?.chart ?? '';
  }

  /** Steps of an actor up to step `until`. */
  countAt(id: string, until: number): number {
    return lastAtMost(this.stepsOf(id), until) + 1;
  }

  /** What there is of an actor after step `until`, with the last state that it had; empty before its start. */
  phaseAt(id: string, until: number): { readonly phase: ActorPhase; readonly state: string } {
    const moment = this.#reel.actorAt(id, until);
    if (moment !== undefined) {
      const graph = this.#visits.graphOf(moment.chart);
      const leaves = graph === undefined ? [] : activeLeaves(graph, moment.state);
      const isDone =
        leaves.length > 0 && leaves.every(({ depth, state }) => depth === 1 && state.type === 'final');
      return { phase: isDone ? 'ended' : 'runs', state: moment.state };
    }
    const steps = this.stepsOf(id);
    const last = this.#reel.steps[steps[lastAtMost(steps, until)] ?? -1];
    if (last === undefined) return { phase: 'not-yet', state: '' };
    return { phase: 'ended', state: last.before?.state ?? '' };
  }

  #step({ index, step }: ReelStep): void {
    push(this.#steps, step.actor, index);
    if (step.event === START_EVENT) push(this.#starts, step.actor, index);
  }

  #tree(): ActorPlace[] {
    const ids = this.#reel.actorIds;
    const children = new Map<string | undefined, string[]>();
    for (const id of ids) {
      if (!this.#parents.has(id)) this.#parents.set(id, this.#parentOf(id));
      const parent = this.#parents.get(id);
      children.set(parent, [...(children.get(parent) ?? []), id]);
    }
    const places: ActorPlace[] = [];
    const seen = new Set<string>();
    const add = (id: string, parent: string | undefined, depth: number): void => {
      if (seen.has(id)) return;
      seen.add(id);
      places.push({ id, parent, depth });
      for (const child of children.get(id) ?? []) add(child, id, depth + 1);
    };
    for (const id of children.get(undefined) ?? []) add(id, undefined, 0);
    // Two that name each other as parent are nobody's.
    for (const id of ids) add(id, undefined, 0);
    return places;
  }

  /** The actor whose chart invokes this one; else the one that acted in the same moment. */
  #parentOf(id: string): string | undefined {
    const invokers = this.#invokers.get(id);
    const invoker = this.#reel.actorIds.find((other) => other !== id && invokers?.has(this.chartOf(other)));
    if (invoker !== undefined) return invoker;
    const start = this.#reel.steps[this.stepsOf(id)[0] ?? -1];
    const before = this.#reel.steps[(start?.index ?? 0) - 1];
    if (start === undefined || before === undefined || start.step.event !== START_EVENT) return undefined;
    if (before.frame !== start.frame || before.step.cause !== start.step.cause) return undefined;
    const isStarter = before.step.kind === 'transition' && before.step.event !== START_EVENT;
    if (isStarter) return before.step.actor;
    // Of several that start together one may be the parent of the others, and is recorded after them.
    const sibling = this.#parents.get(before.step.actor);
    return sibling === id ? undefined : sibling;
  }
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

/** Ids of charts by the ids of what they invoke. */
function invokersOf({ header }: Reel, visits: Visits): ReadonlyMap<string, ReadonlySet<string>> {
  const invokers = new Map<string, Set<string>>();
  for (const chart of Object.keys(header.charts)) {
    const nodes = [...(visits.graphOf(chart)?.nodes.values() ?? [])];
    for (const invoke of nodes.flatMap(({ state }) => state.invokes)) {
      const id = invoke.split(': ')[0] ?? invoke;
      invokers.set(id, (invokers.get(id) ?? new Set()).add(chart));
    }
  }
  return invokers;
}
