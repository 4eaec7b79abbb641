/** A session that a test runs by hand: it does again what a log says, observed as a real one is. */
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import type { Observation, ObservedActor, SessionObserver } from '../../src/session/observe.js';
import { decodeBatch } from '../../src/store/batch.js';
import { digestText } from '../../src/store/hashes.js';
import type { Log, LoggedBatch } from '../../src/store/log.js';
import { NameTable } from '../../src/store/names.js';

export class FollowedLog {
  readonly #log: Log;
  readonly #names: NameTable;
  #observer: SessionObserver | undefined;
  #next = 0;
  frameNumber = 0;
  isOver = false;
  /** How often it was observed from the start on, and looked at. */
  observations = 0;
  looks = 0;

  constructor(log: Log) {
    this.#log = log;
    this.#names = new NameTable(log.header.core.names);
  }

  get isObserved(): boolean {
    return this.#observer !== undefined;
  }

  get log() {
    const last: LoggedBatch | undefined = this.#log.batches[this.#next - 1];
    const digest = digestText(last?.digest ?? this.#log.headerDigest);
    return { session: 'match', digest, frames: this.frameNumber, transitions: this.#next };
  }

  /** Goes on by `batches`. */
  run(batches: number): void {
    for (const { bytes, seq } of this.#log.batches.slice(this.#next, this.#next + batches)) {
      this.#next++;
      this.frameNumber = decodeBatch(bytes, this.#names, seq).frame;
      this.#observer?.batch({ frame: this.frameNumber, bytes, notes: [] });
    }
  }

  pose(bytes: Uint8Array): void {
    this.#observer?.superseded(this.frameNumber, 1, bytes);
  }

  end(): void {
    this.isOver = true;
    this.#observer?.ended(this.frameNumber);
    this.#observer = undefined;
  }

  observe(observer: SessionObserver): Observation {
    this.#observer = observer;
    this.observations++;
    const look = () => {
      this.looks++;
      return { frame: this.frameNumber, names: [...this.#names.all()], actors: ACTORS };
    };
    return {
      header: this.#log.header,
      game: homeRunDerby,
      ...look(),
      look,
      stop: () => {
        this.#observer = undefined;
      },
    };
  }
}

/** Who is there at any look. */
export const ACTORS: readonly ObservedActor[] = [
  { id: 'session', chart: 'session', state: 'open', context: { peers: 2 } },
];
