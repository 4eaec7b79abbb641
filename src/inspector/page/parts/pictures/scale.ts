/** From values to places on a picture, and round numbers for its axes. */

/** Maps values of `from` to places in `to`, straight. */
export interface Scale {
  (value: number): number;
  readonly ticks: readonly number[];
}

/** Room around the outermost values, as a share of their range. */
const MARGIN = 0.06;
/** Ticks an axis has, about. */
const TICKS = 5;

/** A scale over all `values` (and 0 when `isFromZero`); without any, over 0–1. */
export function scaleOf(
  values: readonly number[],
  [start, end]: readonly [number, number],
  isFromZero = false,
): Scale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 1];
  if (isFromZero) low = Math.min(0, low);
  const room = (high - low || Math.abs(high) || 1) * MARGIN;
  high += room;
  if (!isFromZero || low < 0) low -= room;
  const scale = (value: number): number => start + ((value - low) / (high - low)) * (end - start);
  return Object.assign(scale, { ticks: ticksBetween(low, high) });
}

/** Round numbers between `low` and `high`: steps of 1, 2 or 5 times a power of ten. */
export function ticksBetween(low: number, high: number): number[] {
  const rough = (high - low) / TICKS;
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (([1, 2, 5, 10] as const).find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => tidy((first + index) * step));
}

/** A number without the noise of binary fractions. */
export function tidy(value: number): number {
  return Number(value.toPrecision(6));
}
