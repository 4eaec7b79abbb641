/** Records come back, in order, once, and only from the right writer (ST1–ST3). */

import { invariant } from '../../errors.js';
import type { StoredRecord } from '../../store/event-store.js';
import { SESSION, type StoreCase, storeCase } from './case.js';
import { appendAll, checkRecords, checkRefused, checkStored, patternOf, readAll } from './checks.js';

export const recordCases: readonly StoreCase[] = [
  storeCase('ST1', 'records of any length come back unchanged and in order', async ({ createStore }) => {
    const records = [0, 1, 64, 0, 65_521, 65_522, 65_523, 1 << 20, 3].map(patternOf);
    const store = createStore();
    await store.open(SESSION);
    await appendAll(store, SESSION, records);
    checkRecords(await readAll(store, SESSION), records);
    await store.close();
    await checkStored(createStore(), SESSION, records);
  }),
  storeCase(
    'ST1',
    'reading starts at any sequence number, also at the end and behind it',
    async ({ createStore }) => {
      const records = [5, 0, 9, 700].map(patternOf);
      const store = createStore();
      await store.open(SESSION);
      await appendAll(store, SESSION, records);
      for (let fromSeq = 0; fromSeq <= records.length + 2; fromSeq++) {
        checkRecords(await readAll(store, SESSION, fromSeq), records.slice(fromSeq), fromSeq);
      }
      await store.close();
    },
  ),
  storeCase(
    'ST1',
    'a read sees all that was appended before it, while appending goes on',
    async ({ createStore }) => {
      const records = Array.from({ length: 40 }, (_, seq) => patternOf(seq * 7));
      const store = createStore();
      await store.open(SESSION);
      for (const [seq, record] of records.entries()) {
        await store.append(SESSION, seq, record);
        checkRecords(await readAll(store, SESSION), records.slice(0, seq + 1));
      }
      await store.close();
    },
  ),
  storeCase(
    'ST1',
    'a reader overtaken by appends still gets whole records in order',
    async ({ createStore }) => {
      const records = Array.from({ length: 20 }, (_, seq) => patternOf(seq + 1));
      const store = createStore();
      await store.open(SESSION);
      await appendAll(store, SESSION, records.slice(0, 10));
      const read: StoredRecord[] = [];
      for await (const record of store.read(SESSION)) {
        read.push(record);
        if (record.seq < 10) await store.append(SESSION, 10 + record.seq, patternOf(11 + record.seq));
      }
      invariant(
        read.length >= 10,
        `the reader got ${read.length} of the 10 records appended before it started`,
      );
      checkRecords(read, records.slice(0, read.length));
      checkRecords(await readAll(store, SESSION), records);
      await store.close();
    },
  ),
  storeCase(
    'ST1',
    'a reader that writes into what it was given does not change the log',
    async ({ createStore }) => {
      const store = createStore();
      await store.open(SESSION);
      await appendAll(store, SESSION, [patternOf(32)]);
      for await (const { bytes } of store.read(SESSION)) bytes.fill(0);
      checkRecords(await readAll(store, SESSION), [patternOf(32)]);
      await store.close();
    },
  ),

  storeCase(
    'ST2',
    'an append that does not name the next sequence number changes nothing',
    async ({ createStore }) => {
      const records = [patternOf(8), patternOf(16)];
      const store = createStore();
      await store.open(SESSION);
      await appendAll(store, SESSION, records);
      for (const expectedSeq of [0, 1, 3, -1, 1.5, Number.NaN]) {
        await checkRefused('store/conflict', async () => store.append(SESSION, expectedSeq, patternOf(4)));
      }
      checkRecords(await readAll(store, SESSION), records);
      await appendAll(store, SESSION, [patternOf(4)], 2);
      await store.close();
      await checkStored(createStore(), SESSION, [...records, patternOf(4)]);
    },
  ),
  storeCase(
    'ST2',
    'of two writers the second is refused, and can open again and continue',
    async ({ createStore }) => {
      const [first, second] = [createStore(), createStore()];
      await first.open(SESSION);
      await second.open(SESSION);
      await appendAll(first, SESSION, [patternOf(10)]);
      await readAll(first, SESSION);
      // A store that collects appends in memory meets the other writer when it writes them: at the latest on a read.
      await checkRefused('store/conflict', async () => {
        await second.append(SESSION, 0, patternOf(20));
        await readAll(second, SESSION);
      });
      await checkStored(createStore(), SESSION, [patternOf(10)]);

      const { nextSeq } = await second.open(SESSION);
      invariant(nextSeq === 1, `the second writer was told to continue at ${nextSeq}, not at 1`);
      await appendAll(second, SESSION, [patternOf(30)], 1);
      await second.close();
      await checkRefused('store/conflict', async () => {
        await first.append(SESSION, 1, patternOf(40));
        await readAll(first, SESSION);
      });
      await checkStored(createStore(), SESSION, [patternOf(10), patternOf(30)]);
      await first.open(SESSION);
      await first.close();
    },
  ),

  storeCase('ST3', 'the caller may reuse its buffer as soon as append returns', async ({ createStore }) => {
    const buffer = new Uint8Array(100);
    const store = createStore();
    await store.open(SESSION);
    const pending: (Promise<void> | undefined)[] = [];
    for (let seq = 0; seq < 5; seq++) {
      buffer.fill(seq + 1);
      pending.push(store.append(SESSION, seq, buffer.subarray(10, 10 + seq)));
      buffer.fill(0xff);
    }
    await Promise.all(pending);
    const records = Array.from({ length: 5 }, (_, seq) => new Uint8Array(seq).fill(seq + 1));
    checkRecords(await readAll(store, SESSION), records);
    await store.close();
  }),
];
