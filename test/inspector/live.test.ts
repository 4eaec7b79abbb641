/** The feed of a running session: what a follower is told, early, late or slow, and what that costs the session. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { createFeed, type SliceTimer } from '../../src/inspector/feed/live.js';
import { BYTES_MAX, LiveQueue, RECORDS_MAX } from '../../src/inspector/feed/live-queue.js';
import { feedOfLog } from '../../src/inspector/feed/of-log.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import type { Log } from '../../src/store/log.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openLogFile } from '../../src/store/open-log-file.js';
import { scanLogFile } from '../../src/store/read-log-file.js';
import { sideTrackEntries } from '../../src/store/side-track.js';
import { GOLDEN_RUN } from '../support/inspector.js';
import { ACTORS, FollowedLog } from './followed-session.js';

/** Slices run when the test says so; each look at the clock takes `stepMs`. */
class HandTimer implements SliceTimer {
  stepMs = 0;
  slices = 0;
  #nowMs = 0;
  #run: (() => void) | undefined;

  get isSet(): boolean {
    return this.#run !== undefined;
  }

  now(): number {
    this.#nowMs += this.stepMs;
    return this.#nowMs;
  }

  after(_ms: number, run: () => void): () => void {
    this.#run = run;
    return () => {
      this.#run = undefined;
    };
  }

  slice(): void {
    const run = this.#run;
    this.#run = undefined;
    if (run) this.slices++;
    run?.();
  }

  /** Slices until none is asked for. */
  drain(): void {
    for (let slices = 0; this.isSet && slices < 10_000; slices++) this.slice();
  }
}

class Listener {
  readonly told: FeedEntry[] = [];
  isStuck = false;
  isReady = (): boolean => !this.isStuck;

  entries(entries: readonly FeedEntry[]): void {
    this.told.push(...entries);
  }

  get kinds(): string[] {
    return this.told.map(({ kind }) => kind);
  }

  get frames(): FeedEntry[] {
    return this.told.filter(({ kind }) => kind === 'frame');
  }
}

let log: Log;
let session: FollowedLog;
let timer: HandTimer;
beforeAll(async () => {
  log = await openLogFile(GOLDEN_RUN);
});
beforeEach(() => {
  session = new FollowedLog(log);
  timer = new HandTimer();
});

const expectedFrames = (): FeedEntry[] =>
  feedOfLog(log, 'match', homeRunDerby).filter(({ kind }) => kind === 'frame');

describe('a follower', () => {
  it('is told the match as its log has it', () => {
    const listener = new Listener();
    createFeed(session, { slices: timer }).subscribe(listener);
    session.run(log.batches.length);
    session.end();
    timer.drain();
    expect(listener.kinds.slice(0, 3)).toEqual(['header', 'base', 'frame']);
    expect(listener.told[0]).toMatchObject({ source: 'live', title: 'match', game: log.header.core.game });
    expect(listener.frames.map((entry) => 'frame' in entry && entry.frame)).toEqual(
      expectedFrames().map((entry) => 'frame' in entry && entry.frame),
    );
    expect(listener.kinds.at(-1)).toBe('end');
  });

  it('that comes late begins at what is there then', () => {
    session.run(40);
    const listener = new Listener();
    createFeed(session, { slices: timer }).subscribe(listener);
    timer.drain();
    expect(listener.told.slice(1)).toEqual([{ kind: 'base', frame: session.frameNumber, actors: ACTORS }]);
    session.run(1);
    timer.drain();
    expect(listener.kinds).toEqual(['header', 'base', 'frame']);
  });

  it('is told frames only, not while they go on', () => {
    const listener = new Listener();
    createFeed(session, { slices: timer }).subscribe(listener);
    timer.drain();
    const before = listener.told.length;
    session.run(10);
    expect(listener.told.length).toBe(before);
    timer.slice();
    expect(listener.told.length).toBe(before + 10);
  });

  it('is told no address, not even as a title', () => {
    const feed = createFeed(session, { slices: timer, title: 'Ann at 203.0.113.9:5000' });
    expect(feed.title).toBe('Ann at ‹address›');
  });

  it('that fails costs the others nothing', () => {
    const listener = new Listener();
    const feed = createFeed(session, { slices: timer });
    feed.subscribe({
      entries() {
        throw new RangeError('full');
      },
    });
    feed.subscribe(listener);
    session.run(5);
    timer.drain();
    expect(listener.frames.length).toBe(5);
  });
});

async function filledStore() {
  const store = createMemoryStore();
  await store.open('match');
  const scanned = await scanLogFile(GOLDEN_RUN);
  if (!scanned.ok) throw new RangeError(scanned.sentence);
  for (const { seq, bytes } of scanned.records) store.append('match', seq, bytes);
  return store;
}

