/** What the lane diagram shows around a moment, in px: lanes, arrows, the time beside them. Pure geometry; draws nothing. */
import { countWhile } from '../../model/ascending.js';
import type { Look } from '../../model/look.js';
import type { Reel } from '../../model/reel.js';
import { peerNames } from '../filters/peer-names.js';
import type { Arrow } from './arrows.js';
import { delayNear } from './delays.js';
import { LINE_PX, layoutTime, type TimeLayout } from './layout.js';
import { CLIENT_LANE, ownLane, presenceOf } from './presence.js';

/** Room for the times at the left, and for the last lane's name at the right. */
const [LEFT_PX, RIGHT_PX] = [92, 110];
const LANE_GAP_MIN_PX = 90;
/** How far before a lane an arrow ends that was stopped, and how long one is from the player at this very machine. */
const [STOPPED_PX, STUB_PX] = [16, 26];
/** The moment is a little below the middle: what led to it matters more. */
const NOW_SHARE = 0.55;

export interface LaneStay {
  readonly top: number;
  readonly bottom: number;
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
}

export interface Lane {
  readonly peer: number;
  readonly label: string;
  readonly x: number;
  readonly stays: readonly LaneStay[];
}

export interface ArrowLine {
  readonly peer: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** One way, about; `undefined` when nothing was measured: such a line is level. */
  readonly delayMs: number | undefined;
}

export interface DrawnArrow {
  readonly arrow: Arrow;
  readonly y: number;
  readonly lines: readonly ArrowLine[];
  /** Where its words begin, or end when there is no room to the right. */
  readonly labelX: number;
  readonly endsAtLabel: boolean;
  readonly isPast: boolean;
}

export interface LaneView {
  readonly width: number;
  readonly nowY: number;
  readonly time: TimeLayout;
  /** The first and last frame in sight. */
  readonly first: number;
  readonly last: number;
  readonly lanes: readonly Lane[];
  readonly arrows: readonly DrawnArrow[];
}

export interface Sight {
  readonly width: number;
  readonly height: number;
  /** Px of a frame where time runs evenly. */
  readonly framePx: number;
}

/** `arrows`: those that the filters let through, in order. */
export function viewOf(reel: Reel, arrows: readonly Arrow[], look: Look, sight: Sight): LaneView {
  const nowY = Math.round(sight.height * NOW_SHARE);
  const place = placeOfMoment(arrows, look);
  const lines = Math.ceil(sight.height / LINE_PX);
  const start = Math.max(0, place - lines);
  const near = arrows.slice(start, place + lines);
  const time = layoutTime(
    near.map(({ frame }) => frame),
    { now: look.frame, nowY, done: place - start, framePx: sight.framePx },
  );
  const [first, last] = [Math.floor(time.frameAt(0)), Math.ceil(time.frameAt(sight.height))];
  const peers = lanePeers(reel, first, last);
  const gap = Math.max(LANE_GAP_MIN_PX, (sight.width - LEFT_PX - RIGHT_PX) / Math.max(1, peers.length - 1));
  const xs = new Map(peers.map((peer, at) => [peer, LEFT_PX + at * gap]));
  return {
    width: Math.max(sight.width, LEFT_PX + gap * (peers.length - 1) + RIGHT_PX),
    nowY,
    time,
    first,
    last,
    lanes: peers.map((peer) => laneOf(reel, peer, xs.get(peer) ?? 0, look, time, sight.height)),
    arrows: near.flatMap((arrow, at) => {
      const y = time.ys[at] as number;
      if (y < 0 || y > sight.height) return [];
      return drawnOf(reel, arrow, y, start + at < place, xs, sight.framePx);
    }),
  };
}

/** How many arrows are at or before the moment. */
export function placeOfMoment(arrows: readonly Arrow[], { frame, step }: Look): number {
  let place = countWhile(arrows.length, (at) => (arrows[at] as Arrow).frame < frame);
  while (arrows[place]?.frame === frame && (arrows[place]?.step ?? 0) <= step) place++;
  return place;
}

