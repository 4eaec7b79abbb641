/** Superseded messages beside their peer's lane, in px: ticks, or strips where ticks would touch; and gaps. Pure. */
import type { Reel } from '../../model/reel.js';
import type { Filters } from '../../store.js';
import { passes } from '../filters/facets.js';
import type { LaneView } from './lane-view.js';
import { framesWithin, type Gap, gapsWithin, tracksOf } from './superseded.js';

/** Ticks nearer than this become a strip. */
const TICK_PX_MIN = 3;
/** Gaps that are told in words; nearer to one another than a line they are only marked. */
const [GAPS_MAX, WORDS_PX] = [40, 15];

/** Messages close together: one, or a strip of them. */
export interface Strip {
  readonly top: number;
  readonly bottom: number;
  readonly count: number;
}

export interface DrawnGap {
  readonly gap: Gap;
  readonly top: number;
  readonly bottom: number;
  /** Empty where there is no room. */
  readonly words: string;
}

export interface DrawnTrack {
  readonly peer: number;
  readonly message: string;
  readonly x: number;
  readonly strips: readonly Strip[];
  readonly gaps: readonly DrawnGap[];
}

export function drawnTracks(reel: Reel, view: LaneView, filters: Filters): readonly DrawnTrack[] {
  const seen = new Map<number, number>();
  return tracksOf(reel).list.flatMap((track) => {
    const { peer, message } = track;
    const lane = view.lanes.find((one) => one.peer === peer);
    const isShown = passes({ actors: [], peers: [peer], messages: [message], kinds: ['message'] }, filters);
    if (lane === undefined || !isShown) return [];
    const column = seen.get(peer) ?? 0;
    seen.set(peer, column + 1);
    const gaps = gapsWithin(track, view.first, view.last, reel.header.frameRate).slice(0, GAPS_MAX);
    return [
      {
        peer,
        message,
        x: lane.x + 5 + column * 10,
        strips: stripsOf(
          framesWithin(track, view.first, view.last).map(view.time.yOf),
          gaps.map(({ to }) => view.time.yOf(to)),
        ),
        gaps: drawnGaps(gaps, view),
      },
    ];
  });
}

/** `ys` ascend; a strip ends where a gap does. */
export function stripsOf(ys: readonly number[], breaks: readonly number[]): readonly Strip[] {
  const strips: { top: number; bottom: number; count: number }[] = [];
  const ends = new Set(breaks);
  for (const y of ys) {
    const last = strips.at(-1);
    if (last !== undefined && y - last.bottom < TICK_PX_MIN && !ends.has(y)) {
      last.bottom = y;
      last.count++;
    } else strips.push({ top: y, bottom: y, count: 1 });
  }
  return strips;
}

function drawnGaps(gaps: readonly Gap[], view: LaneView): readonly DrawnGap[] {
  let free = Number.NEGATIVE_INFINITY;
  return gaps.map((gap) => {
    const [top, bottom] = [view.time.yOf(gap.from), view.time.yOf(gap.to)];
    const middle = (top + bottom) / 2;
    const hasRoom = middle >= free;
    if (hasRoom) free = middle + WORDS_PX;
    return { gap, top, bottom, words: hasRoom ? `~${gap.missing} lost or late` : '' };
  });
}
