/** Strokes in space around one moment, from above and from the side: the thing swept is seen as a fan, its stroke at 0 s bold. */
import { useSignal } from '@preact/signals';
import type { PictureDeclaration, Stroke } from '../../../../inspection.js';
import { goToStepOf, look } from '../../store.js';
import { lastSeen } from './points.js';
import { scaleOf } from './scale.js';
import { seenIn } from './seen.js';

const SIZE = 190;
const MARGIN = 22;

/** Which coordinates a view shows: to the right, and upwards. Up in space is y. */
interface View {
  readonly title: string;
  readonly right: (stroke: Stroke) => readonly [number, number];
  readonly up: (stroke: Stroke) => readonly [number, number];
}

const ABOVE: View = {
  title: 'from above',
  right: ([, x1, , , x2]) => [x1, x2],
  up: ([, , , z1, , , z2]) => [z1, z2],
};
const SIDE: View = {
  title: 'from the side',
  right: ([, , , z1, , , z2]) => [z1, z2],
  up: ([, , y1, , , y2]) => [y1, y2],
};

export function SweepPicture({ picture }: { readonly picture: PictureDeclaration }) {
  const { sweeps } = seenIn(picture.id);
  const offset = useSignal(0);
  const last = Math.max(0, lastSeen(sweeps, look.value.frame));
  const index = Math.min(sweeps.length - 1, Math.max(0, last + offset.value));
  const sweep = sweeps[index];
  if (sweep === undefined) return <p class="nothing">None was seen so far.</p>;
  const turn = (by: number): void => {
    offset.value = Math.max(-last, Math.min(sweeps.length - 1 - last, offset.value + by));
  };
  return (
    <div data-sweep={index}>
      <div class="sweep-views">
        {[ABOVE, SIDE].map((view) => (
          <SweepView key={view.title} view={view} strokes={sweep.strokes} unit={picture.x.unit} />
        ))}
      </div>
      <p class="sweep-turn">
        <button type="button" aria-label="Earlier" disabled={index === 0} onClick={() => turn(-1)}>
          ‹
        </button>
        <button type="button" class="link" onClick={() => goToStepOf(sweep.step)}>
          {sweep.label}
        </button>
        <span>{`${index + 1} of ${sweeps.length}`}</span>
        <button
          type="button"
          aria-label="Later"
          disabled={index === sweeps.length - 1}
          onClick={() => turn(1)}
        >
          ›
        </button>
      </p>
    </div>
  );
}

function SweepView({
  view,
  strokes,
  unit,
}: {
  readonly view: View;
  readonly strokes: readonly Stroke[];
  readonly unit: string;
}) {
  const [rights, ups] = [strokes.flatMap(view.right), strokes.flatMap(view.up)];
  const { right, up } = squareScales(rights, ups);
  const nearest = strokes.reduce<Stroke | undefined>(
    (best, stroke) => (best === undefined || Math.abs(stroke[0]) < Math.abs(best[0]) ? stroke : best),
    undefined,
  );
  const span = Math.max(0.001, ...strokes.map(([t]) => Math.abs(t)));
  const ends = (stroke: Stroke) => {
    const [x1, x2] = view.right(stroke);
    const [y1, y2] = view.up(stroke);
    return { x1: right(x1), y1: up(y1), x2: right(x2), y2: up(y2) };
  };
  const tips = strokes.map(ends).map(({ x2, y2 }) => `${x2.toFixed(1)},${y2.toFixed(1)}`);
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={`${view.title}, ${strokes.length} strokes`}>
      {strokes.map((stroke, index) => (
        <line
          key={index}
          class={stroke === nearest ? 'stroke stroke-now' : stroke[0] < 0 ? 'stroke' : 'stroke stroke-after'}
          data-stroke={stroke[0]}
          opacity={stroke === nearest ? 1 : 0.85 - 0.65 * (Math.abs(stroke[0]) / span)}
          {...ends(stroke)}
        />
      ))}
      <polyline class="tip" points={tips.join(' ')} />
      <text class="axis" x={SIZE / 2} y={SIZE - 5} text-anchor="middle">
        {`${view.title}, ${unit}`}
      </text>
    </svg>
  );
}

/** Both directions to the same scale, or a circle would be none. */
function squareScales(rights: readonly number[], ups: readonly number[]) {
  const [right, up] = [middleOf(rights), middleOf(ups)];
  const half = Math.max(right.half, up.half, 0.1);
  const ends = ({ middle }: { readonly middle: number }): number[] => [middle - half, middle + half];
  return {
    right: scaleOf(ends(right), [MARGIN, SIZE - MARGIN]),
    up: scaleOf(ends(up), [SIZE - MARGIN, MARGIN]),
  };
}

function middleOf(values: readonly number[]): { readonly middle: number; readonly half: number } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.length === 0 ? { middle: 0, half: 0 } : { middle: (low + high) / 2, half: (high - low) / 2 };
}
