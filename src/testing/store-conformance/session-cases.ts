/** Sessions do not see each other, and close loses nothing (ST6, ST7). */

import { invariant } from '../../errors.js';
import { SESSION, type StoreCase, storeCase } from './case.js';
import { appendAll, checkRecords, checkRefused, checkStored, patternOf, readAll } from './checks.js';

export const sessionCases: readonly StoreCase[] = [
  storeCase(
    'ST6',
    'interleaved sessions do not see each other, and are listed in order',
    async ({ createStore }) => {
      const names = ['run-2', 'run-1', 'run-10', 'Lauf 3 \u{1f9a2}'];
      const store = createStore();
      invariant((await store.list()).length === 0, 'a new store lists sessions');
      for (const name of names) await store.open(name);
      const recordOf = (name: string, seq: number) => patternOf(names.indexOf(name) * 100 + seq);
      for (let seq = 0; seq < 20; seq++) {
        for (const name of names) await store.append(name, seq, recordOf(name, seq));
      }
      const records = (name: string) => Array.from({ length: 20 }, (_, seq) => recordOf(name, seq));
      for (const name of names) checkRecords(await readAll(store, name), records(name));
      await store.close();
      const later = createStore();
      for (const name of names) await checkStored(createStore(), name, records(name));
      const listed = (await later.list()).join();
      invariant(listed === [...names].sort().join(), `the store lists ${listed}`);
      await later.close();
    },
  ),
  storeCase(
    'ST6',
    'a session that is not there, or not open, is refused by name',
    async ({ createStore }) => {
      const store = createStore();
      await store.open('other');
      await checkRefused('store/unknown-session', () => readAll(store, SESSION), /run-1/);
      await checkRefused(
        'store/unknown-session',
        async () => store.append(SESSION, 0, patternOf(1)),
        /run-1/,
      );
      invariant((await store.list()).join() === 'other', 'a refused call has created a session');
      await store.close();
    },
  ),
  storeCase('ST6', 'a name that could reach outside the store is refused', async ({ createStore }) => {
    const store = createStore();
    for (const name of ['', '.', '..', '../run', 'a/b', 'a\\b', 'c:run', 'a\0b', '\ud800', 'é'.repeat(101)]) {
      await checkRefused('store/bad-name', () => store.open(name));
    }
    await store.open('é'.repeat(100));
    await store.close();
  }),

  storeCase(
    'ST7',
    'a log that was closed is opened again where it ended, and continues',
    async ({ createStore }) => {
      const records: Uint8Array[] = [];
      for (let round = 0; round < 4; round++) {
        const store = createStore();
        const { nextSeq, tornTail } = await store.open(SESSION);
        invariant(nextSeq === records.length, `the log continues at ${nextSeq}, not at ${records.length}`);
        invariant(tornTail === null, 'a log that was closed has a torn tail');
        const more = [patternOf(round), patternOf(round * 1000)];
        await appendAll(store, SESSION, more, nextSeq);
        records.push(...more);
        await store.close();
      }
      await checkStored(createStore(), SESSION, records);
    },
  ),
  storeCase('ST7', 'opening an open session again changes nothing', async ({ createStore }) => {
    const store = createStore();
    const [one, two] = await Promise.all([store.open(SESSION), store.open(SESSION)]);
    invariant(one.nextSeq === 0 && two.nextSeq === 0, 'two opens at once do not agree');
    await appendAll(store, SESSION, [patternOf(3)]);
    const { nextSeq } = await store.open(SESSION);
    invariant(nextSeq === 1, `the log continues at ${nextSeq}, not at 1`);
    await appendAll(store, SESSION, [patternOf(4)], 1);
    await store.close();
    await checkStored(createStore(), SESSION, [patternOf(3), patternOf(4)]);
  }),
  storeCase(
    'ST7',
    'close is idempotent; after it nothing is appended and all can be read',
    async ({ createStore }) => {
      const store = createStore();
      await store.open(SESSION);
      const pending = store.append(SESSION, 0, patternOf(77));
      await Promise.all([store.close(), store.close(), pending]);
      await store.close();
      await checkRefused('store/closed', async () => store.append(SESSION, 1, patternOf(1)));
      await checkRefused('store/closed', () => store.open(SESSION));
      checkRecords(await readAll(store, SESSION), [patternOf(77)]);
      await checkStored(createStore(), SESSION, [patternOf(77)]);
    },
  ),
];
