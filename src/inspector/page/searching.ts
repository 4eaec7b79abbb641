/** The search: what was typed, what it finds so far, and the way from one hit to the next. */
import { computed, effect, signal } from '@preact/signals';
import { onScreenFrame } from './clock.js';
import { parseQuery } from './model/query.js';
import type { Reel } from './model/reel.js';
import { type Hit, hitFrom, SearchIndex } from './model/search-index.js';
import { pause } from './playback.js';
import { goToStepOf, growth, look, reel } from './store.js';

/** So many frames are read between two frames of the screen: typing stays immediate. */
const FRAMES_AT_ONCE = 2000;

export const searchText = signal('');
/** Share of the match that can be searched by now, 0–1. */
export const searchable = signal(0);

let index: { readonly reel: Reel; readonly search: SearchIndex } | undefined;

export const hits = computed<readonly Hit[]>(() => {
  const query = parseQuery(searchText.value);
  return searchable.value > 0 && growth.value >= 0 && query && index ? index.search.find(query) : [];
});

/** Goes to the next hit or to the one before. */
export function goToHit(by: 1 | -1): void {
  const hit = hitFrom(hits.value, look.value, by);
  if (hit) showHit(hit);
}

export function showHit({ frame, step }: Hit): void {
  pause();
  goToStepOf(step, frame);
}

const readOn = onScreenFrame(() => {
  const shown = reel.peek();
  if (shown === undefined) return;
  if (index?.reel !== shown) index = { reel: shown, search: new SearchIndex(shown) };
  const isRead = index.search.grow(FRAMES_AT_ONCE);
  // A little more with every reading, so that what is found is asked again.
  searchable.value = isRead ? 1 : index.search.share;
  if (!isRead) readOn();
});

/** Begins to read the match, if that was not done; called when somebody is about to search. */
export const prepareSearch = readOn;

/** Reads what a live match brings while something is searched for. */
export function startSearching(): void {
  effect(() => {
    if (growth.value > 0 && searchText.value !== '') readOn();
  });
}
