/** The links' samples as lines over time. */
import type { FeedLinks } from '../../../feed/entry.js';

/** What is told of a link, and how it is shown. */
export const LINK_MEASURES = [
  { id: 'roundTripMs', title: 'Round trip', unit: 'ms', scale: 1 },
  { id: 'loss', title: 'Lost', unit: '%', scale: 100 },
  { id: 'backlog', title: 'Waiting to be acknowledged', unit: 'messages', scale: 1 },
  { id: 'queued', title: 'Waiting to be acted on', unit: 'messages', scale: 1 },
] as const;

export type LinkMeasure = (typeof LINK_MEASURES)[number];

/** Peers that were ever sampled, ascending. */
export function peersOf(samples: readonly FeedLinks[]): number[] {
  return [...new Set(samples.flatMap(({ links }) => links.map(({ peer }) => peer)))].sort((a, b) => a - b);
}

/** Seconds, then a value for each of `peers`; `null` where a peer had no link, or nothing was measured. */
export function linkLines(
  samples: readonly FeedLinks[],
  peers: readonly number[],
  { id, scale }: LinkMeasure,
  frameRate: number,
): (number | null)[][] {
  const values = peers.map((peer) =>
    samples.map(({ links }) => {
      const value = links.find((link) => link.peer === peer)?.[id];
      return typeof value === 'number' ? value * scale : null;
    }),
  );
  return [samples.map(({ frame }) => frame / frameRate), ...values];
}
