/** Which chart each actor has, by what the charts say; the notes of a step, where there are some, know better. */
import type { TransitionRecord } from '../../store/batch.js';
import type { ChartState } from '../../store/log-header.js';

/** Several charts may fit so far: then no chart is told. */
const UNKNOWN = '';

/** Of more charts, or charts of more states in all, none is found out: every step would look through them. */
const CHARTS_MAX = 500;
const STATES_MAX = 10_000;

/** What of a chart an actor is told by. */
interface ChartFacts {
  readonly id: string;
  readonly chart: ChartState;
  /** Path of the state it starts in. */
  readonly initial: string;
  readonly events: ReadonlySet<string>;
  /** Ids and names of logic that it invokes. */
  readonly invokes: readonly (readonly [id: string, src: string])[];
}

export class ActorCharts {
  readonly #charts: readonly ChartFacts[];
  readonly #candidates = new Map<string, readonly ChartFacts[]>();
  readonly #known = new Map<string, string>();

  constructor(charts: Readonly<Record<string, ChartState>>) {
    this.#charts = areFew(charts) ? Object.entries(charts).map(([id, chart]) => factsOf(id, chart)) : [];
  }

  /** Id of the chart of `actor`, as far as it is known; empty when nobody can tell. */
  of(actor: string): string {
    return this.#known.get(actor) ?? UNKNOWN;
  }

  /** What code told. */
  learn(actor: string, chart: string): void {
    this.#known.set(actor, chart);
    this.#candidates.delete(actor);
  }

  /** Narrows down what the actor of a step can be. */
  see(step: TransitionRecord): void {
    const { actor, from, to } = step;
    if (from === '') {
      this.#known.delete(actor);
      this.#candidates.set(actor, this.#startingIn(actor, to));
    } else if (!this.#known.has(actor)) {
      const before = this.#candidates.get(actor) ?? this.#charts;
      this.#candidates.set(
        actor,
        before.filter((chart) => fits(chart, step)),
      );
    }
    const [only, ...others] = this.#candidates.get(actor) ?? [];
    if (only !== undefined && others.length === 0) this.learn(actor, only.id);
  }

  /** The chart of its own name, else those that start there; by its invoke, when that settles it. */
  #startingIn(actor: string, state: string): readonly ChartFacts[] {
    const fitting = this.#charts.filter(({ chart }) => hasPath(chart, state));
    const named = fitting.filter(({ id }) => id === actor);
    if (named.length > 0) return named;
    const sources = this.#charts.flatMap(({ invokes }) =>
      invokes.filter(([id]) => id === actor).map(([, src]) => src),
    );
    const invoked = fitting.filter(({ id }) => sources.includes(id));
    if (invoked.length > 0) return invoked;
    // One that starts with an eventless transition is elsewhere at once.
    const starting = fitting.filter(({ initial }) => initial === state);
    return starting.length > 0 ? starting : fitting;
  }
}

function fits({ chart, events }: ChartFacts, { event, from, to }: TransitionRecord): boolean {
  const isOwn = events.has(event) || event.startsWith('xstate.') || events.has('*');
  return isOwn && hasPath(chart, from) && hasPath(chart, to);
}

function areFew(charts: Readonly<Record<string, ChartState>>): boolean {
  const countOf = ({ states }: ChartState): number =>
    Object.values(states).reduce((count, state) => count + countOf(state), 1);
  const all = Object.values(charts);
  return all.length <= CHARTS_MAX && all.reduce((count, chart) => count + countOf(chart), 0) <= STATES_MAX;
}

function factsOf(id: string, chart: ChartState): ChartFacts {
  const events = new Set<string>();
  const invokes: (readonly [string, string])[] = [];
  const visit = (state: ChartState): void => {
    for (const { event } of state.transitions) events.add(event);
    for (const invoke of state.invokes) {
      const [actor = '', src = actor] = invoke.split(': ');
      invokes.push([actor, src]);
    }
    Object.values(state.states).forEach(visit);
  };
  visit(chart);
  return { id, chart, initial: initialPath(chart), events, invokes };
}

/** Where a chart is before anything happens, as the log writes it. */
function initialPath(state: ChartState): string {
  const inside = (key: string): string => {
    const child = state.states[key];
    const path = child === undefined ? '' : initialPath(child);
    return path === '' ? key : `${key}.${path}`;
  };
  if (state.type === 'parallel') return Object.keys(state.states).map(inside).join(' & ');
  return state.initial === undefined ? '' : inside(state.initial);
}

/** Whether a chart has the states that `path` names: `a.b`, or of parallel ones `a.b & c.d`. */
function hasPath(chart: ChartState, path: string): boolean {
  return restOf(chart, path) === '';
}

/** What is left of `path` behind the part that names states in `state`; `undefined` when it has none of that name. */
function restOf(state: ChartState, path: string): string | undefined {
  const keys = Object.keys(state.states);
  if (keys.length === 0) return path;
  if (state.type !== 'parallel') {
    for (const key of keys) {
      const rest = restBehind(state, key, path);
      if (rest !== undefined) return rest;
    }
    return undefined;
  }
  let rest: string | undefined = path;
  for (const [index, key] of keys.entries()) {
    if (index > 0) rest = rest?.startsWith(' & ') ? rest.slice(3) : undefined;
    if (rest !== undefined) rest = restBehind(state, key, rest);
  }
  return rest;
}

function restBehind(state: ChartState, key: string, path: string): string | undefined {
  const child = state.states[key];
  if (child === undefined || !path.startsWith(key)) return undefined;
  const rest = path.slice(key.length);
  if (Object.keys(child.states).length === 0) return rest === '' || rest.startsWith(' & ') ? rest : undefined;
  return rest.startsWith('.') ? restOf(child, rest.slice(1)) : undefined;
}
