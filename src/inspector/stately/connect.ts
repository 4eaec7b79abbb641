/** Tells a running session to the Stately inspector, by the feed that our own page follows: bounded, cut and cleared as that. */
import { WebSocket } from 'ws';
import { invariant } from '../../errors.js';
import { createFeed, type FeedOptions, type FollowedSession } from '../feed/live.js';
import { type StatelyEvent, StatelyEvents } from './events.js';

/** A socket with more than this on its way is told no more until it has taken some, bytes. */
const BUFFERED_BYTES_MAX = 4 * 1024 * 1024;

/** How long the inspector may take to answer a connection and a goodbye, ms: a session's process waits for neither. */
const ANSWER_MS = 5_000;
const GOODBYE_MS = 1_000;

const WEB_SOCKET = /^wss?:\/\/[^/#]+[^#]*$/i;

/** Where the Stately inspector is. */
export type StatelyOptions = Pick<FeedOptions, 'secrets' | 'slices'> & {
  /** The date in events, ms. Default: the system's. */
  readonly now?: () => number;
} & (
    | {
        /** Address of a WebSocket that passes events on to the inspector. Default of theirs: `ws://localhost:8080`. */
        readonly url: string;
      }
    | {
        /** Takes each event, such as one that posts it to an inspector's window. */
        readonly send: (event: StatelyEvent) => void;
      }
  );

/**
 * Sends what `session` does to the Stately inspector until the answer is called, the socket closes, or the session ends.
 *
 * @throws SessionError `session/closed`.
 */
export function connectStately(session: FollowedSession, options: StatelyOptions): () => void {
  const { now = () => Date.now(), secrets, slices } = options;
  const feed = createFeed(session, {
    title: 'session',
    ...(secrets ? { secrets } : {}),
    ...(slices ? { slices } : {}),
  });
  const events = new StatelyEvents(now);
  if ('url' in options) return tellSocket(options.url, feed, events);
  return feed.subscribe({
    entries: (entries) => {
      for (const entry of entries) for (const event of events.of(entry)) options.send(event);
    },
  });
}

function tellSocket(url: string, feed: ReturnType<typeof createFeed>, events: StatelyEvents): () => void {
  invariant(WEB_SOCKET.test(url) && URL.canParse(url), () => `${url} is no ws:// address.`);
  const limits = { handshakeTimeout: ANSWER_MS, closeTimeout: GOODBYE_MS };
  const socket = new WebSocket(url, { perMessageDeflate: false, ...limits });
  let unsubscribe = (): void => undefined;
  socket.on('open', () => {
    unsubscribe = feed.subscribe({
      isReady: () => socket.bufferedAmount < BUFFERED_BYTES_MAX,
      entries: (entries) => {
        for (const entry of entries) for (const event of events.of(entry)) socket.send(JSON.stringify(event));
        if (entries.at(-1)?.kind === 'end') socket.close();
      },
    });
  });
  // An inspector that is not there, or goes, is none of the session's business.
  socket.on('error', () => undefined);
  socket.on('close', () => unsubscribe());
  return () => {
    unsubscribe();
    socket.close();
  };
}