describe('a late follower of a session with a store', () => {
  it('is told everything from the beginning, and nothing twice', async () => {
    session.run(40);
    const listener = new Listener();
    createFeed(session, { slices: timer, store: await filledStore() }).subscribe(listener);
    session.run(log.batches.length - 40);
    session.end();
    await expect.poll(() => timer.isSet).toBe(true);
    await expect
      .poll(() => {
        timer.drain();
        return listener.kinds.at(-1);
      })
      .toBe('end');
    const frames = listener.frames.map((entry) => 'frame' in entry && entry.frame);
    expect(frames).toEqual(log.batches.map((_, index) => frames[index]));
    expect(new Set(frames).size).toBe(log.batches.length);
    expect(listener.kinds).not.toContain('base');
  });

  it('that was over before is told the whole match too', async () => {
    const feed = createFeed(session, { slices: timer, store: await filledStore() });
    session.run(log.batches.length);
    session.end();
    const listener = new Listener();
    feed.subscribe(listener);
    await expect
      .poll(() => {
        timer.drain();
        return listener.kinds.at(-1);
      })
      .toBe('end');
    expect(listener.frames.length).toBe(log.batches.length);
    expect(session.isObserved).toBe(false);
  });

  it('begins at what is there when the log cannot be read', async () => {
    session.run(50);
    const listener = new Listener();
    createFeed(session, { slices: timer, store: createMemoryStore() }).subscribe(listener);
    await expect
      .poll(() => {
        timer.drain();
        return listener.kinds;
      })
      .toEqual(['header', 'base']);
  });
});

describe('a stuck follower', () => {
  it('loses entries beyond the limit: it is told how many, and how everything is then', () => {
    const listener = new Listener();
    createFeed(session, { slices: timer }).subscribe(listener);
    timer.drain();
    listener.isStuck = true;
    const pose = new Uint8Array(40);
    for (let count = 0; count < RECORDS_MAX + 500; count++) session.pose(pose);
    session.run(20);
    for (let slices = 0; slices < 50; slices++) timer.slice();
    expect(listener.kinds).toEqual(['header', 'base']);
    listener.isStuck = false;
    timer.slice();
    expect(listener.told.slice(2)).toEqual([
      { kind: 'gap', frame: session.frameNumber, missed: RECORDS_MAX + 520 },
      { kind: 'base', frame: session.frameNumber, actors: ACTORS },
    ]);
    session.run(3);
    timer.slice();
    expect(listener.frames.length).toBe(3);
  });

  it('is told of the end all the same', () => {
    const listener = new Listener();
    createFeed(session, { slices: timer }).subscribe(listener);
    timer.drain();
    listener.isStuck = true;
    for (let count = 0; count <= RECORDS_MAX; count++) session.pose(new Uint8Array(40));
    session.end();
    listener.isStuck = false;
    timer.drain();
    expect(listener.kinds).toEqual(['header', 'base', 'gap', 'base', 'end']);
    expect(timer.isSet).toBe(false);
  });

  it('does not keep another waiting', () => {
    const [stuck, quick] = [new Listener(), new Listener()];
    const feed = createFeed(session, { slices: timer });
    feed.subscribe(stuck);
    feed.subscribe(quick);
    stuck.isStuck = true;
    session.run(30);
    timer.slice();
    expect(quick.frames.length).toBe(30);
  });
});

describe('the session', () => {
  it('is observed only while somebody follows, and no timer is left', () => {
    const feed = createFeed(session, { slices: timer });
    expect(session.isObserved).toBe(false);
    const [one, two] = [feed.subscribe(new Listener()), feed.subscribe(new Listener())];
    expect(session.isObserved).toBe(true);
    one();
    expect(session.isObserved).toBe(true);
    two();
    expect([session.isObserved, timer.isSet]).toEqual([false, false]);
    feed.subscribe(new Listener());
    expect(session.isObserved).toBe(true);
  });

  it('gets time between slices, and nothing is set while nothing happens', () => {
    const listener = new Listener();
    createFeed(session, { slices: timer }).subscribe(listener);
    timer.drain();
    timer.stepMs = 1;
    session.run(log.batches.length);
    timer.slices = 0;
    timer.drain();
    // A slice is two looks at the clock long, and there is one after each frame that is read.
    expect(timer.slices).toBeGreaterThanOrEqual(Math.floor(log.batches.length / 2));
    expect(listener.frames.length).toBe(log.batches.length);
    expect(timer.isSet).toBe(false);
  });

  it('gets time between slices while a late follower is told the match so far, poses and all', async () => {
    session.run(log.batches.length);
    timer.stepMs = 1;
    const listener = new Listener();
    createFeed(session, { slices: timer, store: await filledStore() }).subscribe(listener);
    await expect.poll(() => timer.isSet).toBe(true);
    timer.slices = 0;
    timer.drain();
    expect(listener.frames.length).toBe(log.batches.length);
    const poses = [...sideTrackEntries(log)].filter(({ frame }) => frame <= session.frameNumber).length;
    expect(poses).toBeGreaterThan(log.batches.length);
    expect(timer.slices).toBeGreaterThanOrEqual(Math.floor((log.batches.length + poses) / 3));
  });
});

describe('the queue', () => {
  it('holds a number of records and of bytes', () => {
    const queue = new LiveQueue();
    const pose = { kind: 'superseded', frame: 1, peer: 1, bytes: new Uint8Array(100_000) } as const;
    let count = 0;
    for (; queue.takeMissed() === 0; count++) {
      queue.push(pose);
      expect(queue.bytes).toBeLessThanOrEqual(BYTES_MAX);
    }
    expect(count).toBe(Math.floor(BYTES_MAX / 100_128) + 1);
    expect([queue.length, queue.bytes]).toEqual([0, 0]);
  });

  it('gives back in order what it was given, also when it never runs empty', () => {
    const queue = new LiveQueue();
    const taken: number[] = [];
    queue.push({ kind: 'links', frame: 0, samples: [] });
    for (let frame = 1; frame <= 3000; frame++) {
      queue.push({ kind: 'links', frame, samples: [] });
      taken.push(queue.take()?.frame ?? -1);
    }
    expect(taken).toEqual(taken.map((_, index) => index));
    expect(queue.length).toBe(1);
  });
});
