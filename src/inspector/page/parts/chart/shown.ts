/** Which chart is shown, and how it stands at the moment. */
import { computed, signal } from '@preact/signals';
import { Actors } from '../../model/actors.js';
import { type ChartMoment, chartMoment } from '../../model/chart-moment.js';
import type { ActorMoment, Reel } from '../../model/reel.js';
import { Visits } from '../../model/visits.js';
import { chosenActor, look, reel } from '../../store.js';

interface Index {
  readonly visits: Visits;
  readonly actors: Actors;
}

const indexes = new WeakMap<Reel, Index>();

/** A state or a transition that was clicked. */
export interface Selection {
  readonly chart: string;
  readonly kind: 'state' | 'arrow';
  readonly id: string;
}

/** What the reel's steps did, as far as the reel has grown; a new object whenever it did. */
export const index = computed<Index | undefined>(() => {
  const shown = reel.value;
  if (shown === undefined) return undefined;
  let known = indexes.get(shown);
  if (known === undefined) {
    const visits = new Visits(shown);
    known = { visits, actors: new Actors(visits) };
    indexes.set(shown, known);
  }
  known.visits.grow();
  known.actors.grow();
  return { ...known };
});

/** A chart that was chosen without an actor; it is left when another actor is chosen. */
const chosenChart = signal<{ readonly chart: string; readonly beside: string } | undefined>(undefined);

export const selection = signal<Selection | undefined>(undefined);

/** The chosen actor, or the first there is when it is none of this reel. */
export const shownActor = computed<string | undefined>(() => {
  const ids = reel.value?.actorIds ?? [];
  return ids.includes(chosenActor.value) ? chosenActor.value : index.value?.actors.places[0]?.id;
});

/** Id of the chart that is shown. */
export const shownChart = computed<string>(() => {
  const alone = chosenChart.value;
  if (alone?.beside === chosenActor.value) return alone.chart;
  return actorNow.value?.chart ?? index.value?.actors.chartOf(shownActor.value ?? '') ?? '';
});

/** Whether the shown chart is looked at for itself, not for an actor. */
export const isAlone = computed(() => chosenChart.value?.beside === chosenActor.value);

/** The shown actor at the moment; `undefined` when it is not there. */
export const actorNow = computed<ActorMoment | undefined>(() =>
  isAlone.value || shownActor.value === undefined
    ? undefined
    : reel.value?.actorAt(shownActor.value, look.value.step),
);

/** The shown chart at the moment. */
export const momentNow = computed<ChartMoment | undefined>(() => {
  const { visits } = index.value ?? {};
  const graph = visits?.graphOf(shownChart.value);
  return visits && graph && chartMoment(visits, graph, actorNow.value, look.value.frame);
});

export function showChart(chart: string): void {
  chosenChart.value = { chart, beside: chosenActor.value };
}

export function showActor(id: string): void {
  chosenChart.value = undefined;
  chosenActor.value = id;
}
