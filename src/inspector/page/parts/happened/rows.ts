/** The list of steps as rows: a heading for every cause, below it what came of it. Pure. */

import type { Reel } from '../../model/reel.js';
import { clockTime } from '../../model/time.js';
import { type Happening, NOTICE_CAUSE } from '../filters/happenings.js';
import { eventLabel } from './event-words.js';
import { inputNoun } from './sentence.js';

/** Where a row stands in the chain of its cause. */
export type Place = 'first' | 'middle' | 'last' | 'only';

export interface StepRow {
  readonly happening: Happening;
  readonly place: Place;
  /** Whether it belongs to the chain that the step of the moment is in. */
  readonly isOfChain: boolean;
}

/** Rows of `items` from `start` to before `end`. */
export function rowsOf(
  items: readonly Happening[],
  start: number,
  end: number,
  now: { readonly frame: number; readonly cause: number } | undefined,
): StepRow[] {
  const rows: StepRow[] = [];
  for (let i = Math.max(0, start); i < Math.min(end, items.length); i++) {
    const happening = items[i] as Happening;
    const [begins, ends] = [!isSameChain(items[i - 1], happening), !isSameChain(items[i + 1], happening)];
    const place = begins ? (ends ? 'only' : 'first') : ends ? 'last' : 'middle';
    const isOfChain = now?.frame === happening.frame && now.cause === happening.cause;
    rows.push({ happening, place, isOfChain });
  }
  return rows;
}

/** Whether two things came of one input. Timers of a frame are told as one. */
const isSameChain = (a: Happening | undefined, b: Happening): boolean =>
  a !== undefined && a.frame === b.frame && a.cause === b.cause && a.cause !== NOTICE_CAUSE;

/** What caused a chain, in a few words. */
export function causeWords(reel: Reel, { input, done, notice, step }: Happening): string {
  if (notice) return `notice: ${notice.notice}`;
  if (input) return inputNoun(reel, input, step);
  return done ? eventLabel(done.step.event) : '';
}

/** When, such as `12.3 s · frame 740`. */
export const timeWords = (reel: Reel, frame: number): string =>
  `${clockTime(reel.secondsOf(frame), 1)} · frame ${frame}`;
