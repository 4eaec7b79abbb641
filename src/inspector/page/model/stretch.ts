/** The stretch of frames that a timeline shows, and what of a match can be seen in it when it is so many pixels wide. */
import { countWhile } from './ascending.js';
import type { Band, Mark } from './landmarks.js';

/** Frames, both included; they need not be whole. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The fewest frames that a timeline shows. */
const SPAN_MIN = 20;

/** `stretch` made `factor` times as long, with `at` where it was. */
export function zoomed(stretch: Stretch, factor: number, at: number, whole: Stretch): Stretch {
  const span = Math.max(SPAN_MIN, (stretch.to - stretch.from) * factor);
  const share = (at - stretch.from) / (stretch.to - stretch.from || 1);
  const from = at - span * Math.min(1, Math.max(0, share));
  return within({ from, to: from + span }, whole);
}

/** `stretch` moved by so many frames. */
export function panned({ from, to }: Stretch, frames: number, whole: Stretch): Stretch {
  return within({ from: from + frames, to: to + frames }, whole);
}

/** `stretch` moved only as far as shows `frame`. */
export function showing(stretch: Stretch, frame: number, whole: Stretch): Stretch {
  if (frame >= stretch.from && frame <= stretch.to) return stretch;
  return panned(stretch, frame - (stretch.from + stretch.to) / 2, whole);
}

/** A band with a little around it. */
export function around({ from, to }: Stretch, whole: Stretch): Stretch {
  const margin = Math.max((to - from) * 0.05, (SPAN_MIN - (to - from)) / 2);
  return within({ from: from - margin, to: to + margin }, whole);
}

/** `stretch` of the same length inside of `whole`, or `whole` when that is shorter. */
function within({ from, to }: Stretch, whole: Stretch): Stretch {
  const span = to - from;
  if (span >= whole.to - whole.from) return whole;
  const start = Math.min(Math.max(from, whole.from), whole.to - span);
  return { from: start, to: start + span };
}

/** Things too close to be drawn one by one, or one that is drawn alone. */
export interface Cluster<T> {
  readonly first: T;
  readonly from: number;
  to: number;
  /** All of them, in order. */
  readonly members: T[];
}

/** Bands of one row that can be seen; neighbours that are together shorter than `narrow` frames as one. An open one ends at `end`. */
export function visibleBands(
  bands: readonly Band[],
  { from, to }: Stretch,
  end: number,
  narrow: number,
): Cluster<Band>[] {
  const clusters: Cluster<Band>[] = [];
  for (let place = firstEndingAfter(bands, from); place < bands.length; place++) {
    const band = bands[place] as Band;
    if (band.from > to) break;
    const until = band.to ?? end;
    const last = clusters.at(-1);
    const joins =
      last && until - band.from < narrow && until - last.from < narrow && band.from - last.to < narrow;
    if (joins) {
      last.members.push(band);
      last.to = until;
    } else clusters.push({ first: band, from: band.from, to: until, members: [band] });
  }
  return clusters;
}

/** Marks that can be seen, those within `close` frames as one. */
export function visibleMarks(marks: readonly Mark[], { from, to }: Stretch, close: number): Cluster<Mark>[] {
  const clusters: Cluster<Mark>[] = [];
  const first = countWhile(marks.length, (place) => (marks[place] as Mark).frame < from);
  for (let place = first; place < marks.length; place++) {
    const mark = marks[place] as Mark;
    if (mark.frame > to) break;
    const last = clusters.at(-1);
    if (last && mark.frame - last.from < close) {
      last.members.push(mark);
      last.to = mark.frame;
    } else clusters.push({ first: mark, from: mark.frame, to: mark.frame, members: [mark] });
  }
  return clusters;
}

function firstEndingAfter(bands: readonly Band[], frame: number): number {
  return countWhile(bands.length, (place) => {
    const { to } = bands[place] as Band;
    return to !== undefined && to < frame;
  });
}
