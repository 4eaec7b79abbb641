import { describe, expect, it } from 'vitest';
import { createMemoryStore, type MemoryDisk } from '../../src/store/memory-store.js';
import { storeConformance } from '../../src/testing/store-conformance.js';

describe('the memory store', () => {
  for (const { id, title, run } of storeConformance.filter((one) => !one.needsEditLog)) {
    it(`${id} ${title}`, () => {
      const disk: MemoryDisk = new Map();
      return run({ createStore: () => createMemoryStore(disk) });
    });
  }

  it('reads all records at once, without waiting', async () => {
    const store = createMemoryStore();
    await store.open('run');
    store.append('run', 0, Uint8Array.of(1));
    store.append('run', 1, Uint8Array.of(2, 3));
    expect(store.readAll('run')).toEqual([
      { seq: 0, bytes: Uint8Array.of(1) },
      { seq: 1, bytes: Uint8Array.of(2, 3) },
    ]);
  });
});
