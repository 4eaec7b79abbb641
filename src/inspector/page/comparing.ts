/** The comparison of the two matches that are open, and where playing stops because they part. */
import { computed, effect } from '@preact/signals';
import { Comparison } from './model/compare.js';
import { stopAt } from './playback.js';
import { growth, look, reels } from './store.js';

const begun = computed<Comparison | undefined>(() => {
  const [left, right] = reels.value;
  return left && right && new Comparison(left, right);
});

/** Up to what is known of both by now; `undefined` when one match is open. */
export const comparison = computed(() => {
  const grown = growth.value >= 0 ? begun.value?.grow() : undefined;
  return grown && { of: grown, parting: grown.parting };
});

/** The moment of the other match. */
export const otherLook = computed(() => comparison.value?.of.rightOf(look.value) ?? look.value);

export function startComparing(): void {
  effect(() => {
    stopAt.value = comparison.value?.parting?.look;
  });
}
