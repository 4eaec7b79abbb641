/** What the game saw, sorted by picture. A reel only grows, so each is looked at once. */
import type { Sighting } from '../../../../inspection.js';
import type { Reel } from '../../model/reel.js';

type Of<Kind extends Sighting['kind']> = Extract<Sighting, { readonly kind: Kind }>;

/** A point with the frame it was seen at, and the last step of the frame in which it was told. */
export type PicturePoint = Of<'point'> & { readonly at: number; readonly step: number };
/** A sweep, likewise. */
export type PictureSweep = Of<'sweep'> & { readonly at: number; readonly step: number };

/** What is seen in one picture, in the order in which it was told. */
export interface PictureContent {
  readonly points: PicturePoint[];
  readonly sweeps: PictureSweep[];
}

export const NOTHING_SEEN: PictureContent = { points: [], sweeps: [] };

class Gathered {
  readonly #contents = new Map<string, PictureContent>();
  #seen = 0;

  of({ sightings }: Reel, picture: string): PictureContent {
    for (; this.#seen < sightings.length; this.#seen++) {
      const sighting = sightings[this.#seen];
      // What is no number has no place, and would take those of all others.
      if (sighting?.kind === 'point') {
        if (areFinite([sighting.x, sighting.y])) this.#contentOf(sighting.picture).points.push(sighting);
      } else if (sighting?.kind === 'sweep') {
        const strokes = sighting.strokes.filter(areFinite);
        this.#contentOf(sighting.picture).sweeps.push({ ...sighting, strokes });
      }
    }
    return this.#contents.get(picture) ?? NOTHING_SEEN;
  }

  #contentOf(picture: string): PictureContent {
    let content = this.#contents.get(picture);
    if (content === undefined) {
      content = { points: [], sweeps: [] };
      this.#contents.set(picture, content);
    }
    return content;
  }
}

const areFinite = (numbers: readonly number[]): boolean => numbers.every(Number.isFinite);

const gathered = new WeakMap<Reel, Gathered>();

/** All that was seen in `picture` so far. The arrays grow in place. */
export function contentOf(reel: Reel, picture: string): PictureContent {
  let one = gathered.get(reel);
  if (one === undefined) {
    one = new Gathered();
    gathered.set(reel, one);
  }
  return one.of(reel, picture);
}

/** Index of the last thing seen at or before `frame`; −1 when there is none. They are few: no index is kept. */
export function lastSeen(seen: readonly { readonly at: number }[], frame: number): number {
  return seen.findLastIndex(({ at }) => at <= frame);
}

/** Where on the x axis a frame is: between the last point seen and the next, by time; `undefined` before the first. */
export function placeAlong(
  points: readonly { readonly at: number; readonly x: number }[],
  frame: number,
): number | undefined {
  const index = lastSeen(points, frame);
  const last = points[index];
  const next = points.slice(index + 1).find(({ x }) => x !== last?.x);
  if (last === undefined || next === undefined) return last?.x;
  return last.x + ((next.x - last.x) * (frame - last.at)) / (next.at - last.at);
}
