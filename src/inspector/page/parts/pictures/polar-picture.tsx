/** Angles and distances seen from above: rings of distance around the bottom centre, 0° straight up. */
import type { PictureDeclaration } from '../../../../inspection.js';
import { PointSigns } from './point-signs.jsx';
import { tidy } from './scale.js';
import { seenIn } from './seen.js';

const WIDTH = 470;
const HEIGHT = 300;
const CENTRE = WIDTH / 2;
const BOTTOM = HEIGHT - 34;
const RADIUS = BOTTOM - 20;
/** Half of the opening that is drawn, in degrees: what lies outside is drawn as well, off the field. */
const HALF_OPENING = 45;
const RADIANS = Math.PI / 180;

export function PolarPicture({ picture }: { readonly picture: PictureDeclaration }) {
  const { points } = seenIn(picture.id);
  const rings = picture.rings ?? [];
  const farthest = Math.max(1, ...rings, ...points.map(({ y }) => y));
  const place = (angle: number, distance: number): readonly [number, number] => {
    const far = (distance / farthest) * RADIUS;
    return [CENTRE + far * Math.sin(angle * RADIANS), BOTTOM - far * Math.cos(angle * RADIANS)];
  };
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <title>{picture.title}</title>
      {rings.map((ring) => (
        <Ring key={ring} ring={ring} unit={picture.y.unit} place={place} />
      ))}
      {[-HALF_OPENING, 0, HALF_OPENING].map((angle) => {
        const [x, y] = place(angle, farthest);
        return <line key={angle} class="grid" x1={CENTRE} y1={BOTTOM} x2={x} y2={y} />;
      })}
      <PointSigns points={points} series={picture.series} place={({ x, y }) => place(x, y)} />
      <text class="axis" x={CENTRE} y={HEIGHT - 8} text-anchor="middle">
        {`${picture.x.label} (${picture.x.unit}) around, ${picture.y.label} (${picture.y.unit}) outwards`}
      </text>
    </svg>
  );
}

function Ring({
  ring,
  unit,
  place,
}: {
  readonly ring: number;
  readonly unit: string;
  readonly place: (angle: number, distance: number) => readonly [number, number];
}) {
  const [left, right, top] = [place(-HALF_OPENING, ring), place(HALF_OPENING, ring), place(0, ring)];
  const radius = BOTTOM - top[1];
  return (
    <g data-ring={ring}>
      <path
        class="grid"
        d={`M${left[0]} ${left[1]}A${radius} ${radius} 0 0 1 ${right[0]} ${right[1]}`}
        fill="none"
      />
      <text class="axis" x={right[0] + 3} y={right[1] + 10}>
        {`${tidy(ring)} ${unit}`}
      </text>
    </g>
  );
}
