/** How much happened when: a column a few pixels wide is as high as the steps in it are many. */
import type { Reel } from '../../model/reel.js';
import type { Scale } from './layout.js';

const COLUMN_PIXELS = 3;
const HEIGHT = 14;

interface ActivityProps {
  readonly reel: Reel;
  readonly top: number;
  readonly scale: Scale;
}

export function Activity({ reel, top, scale }: ActivityProps) {
  return (
    <g aria-label="Transitions over time">
      <text class="lane-name" x={6} y={top + HEIGHT - 2}>
        Steps
      </text>
      <path class="activity" d={pathOf(reel, top, scale)} />
    </g>
  );
}

function pathOf(reel: Reel, top: number, scale: Scale): string {
  const counts: number[] = [];
  let before = reel.stepAtFrame(scale.frame(scale.left) - 1);
  for (let x = scale.left; x < scale.right; x += COLUMN_PIXELS) {
    const last = reel.stepAtFrame(scale.frame(x + COLUMN_PIXELS));
    counts.push(last - before);
    before = last;
  }
  const most = counts.reduce((high, count) => Math.max(high, count), 1);
  return counts
    .map((count, index) => {
      if (count === 0) return '';
      const height = Math.max(1, (count / most) * HEIGHT);
      return `M${scale.left + index * COLUMN_PIXELS} ${top + HEIGHT}v${-height}`;
    })
    .join('');
}
