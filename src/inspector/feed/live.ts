/**
 * The feed of a running session. While nobody follows it, the session is not even observed. Within a frame the observer only keeps
 * references; all reading and telling is done between frames, in slices too short to delay one.
 */
import type { Observation, SessionObserver } from '../../session/observe.js';
import type { Session } from '../../session/session.js';
import type { EventStore } from '../../store/event-store.js';
import type { FeedSubscriber, LiveFeed } from './live-feed.js';
import { Follower } from './live-follower.js';
import { LiveHistory } from './live-history.js';
import type { Observed } from './live-queue.js';
import { Secrets } from './secrets.js';

/** How long is read and told at a time, and how long the session has for itself before the next, ms. */
const SLICE_MS = 2;
const PAUSE_MS = 8;

/** What a feed needs of a session. */
export type FollowedSession = Pick<Session, 'observe' | 'log' | 'isOver' | 'frameNumber'>;

/** How the feed of a session is told. */
export interface FeedOptions {
  /** What people call the session. Default: its log's name. */
  readonly title?: string;
  /** The session's store: who comes late is then told the match from its beginning, not from then on. */
  readonly store?: EventStore;
  /** Names of fields, commands and messages that are secret besides the usual ones. */
  readonly secrets?: readonly string[];
  /** Time and timers, for tests. */
  readonly slices?: SliceTimer;
}

/** What slices are measured and spaced by. */
export interface SliceTimer {
  now(): number;
  /** Calls `run` once, after `ms`; the answer calls it off. */
  after(ms: number, run: () => void): () => void;
}

const systemTimer: SliceTimer = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * The feed of `session`, for any number of followers, here or in a browser.
 * @throws SessionError `session/closed`.
 */
export function createFeed(
  session: FollowedSession,
  { title: given = session.log.session ?? 'session', store, secrets, slices = systemTimer }: FeedOptions = {},
): LiveFeed {
  const hub = new Hub(session, slices);
  const title = new Secrets(secrets).sentence(given);
  return {
    title,
    subscribe: (subscriber) => hub.subscribe(subscriber, { title, secrets }, store),
  };
}

class Hub {
  readonly #session: FollowedSession;
  readonly #slices: SliceTimer;
  readonly #followers = new Set<Follower>();
  /** The last one; stopped while nobody follows, and when the session is over. */
  #observation: Observation;
  #isObserving = false;
  #callOff: (() => void) | undefined;

  constructor(session: FollowedSession, slices: SliceTimer) {
    this.#session = session;
    this.#slices = slices;
    this.#observation = session.observe(this.#observer);
    this.#observation.stop();
  }

  subscribe(
    subscriber: FeedSubscriber,
    about: { readonly title: string; readonly secrets: readonly string[] | undefined },
    store: EventStore | undefined,
  ): () => void {
    if (!this.#isObserving && !this.#session.isOver) {
      this.#observation = this.#session.observe(this.#observer);
      this.#isObserving = true;
    }
    const follower = new Follower(subscriber, this.#observation, about);
    this.#followers.add(follower);
    if (!this.#isObserving) follower.push({ kind: 'ended', frame: this.#session.frameNumber });
    const begin = (history?: LiveHistory): void => {
      follower.begin(history);
      this.#wake();
    };
    const { session: name, digest } = this.#session.log;
    if (store === undefined || name === null) begin();
    else void LiveHistory.read(store, name, digest).then(begin);
    return () => this.#forget(follower);
  }

  /** What the session calls within its frames: keeps, and sets a timer. */
  readonly #observer: SessionObserver = {
    batch: (batch) => this.#keep({ kind: 'batch', frame: batch.frame, batch }),
    superseded: (frame, peer, bytes) => this.#keep({ kind: 'superseded', frame, peer, bytes: bytes.slice() }),
    links: (frame, samples) => this.#keep({ kind: 'links', frame, samples }),
    notice: (frame, notice) => this.#keep({ kind: 'notice', frame, notice }),
    ended: (frame) => {
      this.#isObserving = false;
      this.#keep({ kind: 'ended', frame });
    },
  };

  #keep(observed: Observed): void {
    for (const follower of this.#followers) follower.push(observed);
    this.#wake();
  }

  #wake(): void {
    if (this.#followers.size > 0) this.#callOff ??= this.#slices.after(PAUSE_MS, () => this.#slice());
  }

  /** Gives each follower its turn, and those with more to be told another, until the time is up. */
  #slice(): void {
    this.#callOff = undefined;
    const endMs = this.#slices.now() + SLICE_MS;
    const isTimeUp = (): boolean => this.#slices.now() >= endMs;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      // Who had no turn in this slice comes first in the next.
      this.#followers.delete(next);
      this.#followers.add(next);
      if (!next.work(isTimeUp)) this.#followers.delete(next);
      if (isTimeUp()) break;
    }
    if (this.#followers.size === 0) this.#rest();
    else if (this.#anyWaits()) this.#wake();
  }

  /** The follower whose turn it is. */
  #next(): Follower | undefined {
    for (const follower of this.#followers) if (follower.canWork) return follower;
    return undefined;
  }

  #anyWaits(): boolean {
    for (const follower of this.#followers) if (follower.hasNews) return true;
    return false;
  }

  #forget(follower: Follower): void {
    this.#followers.delete(follower);
    if (this.#followers.size === 0) this.#rest();
  }

  #rest(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    if (this.#isObserving) this.#observation.stop();
    this.#isObserving = false;
  }
}
