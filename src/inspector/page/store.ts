/** What the page shows: the reels it was given, the moment it looks at, and what is chosen. Parts read these and nothing else. */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Look } from './model/look.js';
import type { ActorMoment, Reel, ReelStep } from './model/reel.js';
import { lookAtFrame, lookAtStep } from './model/units.js';

/** The main areas, one of which is open. */
export type Tab = 'chart' | 'messages' | 'pictures' | 'compare';

export const TABS: readonly { readonly id: Tab; readonly title: string }[] = [
  { id: 'chart', title: 'Charts' },
  { id: 'messages', title: 'Messages' },
  { id: 'pictures', title: 'Pictures' },
  { id: 'compare', title: 'Compare' },
];

/** Which steps and messages are listed; an empty list lets all through. */
export interface Filters {
  readonly actors: readonly string[];
  readonly peers: readonly number[];
  readonly messages: readonly string[];
  readonly kinds: readonly ('transition' | 'refusal' | 'message' | 'command' | 'peer' | 'notice')[];
}

export const NO_FILTERS: Filters = { actors: [], peers: [], messages: [], kinds: [] };

/** The match, and perhaps another beside it to compare with. */
export const reels = signal<readonly Reel[]>([]);
/** Which of {@link reels} the page shows. */
export const shownPlace = signal<0 | 1>(0);
/** Goes up whenever a reel grew: a reel is changed in place. Reading {@link reel} reads this as well. */
export const growth = signal(0);
export const look = signal<Look>({ frame: 0, step: -1 });
/** Id of the actor whose chart and steps are shown. */
export const chosenActor = signal('session');
export const tab = signal<Tab>('chart');
export const filters = signal<Filters>(NO_FILTERS);
/** A sentence for the person in front of the page, such as why a feed cannot be read; empty when there is none. */
export const complaint = signal('');

/** The reel that is shown. It is changed in place, so whoever reads it here is told when it grew, as if it were another. */
export const reel: Pick<ReadonlySignal<Reel | undefined>, 'value' | 'peek'> = {
  get value() {
    void growth.value;
    return reels.value[shownPlace.value];
  },
  peek: () => reels.peek()[shownPlace.peek()],
};

/** The step that was done last; `undefined` before the first. */
export const stepNow = computed<ReelStep | undefined>(() => reel.value?.steps[look.value.step]);

/** All actors at the moment. */
export const actorsNow = computed<readonly ActorMoment[]>(() => reel.value?.actorsAt(look.value.step) ?? []);

/** Looks at the moment right after step `index`; before the first one when it is −1. */
export function goToStep(index: number): void {
  if (reel.value) look.value = lookAtStep(reel.value, index);
}

/** Goes to what step `index` did: the moment right after it, and the actor whose step it is. The end of `frame` when the step is of another. */
export function goToStepOf(index: number, frame?: number): void {
  const done = reel.peek()?.steps[index];
  batch(() => {
    if (frame !== undefined && done?.frame !== frame) goToFrame(frame);
    else {
      goToStep(index);
      if (done) chosenActor.value = done.step.actor;
    }
  });
}

/** Looks at the end of `frame`. */
export function goToFrame(frame: number): void {
  if (reel.value) look.value = lookAtFrame(reel.value, frame);
}
