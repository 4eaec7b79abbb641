/** Points of several series over one x. */
import type { PicturePoint } from './points.js';

/** Ascending x, then a value for each series at each x, the last one told. */
export function alignedLines(
  points: readonly PicturePoint[],
  series: readonly { readonly id: string }[],
): (number | null)[][] {
  const xs = [...new Set(points.map(({ x }) => x))].sort((one, other) => one - other);
  const values = series.map(({ id }) => {
    const byX = new Map(points.filter((point) => point.series === id).map(({ x, y }) => [x, y]));
    return xs.map((x) => byX.get(x) ?? null);
  });
  return [xs, ...values];
}
