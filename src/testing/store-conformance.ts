/**
 * The conformance suite of event stores, as data: each case proves one rule of the contract in `store/event-store.ts`.
 *
 * Knows no test framework and no store: a test file gives each case a subject of its own and calls `run`, which rejects
 * with a sentence when the rule is broken.
 */
import { invariant } from '../errors.js';
import type { EventStore, StoredRecord } from '../store/event-store.js';
import {
  appendAll,
  checkRecords,
  checkRefused,
  checkStored,
  isSame,
  patternOf,
  readAll,
} from './store-checks.js';

/** An empty place to keep logs in, for one case. */
export interface StoreSubject {
  /** Creates a store; all stores of one subject share one place, as processes share a disk. */
  createStore(): EventStore;
  /** Replaces the stored bytes of a session's log, as a crash or a bad disk would. Only for stores that keep bytes. */
  editLog?(session: string, edit: (bytes: Uint8Array) => Uint8Array): Promise<void>;
}

export interface StoreCase {
  /** The rule it proves, `ST1` to `ST7`. */
  readonly id: string;
  readonly title: string;
  /** Whether it needs {@link StoreSubject.editLog}. */
  readonly needsEditLog: boolean;
  run(subject: StoreSubject): Promise<void>;
}

const SESSION = 'run-1';

/** Every case of the contract, in the order of its rules. */
export const storeConformance: readonly StoreCase[] = [
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

function storeCase(id: string, title: string, run: StoreCase['run']): StoreCase {
  return { id, title, needsEditLog: false, run };
}

function damageCase(
  id: string,
  title: string,
  run: (subject: Required<StoreSubject>) => Promise<void>,
): StoreCase {
  return {
    id,
    title,
    needsEditLog: true,
    run({ createStore, editLog }) {
      invariant(editLog !== undefined, 'this case needs a subject with editLog');
      return run({ createStore, editLog });
    },
  };
}

async function writeLog(store: EventStore, records: readonly Uint8Array[]): Promise<void> {
  await store.open(SESSION);
  await appendAll(store, SESSION, records);
  await store.close();
}
