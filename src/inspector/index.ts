/** The inspector of a running session, for programs on Node. */
import { createFeed, type FeedOptions, type FollowedSession } from './feed/live.js';
import { type ServeOptions, serveFeeds } from './server.js';

export type { FeedEntry } from './feed/entry.js';
export { createFeed, type FeedOptions, type FollowedSession } from './feed/live.js';
export type { FeedSubscriber, LiveFeed } from './feed/live-feed.js';
export type { ServeOptions } from './server.js';
export { connectStately, type StatelyOptions } from './stately/connect.js';
export type { StatelyEvent } from './stately/events.js';

/** How a session's inspector is served and told. */
export interface InspectorOptions extends ServeOptions, Omit<FeedOptions, 'slices'> {}

/** A session's page, served while this is open. */
export interface Inspector {
  /** Open this in a browser. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a page that follows `session`, host or client; it can change nothing there. Nothing is read or kept while no page is open.
 *
 * @throws SessionError `inspector/not-served` when the port is taken or the page is not there.
 */
export async function createInspector(
  session: FollowedSession,
  { port, address, ...feed }: InspectorOptions = {},
): Promise<Inspector> {
  const { url, close } = await serveFeeds([createFeed(session, feed)], { port, address });
  return { url, close };
}