/** The lane of this machine first, then those of the peers that are in sight. */
function lanePeers(reel: Reel, first: number, last: number): readonly number[] {
  const own = ownLane(reel);
  return [
    own,
    ...presenceOf(reel)
      .during(first, last)
      .filter((peer) => peer !== own),
  ];
}

function laneOf(reel: Reel, peer: number, x: number, look: Look, time: TimeLayout, height: number): Lane {
  const stays = peer === ownLane(reel) ? [{ from: 0, to: undefined }] : presenceOf(reel).staysOf(peer);
  const label = peer === CLIENT_LANE ? 'this client' : peerNames(reel).labelOf(peer, look.step);
  return {
    peer,
    label,
    x,
    stays: stays.flatMap(({ from, to }): LaneStay[] => {
      const [top, bottom] = [from === 0 ? 0 : time.yOf(from), to === undefined ? height : time.yOf(to)];
      if (bottom < 0 || top > height) return [];
      return [
        {
          top: Math.max(0, top),
          bottom: Math.min(height, bottom),
          hasStart: from !== 0 && top >= 0,
          hasEnd: to !== undefined && bottom <= height,
        },
      ];
    }),
  };
}

function drawnOf(
  reel: Reel,
  arrow: Arrow,
  y: number,
  isPast: boolean,
  xs: ReadonlyMap<number, number>,
  framePx: number,
): DrawnArrow[] {
  const own = ownLane(reel);
  const ownX = xs.get(own) ?? LEFT_PX;
  const peers = arrow.peers ?? recipientsOf(arrow.words, [...xs.keys()], own);
  if (arrow.input?.kind === 'peer-joined' || arrow.input?.kind === 'peer-left')
    return [cameOrLeft(arrow, y, xs.get(arrow.input.peer) ?? ownX, isPast, xs)];
  const lines = peers.flatMap((peer): ArrowLine[] => {
    const x = xs.get(peer);
    if (x === undefined) return [];
    const [near, far] = ends(
      arrow,
      ownX,
      peer === own || arrow.input?.kind === 'command' ? ownX - STUB_PX : x,
    );
    const delayMs = peer === own ? undefined : delayNear(reel.links, peer, arrow.frame);
    const slant = ((delayMs ?? 0) / 1000) * reel.header.frameRate * framePx;
    return arrow.way === 'in'
      ? [{ peer, x1: far, y1: y - slant, x2: near, y2: y, delayMs }]
      : [{ peer, x1: near, y1: y, x2: far, y2: y + slant, delayMs }];
  });
  const labelX = ownX + 8 + (arrow.fate === 'taken' ? 0 : STOPPED_PX);
  return [{ arrow, y, lines, labelX, endsAtLabel: false, isPast }];
}

/** A peer that came or left is told beside its lane: on the inner side of the last one. */
function cameOrLeft(
  arrow: Arrow,
  y: number,
  x: number,
  isPast: boolean,
  xs: ReadonlyMap<number, number>,
): DrawnArrow {
  const endsAtLabel = xs.size > 1 && x === Math.max(...xs.values());
  return { arrow, y, lines: [], labelX: x + (endsAtLabel ? -8 : 8), endsAtLabel, isPast };
}

/** Where an arrow is at this machine's lane, and at the other one. */
function ends({ fate, way }: Arrow, ownX: number, otherX: number): [near: number, far: number] {
  if (fate === 'taken') return [ownX, otherX];
  const towards = Math.sign(otherX - ownX) * Math.min(STOPPED_PX, Math.abs(otherX - ownX) / 2);
  return way === 'in' ? [ownX + towards, otherX] : [ownX, otherX - towards];
}

/** Who was meant by words such as `to all but 3`: everybody in sight but those that are named. */
function recipientsOf(words: string, peers: readonly number[], own: number): readonly number[] {
  const others = peers.filter((peer) => peer !== own);
  if (!/\ball\b/.test(words)) return [];
  const spared = new Set(words.match(/\d+/g)?.map(Number));
  return others.filter((peer) => !spared.has(peer));
}
