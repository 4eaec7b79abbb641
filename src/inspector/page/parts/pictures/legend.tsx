/** What the signs of a picture mean. Each tone has a shape of its own. */
import type { Series, Tone } from '../../../../inspection.js';

/** Outlines within −5…5. */
const SHAPES: Readonly<Record<Tone, string>> = {
  good: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z',
  plain: 'M0 -4.5L4.5 0L0 4.5L-4.5 0z',
  bad: 'M-3.5 -3.5L3.5 3.5M-3.5 3.5L3.5 -3.5',
};

/** The sign of a tone as a path. */
export function Sign({ tone }: { readonly tone: Tone }) {
  return <path class={`sign sign-${tone}`} d={SHAPES[tone]} />;
}

export function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul class="legend">
      {series.map(({ id, label, tone }) => (
        <li key={id}>
          <svg viewBox="-6 -6 12 12" width="12" height="12" aria-hidden="true">
            <Sign tone={tone} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
