/** A store whose appends settle when the test says so, in front of a memory store. */
import { createMemoryStore, type EventStore, type MemoryStore, SessionError } from '../../src/index.js';

export interface LateStore {
  readonly store: EventStore;
  /** What is really kept. */
  readonly inner: MemoryStore;
  /** Appends not yet settled. */
  readonly waiting: number;
  /** Settles the oldest `count` appends; their effects may leave at the next frame. */
  settle(count?: number): Promise<void>;
  /** Fails the oldest append. */
  fail(error?: unknown): Promise<void>;
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

export function createLateStore(): LateStore {
  const inner = createMemoryStore();
  const waiting: Waiting[] = [];
  return {
    inner,
    store: {
      ...inner,
      append(session, expectedSeq, record) {
        inner.append(session, expectedSeq, record);
        return new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
      },
    },
    get waiting() {
      return waiting.length;
    },
    async settle(count = waiting.length) {
      for (const { resolve } of waiting.splice(0, count)) resolve();
      await Promise.resolve();
    },
    async fail(error = new SessionError('store/write-failed', 'The disk is full.')) {
      waiting.shift()?.reject(error);
      await Promise.resolve();
    },
  };
}
