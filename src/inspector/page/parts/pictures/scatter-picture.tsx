/** One number against another. */
import type { Axis, PictureDeclaration } from '../../../../inspection.js';
import { PointSigns } from './point-signs.jsx';
import { scaleOf } from './scale.js';
import { seenIn } from './seen.js';

const WIDTH = 380;
const HEIGHT = 300;
const LEFT = 62;
const BOTTOM = HEIGHT - 48;

export function ScatterPicture({ picture }: { readonly picture: PictureDeclaration }) {
  const { points } = seenIn(picture.id);
  const xs = scaleOf(
    points.map(({ x }) => x),
    [LEFT, WIDTH - 10],
  );
  const ys = scaleOf(
    points.map(({ y }) => y),
    [BOTTOM, 10],
  );
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <title>{picture.title}</title>
      {xs.ticks.map((tick) => (
        <g key={`x${tick}`}>
          <line class="grid" x1={xs(tick)} y1={10} x2={xs(tick)} y2={BOTTOM} />
          <text class="axis" x={xs(tick)} y={BOTTOM + 18} text-anchor="middle">
            {tick}
          </text>
        </g>
      ))}
      {ys.ticks.map((tick) => (
        <g key={`y${tick}`}>
          <line class="grid" x1={LEFT} y1={ys(tick)} x2={WIDTH - 10} y2={ys(tick)} />
          <text class="axis" x={LEFT - 5} y={ys(tick) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      <PointSigns points={points} series={picture.series} place={({ x, y }) => [xs(x), ys(y)]} />
      <text class="axis" x={(LEFT + WIDTH) / 2} y={HEIGHT - 6} text-anchor="middle">
        {named(picture.x)}
      </text>
      <text class="axis" transform={`translate(16 ${BOTTOM / 2}) rotate(-90)`} text-anchor="middle">
        {named(picture.y)}
      </text>
    </svg>
  );
}

/** An axis in words, with its unit. */
export function named({ label, unit }: Axis): string {
  return unit === '' ? label : `${label}, ${unit}`;
}
