/** The axis: minutes and seconds of frame time, and frames. */
import { ticksOf } from '../../model/time.js';
import type { Scale } from './layout.js';
import { stretch } from './stretch-shown.js';

const TICK_PIXELS = 100;
/** A label needs so much room to the right. */
const LABEL_PIXELS = 76;

interface AxisProps {
  readonly scale: Scale;
  readonly frameRate: number;
  readonly height: number;
}

export function Axis({ scale, frameRate, height }: AxisProps) {
  const most = (scale.right - scale.left) / TICK_PIXELS;
  return (
    <g class="axis" aria-label="Time axis">
      <text class="lane-name" x={6} y={14}>
        Frame
      </text>
      {ticksOf(stretch.value, frameRate, most).map(({ frame, label }) => (
        <g key={frame} data-tick={frame}>
          <path d={`M${scale.x(frame)} 2V${height}`} />
          {scale.x(frame) < scale.right - LABEL_PIXELS && (
            <text x={scale.x(frame) + 4} y={14}>
              {label} <tspan class="axis-frame">{frame}</tspan>
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
