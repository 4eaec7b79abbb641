/** Where the page looks, and where two matches part. */
import { clockTime } from '../../model/time.js';
import { stopAt } from '../../playback.js';
import { look } from '../../store.js';
import type { Scale } from './layout.js';
import { whole } from './stretch-shown.js';

interface PlayheadProps {
  readonly scale: Scale;
  readonly frameRate: number;
  readonly height: number;
}

export function Playhead({ scale, frameRate, height }: PlayheadProps) {
  const { frame, step } = look.value;
  const x = scale.x(frame);
  const isSeen = x >= scale.left - 1 && x <= scale.right + 1;
  return (
    <>
      <Parting scale={scale} height={height} />
      <g
        role="slider"
        tabindex={0}
        class="playhead"
        aria-label="Moment"
        aria-valuemin={whole.value.from}
        aria-valuemax={whole.value.to}
        aria-valuenow={frame}
        aria-valuetext={`${clockTime(frame / frameRate, 1)}, frame ${frame}, step ${step + 1}`}
        data-frame={frame}
        data-step={step}
        visibility={isSeen ? 'visible' : 'hidden'}
        transform={`translate(${Math.min(Math.max(x, scale.left), scale.right)} 0)`}
      >
        <path class="playhead-line" d={`M0 0V${height}`} />
        <path class="playhead-grip" d="M-7 0h14v6l-7 8l-7 -8z" />
      </g>
    </>
  );
}

function Parting({ scale, height }: Pick<PlayheadProps, 'scale' | 'height'>) {
  const moment = stopAt.value;
  if (moment === undefined) return null;
  const x = scale.x(moment.frame);
  if (x < scale.left || x > scale.right) return null;
  return (
    <g class="parting" data-parting={moment.frame} data-tip="Here the two matches part">
      <path d={`M${x} 0V${height}`} />
      <text x={x + 3} y={height - 4}>
        ≠
      </text>
    </g>
  );
}
