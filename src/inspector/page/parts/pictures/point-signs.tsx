/** The points of a picture, each a button to the moment it was seen at. What comes later than the moment is faint. */
import type { Series, Tone } from '../../../../inspection.js';
import { goToStepOf, look } from '../../store.js';
import { Sign } from './legend.jsx';
import { lastSeen, type PicturePoint } from './points.js';

export interface PointSignsProps {
  readonly points: readonly PicturePoint[];
  readonly series: readonly Series[];
  readonly place: (point: PicturePoint) => readonly [x: number, y: number];
}

export function PointSigns({ points, series, place }: PointSignsProps) {
  const tones = new Map<string, Tone>(series.map(({ id, tone }) => [id, tone]));
  const last = lastSeen(points, look.value.frame);
  return (
    <>
      {points.map((point, index) => {
        const [x, y] = place(point);
        return (
          <g key={index} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <a
              href={`#step=${point.step}`}
              aria-label={point.label}
              class={index > last ? 'later' : index === last ? 'latest' : ''}
              data-point={index}
              data-series={point.series}
              data-later={index > last}
              onClick={(event) => {
                event.preventDefault();
                goToStepOf(point.step);
              }}
            >
              <title>{point.label}</title>
              <circle class="target" r="9" />
              <Sign tone={tones.get(point.series) ?? 'plain'} />
            </a>
          </g>
        );
      })}
    </>
  );
}
