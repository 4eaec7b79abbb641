/** A torn tail is cut and named, other damage refused (ST4, ST5). */

import { invariant } from '../../errors.js';
import { damageCase, SESSION, type StoreCase, writeLog } from './case.js';
import { appendAll, checkRecords, checkRefused, checkStored, isSame, patternOf, readAll } from './checks.js';

export const damageCases: readonly StoreCase[] = [
  damageCase(
    'ST4',
    'a torn tail is cut on open and named, and the log continues behind it',
    async (subject) => {
      const records = [30, 40, 50].map(patternOf);
      await writeLog(subject.createStore(), records);
      let lengthBytes = 0;
      await subject.editLog(SESSION, (bytes) => {
        lengthBytes = bytes.length - 1;
        return bytes.subarray(0, -1);
      });
      const store = subject.createStore();
      const opened = await store.open(SESSION);
      invariant(opened.nextSeq === 2, `two whole records are left, the log continues at ${opened.nextSeq}`);
      invariant(opened.tornTail !== null, 'the torn tail was not named');
      const { seq, offsetBytes, lengthBytes: cutBytes, reason } = opened.tornTail;
      invariant(
        seq === 2 && offsetBytes + cutBytes === lengthBytes,
        `the torn tail was misplaced: ${seq}, ${offsetBytes}`,
      );
      invariant(reason !== '', 'the torn tail has no reason');
      await appendAll(store, SESSION, [patternOf(60)], 2);
      await store.close();
      const after = await subject.createStore().open(SESSION);
      invariant(
        after.nextSeq === 3 && after.tornTail === null,
        'the log is not whole after its tail was cut',
      );
      await checkStored(subject.createStore(), SESSION, [...records.slice(0, 2), patternOf(60)]);
    },
  ),
  damageCase('ST4', 'a read stops before a torn tail and leaves it there', async (subject) => {
    const records = [30, 40, 50].map(patternOf);
    await writeLog(subject.createStore(), records);
    await subject.editLog(SESSION, (bytes) => bytes.subarray(0, -1));
    const store = subject.createStore();
    checkRecords(await readAll(store, SESSION), records.slice(0, 2));
    const { tornTail } = await store.open(SESSION);
    invariant(tornTail !== null, 'the read has cut the torn tail');
    await store.close();
  }),
  damageCase(
    'ST5',
    'damage before the tail is refused on open and read, and stays as it is',
    async (subject) => {
      await writeLog(
        subject.createStore(),
        Array.from({ length: 9 }, () => patternOf(50)),
      );
      let damaged = new Uint8Array(0);
      await subject.editLog(SESSION, (bytes) => {
        damaged = bytes.slice();
        const middle = damaged.length >> 1;
        damaged[middle] = (damaged[middle] ?? 0) ^ 1;
        return damaged;
      });
      const store = subject.createStore();
      await checkRefused('store/corrupt-record', () => store.open(SESSION), /\b4\b/);
      await checkRefused('store/corrupt-record', () => readAll(store, SESSION), /\b4\b/);
      await store.close();
      await subject.editLog(SESSION, (bytes) => {
        invariant(isSame(bytes, damaged), 'the damaged log was changed');
        return bytes;
      });
    },
  ),
];
