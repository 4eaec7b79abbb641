/**
 * Time downwards. It runs evenly where little happens and is stretched where much does, so that no two things are drawn on one
 * another; the moment stays in its place.
 */

/** Px from one thing to the next: a line of text. */
export const LINE_PX = 17;

/** A time and where it is drawn. */
interface Anchor {
  readonly frame: number;
  readonly y: number;
}

export interface TimeLayout {
  /** Where each thing is drawn, in the order in which they were given. */
  readonly ys: readonly number[];
  /** Where a frame is drawn. */
  yOf(frame: number): number;
  /** The frame drawn at `y`. */
  frameAt(y: number): number;
}

/**
 * Lays out things at ascending `frames`. `now` is drawn at `nowY`; things of it or before are above, later ones below.
 * `done`: how many of them are at or before the moment.
 */
export function layoutTime(
  frames: readonly number[],
  { now, nowY, done, framePx }: { now: number; nowY: number; done: number; framePx: number },
): TimeLayout {
  const even = (frame: number): number => nowY + (frame - now) * framePx;
  const ys: number[] = new Array(frames.length);
  let limit = nowY;
  for (let i = done - 1; i >= 0; i--) {
    const y = Math.min(even(frames[i] as number), limit);
    ys[i] = y;
    limit = y - LINE_PX;
  }
  limit = nowY + LINE_PX;
  for (let i = done; i < frames.length; i++) {
    const y = Math.max(even(frames[i] as number), limit);
    ys[i] = y;
    limit = y + LINE_PX;
  }
  const anchors = anchorsOf(frames, ys, { frame: now, y: nowY }, done);
  return {
    ys,
    yOf: (frame) =>
      interpolate(
        anchors,
        frame,
        (anchor) => anchor.frame,
        (anchor) => anchor.y,
        1 / framePx,
      ),
    frameAt: (y) =>
      interpolate(
        anchors,
        y,
        (anchor) => anchor.y,
        (anchor) => anchor.frame,
        framePx,
      ),
  };
}

function anchorsOf(frames: readonly number[], ys: readonly number[], now: Anchor, done: number): Anchor[] {
  const anchors = frames.map((frame, i): Anchor => ({ frame, y: ys[i] as number }));
  anchors.splice(done, 0, now);
  return anchors;
}

/** The value at `x` on the line through the anchors; beyond them, on a line with the even slope (`xPerValue` is its inverse). */
function interpolate(
  anchors: readonly Anchor[],
  x: number,
  xOf: (anchor: Anchor) => number,
  toValue: (anchor: Anchor) => number,
  xPerValue: number,
): number {
  const place = anchors.findIndex((anchor) => xOf(anchor) >= x);
  const [a, b] = [anchors[place < 0 ? anchors.length - 1 : place - 1], anchors[place]];
  const known = b ?? a;
  if (known === undefined) return 0;
  if (a === undefined || b === undefined) return toValue(known) + (x - xOf(known)) / xPerValue;
  const span = xOf(b) - xOf(a);
  return span === 0 ? toValue(b) : toValue(a) + ((x - xOf(a)) / span) * (toValue(b) - toValue(a));
}
