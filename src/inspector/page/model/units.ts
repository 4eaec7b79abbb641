/** By what a match is walked through: steps, frames, marks, and the bands of each row. */

import { landmarksOf } from './landmarks.js';
import type { Look } from './look.js';
import type { Reel } from './reel.js';

export const UNIT_STEP = 'step';
export const UNIT_FRAME = 'frame';
export const UNIT_MARK = 'mark';

/** A unit by its id: those above, or `row:` and the id of a row. */
export interface Unit {
  readonly id: string;
  readonly title: string;
}

/** The units of a match, the smallest first. */
export function unitsOf({ header }: Reel): readonly Unit[] {
  return [
    { id: UNIT_STEP, title: 'transition' },
    { id: UNIT_FRAME, title: 'frame' },
    { id: UNIT_MARK, title: 'mark' },
    ...header.rows.map(({ id, title }) => ({ id: `row:${id}`, title })).reverse(),
  ];
}

/** The moment one unit on, or back; the end or the start when there is no other. */
export function moved(reel: Reel, { frame, step }: Look, unit: string, by: 1 | -1): Look {
  if (unit === UNIT_STEP) return lookAtStep(reel, by > 0 ? step + 1 : stepBefore(reel, frame, step));
  if (unit === UNIT_FRAME) return lookAtFrame(reel, frame + by);
  const frames = landmarkFrames(reel, unit);
  const next = by > 0 ? frames.find((at) => at > frame) : frames.findLast((at) => at < frame);
  return lookAtFrame(reel, next ?? (by > 0 ? reel.lastFrame : reel.firstFrame));
}

/** The moment right after step `index`; before the first one when it is −1. */
export function lookAtStep(reel: Reel, index: number): Look {
  const step = Math.max(-1, Math.min(Math.round(index), reel.steps.length - 1));
  return { step, frame: reel.steps[step]?.frame ?? reel.firstFrame };
}

/** The end of `frame`. */
export function lookAtFrame(reel: Reel, frame: number): Look {
  const within = Math.max(reel.firstFrame, Math.min(Math.round(frame), reel.lastFrame));
  return { frame: within, step: reel.stepAtFrame(within) };
}

/** Between two steps, back is to where the last one was just done. */
function stepBefore(reel: Reel, frame: number, step: number): number {
  const done = reel.steps[step];
  return done && done.frame < frame ? step : step - 1;
}

function landmarkFrames(reel: Reel, unit: string): readonly number[] {
  const landmarks = landmarksOf(reel);
  if (unit === UNIT_MARK) return landmarks.marks.map(({ frame }) => frame);
  return landmarks.bandsOf(unit.slice('row:'.length)).map(({ from }) => from);
}
