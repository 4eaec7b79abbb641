/** Which colours the page has now: what is drawn on a canvas does not follow them by itself. */
import { signal } from '@preact/signals';

const root = document.documentElement;

/** Goes from one value to another when the colours of the page change. */
export const theme = signal(root.dataset.theme ?? '');

new MutationObserver(() => {
  theme.value = root.dataset.theme ?? '';
}).observe(root, { attributes: true, attributeFilter: ['data-theme'] });
