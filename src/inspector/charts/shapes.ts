/** Lines of a chart as SVG paths. */
import type { Point } from './layout.js';

/** px by which corners of lines are rounded. */
const CORNER = 6;
/** px that an arrow's head is long, and half as wide. */
const HEAD = 9;

/** A path through `points` with rounded corners. */
export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${at(first)}`;
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    if (next === undefined) path += `L${at(point)}`;
    else {
      const previous = points[index] ?? first;
      path += `L${at(towards(point, previous, CORNER))}Q${at(point)} ${at(towards(point, next, CORNER))}`;
    }
  }
  return path;
}

/** A triangle at the end of `points`. */
export function headPath(points: readonly Point[]): string {
  const [from, tip] = points.slice(-2);
  if (from === undefined || tip === undefined) return '';
  const base = towards(tip, from, HEAD);
  const [across, along] = [(tip.y - base.y) / 2, (tip.x - base.x) / 2];
  const left = { x: base.x - across, y: base.y + along };
  const right = { x: base.x + across, y: base.y - along };
  return `M${at(tip)}L${at(left)}L${at(right)}Z`;
}

/** The point `distance` from `from` on the way to `to`, at most half way. */
function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(distance / length, 0.5);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;
