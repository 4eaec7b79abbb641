/** How long a message was on its way: about half the round trip that was measured nearest to it. */
import type { PeerId } from '../../../../peers.js';
import type { FeedLinks } from '../../../feed/entry.js';
import { countWhile } from '../../model/ascending.js';

/** Samples looked at on either side of the nearest: a peer misses from few, and far ones say nothing. */
const NEIGHBOURS = 10;

/** In ms; `undefined` when nothing was measured near `frame`. `links` ascend by frame. */
export function delayNear(links: readonly FeedLinks[], peer: PeerId, frame: number): number | undefined {
  const next = countWhile(links.length, (place) => (links[place]?.frame ?? 0) < frame);
  let best: { away: number; ms: number } | undefined;
  for (const { frame: at, links: samples } of links.slice(
    Math.max(0, next - NEIGHBOURS),
    next + NEIGHBOURS,
  )) {
    const ms = samples.find((sample) => sample.peer === peer)?.roundTripMs;
    const away = Math.abs(at - frame);
    if (ms !== undefined && ms !== null && (best === undefined || away < best.away)) best = { away, ms };
  }
  return best && best.ms / 2;
}
