/** The comparison of the two matches that are open, and where playing stops because they part. */
import { batch, computed, effect } from '@preact/signals';
import { Comparison } from './model/compare.js';
import { lookAtFrame } from './model/units.js';
import { pause, stopAt } from './playback.js';
import { growth, look, reel, reels, shownPlace } from './store.js';

const begun = computed<Comparison | undefined>(() => {
  const [left, right] = reels.value;
  return left && right && new Comparison(left, right);
});

/** Up to what is known of both by now; `undefined` when one match is open. */
export const comparison = computed(() => {
  const grown = growth.value >= 0 ? begun.value?.grow() : undefined;
  return grown && { of: grown, parting: grown.parting };
});

/** The moment of both matches. */
export const bothLooks = computed(() => {
  const [of, now] = [comparison.value?.of, look.value];
  if (of === undefined) return { left: now, right: now };
  return shownPlace.value === 0
    ? { left: now, right: of.rightOf(now) }
    : { left: of.leftOf(now), right: now };
});

/** Where they part, as a moment of the match that is shown. */
export const partingLook = computed(() => {
  const { of, parting } = comparison.value ?? {};
  return shownPlace.value === 1 && parting ? of?.rightOf(parting.look) : parting?.look;
});

/** Shows the other match, at the same moment. */
export function showOther(): void {
  const { left, right } = bothLooks.peek();
  const place = shownPlace.peek() === 0 ? 1 : 0;
  pause();
  batch(() => {
    shownPlace.value = place;
    const shown = reel.peek();
    const to = place === 0 ? left : right;
    if (shown) look.value = to.frame > shown.lastFrame ? lookAtFrame(shown, to.frame) : to;
  });
}

export function startComparing(): void {
  effect(() => {
    stopAt.value = partingLook.value;
  });
}
