/** Superseded messages of a peer: each replaces the one before, so they come often, and a gap tells what was lost or late. */
import type { PeerId } from '../../../../peers.js';
import { lastAtMost } from '../../model/ascending.js';
import type { Reel } from '../../model/reel.js';
import { type Growing, perReel } from '../filters/per-reel.js';

/** A gap longer than the usual interval times this is told. */
export const GAP_FACTOR = 1.8;
/** After so long a silence the peer had rather stopped than lost anything. */
const SILENCE_SECONDS = 1;
/** Intervals of which the usual one is the median. */
const INTERVALS = 61;

/** A time in which messages should have come. */
export interface Gap {
  /** Frames of the messages before and after it. */
  readonly from: number;
  readonly to: number;
  /** About how many did not come. */
  readonly missing: number;
}

/** Messages of one name from one peer. */
export interface Track {
  readonly message: string;
  readonly peer: PeerId;
  /** Ascending. */
  readonly frames: number[];
}

class Tracks implements Growing {
  readonly list: Track[] = [];
  readonly #reel: Reel;
  readonly #seen = new Map<string, number>();
  readonly #tracks = new Map<string, Track>();

  constructor(reel: Reel) {
    this.#reel = reel;
  }

  grow(): void {
    for (const [message, { frames, peers }] of this.#reel.superseded) {
      let at = this.#seen.get(message) ?? 0;
      for (; at < frames.length; at++)
        this.#track(message, peers[at] as PeerId).frames.push(frames[at] as number);
      this.#seen.set(message, at);
    }
  }

  #track(message: string, peer: PeerId): Track {
    const key = `${peer} ${message}`;
    let track = this.#tracks.get(key);
    if (track === undefined) {
      track = { message, peer, frames: [] };
      this.#tracks.set(key, track);
      this.list.push(track);
    }
    return track;
  }
}

export const tracksOf = perReel((reel) => new Tracks(reel));

/** Frames of a track from `first` to `last`. */
export function framesWithin({ frames }: Track, first: number, last: number): readonly number[] {
  return frames.slice(lastAtMost(frames, first - 1) + 1, lastAtMost(frames, last) + 1);
}

/** Gaps that touch the time from `first` to `last`. */
export function gapsWithin(
  { frames }: Track,
  first: number,
  last: number,
  frameRate: number,
): readonly Gap[] {
  const start = Math.max(1, lastAtMost(frames, first));
  const gaps: Gap[] = [];
  const usual = usualInterval(frames, start);
  if (usual === undefined) return gaps;
  for (let i = start; i < frames.length; i++) {
    const [from, to] = [frames[i - 1] as number, frames[i] as number];
    if (from > last) break;
    if (to < first) continue;
    const interval = to - from;
    if (interval > usual * GAP_FACTOR && interval < frameRate * SILENCE_SECONDS)
      gaps.push({ from, to, missing: Math.round(interval / usual) - 1 });
  }
  return gaps;
}

/** The median of the intervals around place `at`; `undefined` when there are too few to call one usual. */
function usualInterval(frames: readonly number[], at: number): number | undefined {
  const start = Math.max(1, at - (INTERVALS >> 1));
  const intervals: number[] = [];
  for (let i = start; i < frames.length && intervals.length < INTERVALS; i++)
    intervals.push((frames[i] as number) - (frames[i - 1] as number));
  if (intervals.length < 3) return undefined;
  intervals.sort((a, b) => a - b);
  return Math.max(1, intervals[intervals.length >> 1] as number);
}
