/** Lines through the points of each series, over x. */
import { useMemo } from 'preact/hooks';
import type { PictureDeclaration, Tone } from '../../../../inspection.js';
import { goToStepOf, look } from '../../store.js';
import { alignedLines } from './aligned-lines.js';
import { Plot } from './plot.jsx';
import { placeAlong } from './points.js';
import { named } from './scatter-picture.jsx';
import { seenIn } from './seen.js';

const COLOURS: Readonly<Record<Tone, string>> = { good: '--good', bad: '--bad', plain: '--accent' };
const DASHES: Readonly<Record<Tone, readonly number[]>> = { good: [], plain: [6, 4], bad: [2, 3] };

export function LinesPicture({ picture }: { readonly picture: PictureDeclaration }) {
  const { points } = seenIn(picture.id);
  const { series } = picture;
  const data = useMemo(() => alignedLines(points, series), [points.length, series]);
  const lines = series.map(({ label, tone }) => ({ label, colour: COLOURS[tone], dash: DASHES[tone] }));
  const now = placeAlong(points, look.value.frame);
  return (
    <Plot
      lines={lines}
      data={data}
      x={named(picture.x)}
      y={named(picture.y)}
      hasDots
      {...(now === undefined ? {} : { now })}
      choose={(x) => {
        const point = points.findLast((one) => one.x === x);
        if (point) goToStepOf(point.step);
      }}
    />
  );
}
