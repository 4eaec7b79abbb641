/** Where on the timeline things are, in pixels. */
import type { Stretch } from '../../model/stretch.js';

export const AXIS_HEIGHT = 20;
export const ROW_HEIGHT = 20;
export const MARKS_HEIGHT = 22;
/** Where the names of the rows are. */
export const GUTTER = 78;
const RIGHT_MARGIN = 10;

/** Frames to pixels and back. */
export interface Scale {
  readonly left: number;
  readonly right: number;
  /** How many frames a pixel is. */
  readonly perPixel: number;
  x(frame: number): number;
  frame(x: number): number;
}

/** A scale for a timeline that is `width` pixels wide. */
export function scaleOf({ from, to }: Stretch, width: number): Scale {
  const [left, right] = [GUTTER, Math.max(GUTTER + 1, width - RIGHT_MARGIN)];
  const perPixel = (to - from) / (right - left);
  return {
    left,
    right,
    perPixel,
    x: (frame) => left + (frame - from) / perPixel,
    frame: (x) => from + (Math.min(Math.max(x, left), right) - left) * perPixel,
  };
}

/** Tops of the timeline's lanes, from the axis down. */
export interface Lanes {
  readonly row: (index: number) => number;
  readonly marks: number;
  readonly troubles: number;
  readonly activity: number;
  readonly height: number;
}

export function lanesOf(rows: number): Lanes {
  const marks = AXIS_HEIGHT + rows * ROW_HEIGHT;
  const troubles = marks + MARKS_HEIGHT;
  const activity = troubles + MARKS_HEIGHT;
  return {
    row: (index) => AXIS_HEIGHT + index * ROW_HEIGHT,
    marks,
    troubles,
    activity,
    height: activity + 16,
  };
}
