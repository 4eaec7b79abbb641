/** The feed of a running session, for a page or a program that shows it itself; runs in a browser. */
export type { FeedEntry } from './entry.js';
export { createFeed, type FeedOptions, type FollowedSession } from './live.js';
export type { FeedSubscriber, LiveFeed } from './live-feed.js';
