/** The stretch of the match that the timeline shows. `undefined` is the whole match, however long it gets. */
import { computed, effect, signal } from '@preact/signals';
import { around, panned, type Stretch, showing, zoomed } from '../../model/stretch.js';
import { look, reel } from '../../store.js';

const chosen = signal<Stretch | undefined>(undefined);

export const whole = computed<Stretch>(() => {
  const shown = reel.value;
  const from = shown?.firstFrame ?? 0;
  return { from, to: Math.max(shown?.lastFrame ?? 0, from + 1) };
});

export const stretch = computed<Stretch>(() => chosen.value ?? whole.value);
export const isZoomed = computed(() => chosen.value !== undefined);

/** Makes what is seen `factor` times as long; `at` stays where it is. */
export function zoom(factor: number, at: number): void {
  set(zoomed(stretch.value, factor, at, whole.value));
}

export function pan(frames: number): void {
  if (chosen.value) set(panned(chosen.value, frames, whole.value));
}

export function zoomTo(band: Stretch): void {
  set(around(band, whole.value));
}

export function zoomOut(): void {
  chosen.value = undefined;
}

function set(next: Stretch): void {
  const { from, to } = whole.value;
  chosen.value = next.from <= from && next.to >= to ? undefined : next;
}

// The moment stays in sight when it moves; panning away from it is not undone.
effect(() => {
  const { frame } = look.value;
  const seen = chosen.peek();
  if (seen) set(showing(seen, frame, whole.peek()));
});
