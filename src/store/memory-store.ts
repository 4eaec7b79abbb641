/**
 * An event store in the memory of the process: for tests, browsers, and sessions nobody wants to keep.
 *
 * Never hands out the bytes it keeps: records are copied on the way in (ST3) and on the way out.
 */
import { invariant } from '../errors.js';
import type { EventStore, StoredRecord } from './event-store.js';
import { checkRecordFits } from './record.js';
import { secondWriter, staleAppend, storeClosed, unknownSession } from './refusals.js';
import { checkSessionName } from './session-name.js';

/** What a memory store keeps: the records of each session by name. Share one between stores as if it were a disk. */
export type MemoryDisk = Map<string, Uint8Array[]>;

/** An event store that can also be read without waiting. */
export interface MemoryStore extends EventStore {
  /** All records of a session at once, without waiting. @throws SessionError `store/unknown-session`. */
  readAll(session: string): StoredRecord[];
}

/** Creates an event store on `disk` (default: an empty one of its own). Every append is as durable as it gets at once. */
export function createMemoryStore(disk: MemoryDisk = new Map()): MemoryStore {
  const nextSeqs = new Map<string, number>();
  let isClosed = false;

  function recordsFrom(session: string, fromSeq: number): StoredRecord[] {
    invariant(Number.isSafeInteger(fromSeq) && fromSeq >= 0, 'fromSeq must be a whole number from 0');
    const records = disk.get(session);
    if (records === undefined) throw unknownSession(session, 'not in this store');
    return records.slice(fromSeq).map((bytes, index) => ({ seq: fromSeq + index, bytes: bytes.slice() }));
  }

  return {
    async open(session) {
      if (isClosed) throw storeClosed();
      checkSessionName(session);
      const records = disk.get(session) ?? [];
      disk.set(session, records);
      nextSeqs.set(session, records.length);
      return { nextSeq: records.length, tornTail: null };
    },
    append(session, expectedSeq, record) {
      if (isClosed) throw storeClosed();
      const nextSeq = nextSeqs.get(session);
      const records = disk.get(session);
      if (nextSeq === undefined || records === undefined) throw unknownSession(session, 'not open');
      if (expectedSeq !== nextSeq) throw staleAppend(session, expectedSeq, nextSeq);
      if (records.length !== nextSeq)
        throw secondWriter(session, `it has ${records.length} records, not ${nextSeq}`);
      checkRecordFits(record);
      records.push(record.slice());
      nextSeqs.set(session, nextSeq + 1);
      return undefined;
    },
    async *read(session, fromSeq = 0) {
      yield* recordsFrom(session, fromSeq);
    },
    readAll: (session) => recordsFrom(session, 0),
    list: async () => [...disk.keys()].sort(),
    async close() {
      isClosed = true;
    },
  };
}
