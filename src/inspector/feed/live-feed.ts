/** Leaf: a feed that goes on. Whoever follows it is told from the first entry on, at its own pace, and delays nobody. */
import type { FeedEntry } from './entry.js';

/** Somebody who follows a feed. */
export interface FeedSubscriber {
  /** Entries in order, the header first. After an `end` nothing follows. */
  entries(entries: readonly FeedEntry[]): void;
  /**
   * False while it can take no more. What happens meanwhile waits, up to a limit; beyond it is a `gap`, followed by a `base`.
   * Default: always ready.
   */
  isReady?(): boolean;
}

/** A match that goes on. */
export interface LiveFeed {
  /** What people call it. */
  readonly title: string;
  /** Tells `subscriber` the match until the answer is called. */
  subscribe(subscriber: FeedSubscriber): () => void;
}

/** A match to look at: all entries of one that is over, or one that goes on. */
export type ServedFeed = readonly FeedEntry[] | LiveFeed;

export const isLive = (feed: ServedFeed): feed is LiveFeed => 'subscribe' in feed;

/** What people call a feed. */
export function titleOf(feed: ServedFeed): string {
  if (isLive(feed)) return feed.title;
  const [first] = feed;
  return first?.kind === 'header' ? first.title : '';
}
