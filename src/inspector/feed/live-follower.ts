/** One follower of a running session: what it was told, what waits for it, and how it is told the next piece. */
import type { Observation } from '../../session/observe.js';
import { decodeBatch } from '../../store/batch.js';
import { NameTable } from '../../store/names.js';
import type { FeedEntry } from './entry.js';
import type { FeedSubscriber } from './live-feed.js';
import type { LiveHistory } from './live-history.js';
import { LiveQueue, type Observed } from './live-queue.js';
import { FeedWriter, type FeedWriterOptions } from './writer.js';

/** Things that are read, and then told, at once. */
const PIECE = 128;

export class Follower {
  readonly #subscriber: FeedSubscriber;
  readonly #observation: Observation;
  readonly #writer: FeedWriter;
  readonly #queue = new LiveQueue();
  #names: NameTable;
  #told: FeedEntry[];
  /** The match before the follower came. */
  #history: LiveHistory | undefined;
  /** False while the history is being fetched. */
  #hasBegun = false;
  #isOver = false;

  constructor(
    subscriber: FeedSubscriber,
    observation: Observation,
    about: Pick<FeedWriterOptions, 'title' | 'secrets'>,
  ) {
    const { header, game } = observation;
    const knowledge = { code: true, sentence: 'Told by the running session.' };
    this.#subscriber = subscriber;
    this.#observation = observation;
    this.#writer = new FeedWriter({ header, game, source: 'live', knowledge, ...about });
    this.#names = new NameTable(header.core.names);
    this.#told = [this.#writer.header];
  }

  /** Called within a frame. */
  push(observed: Observed): void {
    this.#queue.push(observed);
  }

  /** Begins with what a log has; without one, with how everything is now. */
  begin(history: LiveHistory | undefined): void {
    this.#hasBegun = true;
    this.#history = history;
    if (history !== undefined) return;
    this.#queue.clear();
    this.#startOver();
  }

  /** True when there is something to be told, now or once the follower can take it. */
  get hasNews(): boolean {
    if (this.#isOver || !this.#hasBegun) return false;
    return this.#told.length > 0 || this.#history !== undefined || this.#queue.hasNews;
  }

  get canWork(): boolean {
    return this.hasNews && (this.#subscriber.isReady?.() ?? true);
  }

  /** Tells a small piece of what waits, a smaller one when time is up; false when nothing follows. */
  work(isTimeUp: () => boolean): boolean {
    try {
      for (let read = 0; read < PIECE && this.#read() && !isTimeUp(); read++);
      const entries = this.#told;
      this.#told = [];
      this.#isOver = entries.at(-1)?.kind === 'end';
      if (entries.length > 0) this.#subscriber.entries(entries);
    } catch {
      // Whoever cannot be told must not end the session's process.
      this.#isOver = true;
    }
    return !this.#isOver;
  }

  /** Reads one thing that waits; false when there is none. */
  #read(): boolean {
    if (this.#history !== undefined) {
      this.#told.push(...this.#history.next(this.#writer, this.#names));
      if (this.#history.isOver) this.#history = undefined;
      return true;
    }
    const missed = this.#queue.takeMissed();
    if (missed > 0) {
      this.#told.push(...this.#writer.flush(), {
        kind: 'gap',
        frame: this.#observation.look().frame,
        missed,
      });
      this.#startOver();
      return true;
    }
    const observed = this.#queue.take();
    if (observed !== undefined) this.#told.push(...this.#entriesOf(observed));
    return observed !== undefined;
  }

  #startOver(): void {
    const { frame, names, actors } = this.#observation.look();
    this.#names = new NameTable(names);
    this.#told.push(this.#writer.base(frame, actors));
  }

  #entriesOf(observed: Observed): readonly FeedEntry[] {
    const { frame } = observed;
    switch (observed.kind) {
      case 'batch': {
        const { bytes, notes } = observed.batch;
        return this.#writer.batch(decodeBatch(bytes, this.#names, 0), notes);
      }
      case 'superseded':
        return this.#writer.superseded(frame, observed.peer, observed.bytes);
      case 'links':
        return this.#writer.links(frame, observed.samples);
      case 'notice': {
        const { kind, sentence, peer } = observed.notice;
        return [this.#writer.notice(frame, kind, sentence, peer)];
      }
      case 'ended':
        return this.#writer.end(frame, 'The session is over.');
    }
  }
}
