/** One follower of a running session: what it was told, what waits for it, and how it is told the next piece. */
import type { Observation } from '../../session/observe.js';
import type { FeedBase, FeedEntry } from './entry.js';
import { LiveEntries } from './live-entries.js';
import type { FeedSubscriber } from './live-feed.js';
import { LiveQueue, type Observed } from './live-queue.js';

/** Entries that are told at once, so that telling them takes a moment and not more. */
const ENTRIES_MAX = 16;

export class Follower {
  readonly #subscriber: FeedSubscriber;
  readonly #observation: Observation;
  readonly #entries: LiveEntries;
  readonly #queue = new LiveQueue();
  readonly #told: FeedEntry[];
  /** The match before the follower came, oldest last; `undefined` while it is being read. */
  #history: Uint8Array[] | undefined;
  #isOver = false;

  constructor(subscriber: FeedSubscriber, observation: Observation, title: string) {
    this.#subscriber = subscriber;
    this.#observation = observation;
    this.#entries = new LiveEntries(observation.header, observation.game);
    this.#told = [this.#entries.header(title)];
  }

  /** Called within a frame. */
  push(observed: Observed): void {
    this.#queue.push(observed);
  }

  /** Begins with a log's batches; without them, with how everything is now. */
  begin(batches: readonly Uint8Array[] | undefined): void {
    this.#history = batches?.toReversed() ?? [];
    if (batches !== undefined) return;
    this.#queue.clear();
    this.#told.push(this.#base());
  }

  /** True when there is something to be told, now or once the follower can take it. */
  get hasNews(): boolean {
    if (this.#isOver || this.#history === undefined) return false;
    return this.#told.length > 0 || this.#history.length > 0 || this.#queue.hasNews;
  }

  get canWork(): boolean {
    return this.hasNews && (this.#subscriber.isReady?.() ?? true);
  }

  /** Tells a small piece of what waits; false when nothing follows. */
  work(): boolean {
    try {
      while (this.#told.length < ENTRIES_MAX && this.#read());
      const entries = this.#told.splice(0);
      this.#isOver = entries.at(-1)?.kind === 'end';
      this.#subscriber.entries(entries);
    } catch {
      // Whoever cannot be told must not end the session's process.
      this.#isOver = true;
    }
    return !this.#isOver;
  }

  /** Reads one thing that waits; false when there is none. */
  #read(): boolean {
    const batch = this.#history?.pop();
    const missed = batch === undefined ? this.#queue.takeMissed() : 0;
    if (missed > 0) {
      const base = this.#base();
      this.#told.push({ kind: 'gap', frame: base.frame, missed }, base);
      return true;
    }
    const observed = batch === undefined ? this.#queue.take() : undefined;
    if (batch !== undefined) this.#told.push(this.#entries.batch(batch, []));
    else if (observed !== undefined) this.#told.push(this.#entries.of(observed));
    return batch !== undefined || observed !== undefined;
  }

  #base(): FeedBase {
    return this.#entries.base(this.#observation.look());
  }
}
