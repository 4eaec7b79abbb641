/** What the cases of the store conformance suite share: records to append, and checks that throw a sentence. */
import { invariant, SessionError, type SessionErrorCode } from '../../errors.js';
import type { EventStore, StoredRecord } from '../../store/event-store.js';

/** A record of `length` bytes in which no two neighbours are alike and which depends on its length everywhere. */
export function patternOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => index * 31 + length);
}

/** Appends `records` one after the other from `fromSeq`, and waits until all are durable. */
export async function appendAll(
  store: EventStore,
  session: string,
  records: readonly Uint8Array[],
  fromSeq = 0,
): Promise<void> {
  const pending = records.map((record, index) => store.append(session, fromSeq + index, record));
  await Promise.all(pending);
}

/** All records a read from `fromSeq` gives. */
export async function readAll(store: EventStore, session: string, fromSeq?: number): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for await (const record of store.read(session, fromSeq)) records.push(record);
  return records;
}

/** Checks what a new store finds in a session, and closes it. */
export async function checkStored(
  store: EventStore,
  session: string,
  expected: readonly Uint8Array[],
): Promise<void> {
  checkRecords(await readAll(store, session), expected);
  await store.close();
}

/** Checks that `actual` are the `expected` bytes, numbered from `fromSeq`. */
export function checkRecords(
  actual: readonly StoredRecord[],
  expected: readonly Uint8Array[],
  fromSeq = 0,
): void {
  invariant(
    actual.length === expected.length,
    `${expected.length} records were expected, ${actual.length} were read`,
  );
  for (const [index, { seq, bytes }] of actual.entries()) {
    invariant(seq === fromSeq + index, `record ${fromSeq + index} was read as ${seq}`);
    invariant(isSame(bytes, expected[index]), `record ${seq} came back with other bytes`);
  }
}

/** Whether two byte arrays are equal. */
export function isSame(actual: Uint8Array, expected: Uint8Array | undefined): boolean {
  return actual.length === expected?.length && actual.every((byte, index) => byte === expected[index]);
}

/** Checks that `call` throws or rejects with a SessionError of this code whose sentence matches. */
export async function checkRefused(
  code: SessionErrorCode,
  call: () => Promise<unknown>,
  sentence = /./,
): Promise<void> {
  const outcome = await Promise.resolve()
    .then(call)
    .then(
      () => 'nothing was refused',
      (error: unknown) => error,
    );
  const isRefused =
    outcome instanceof SessionError && outcome.code === code && sentence.test(outcome.message);
  invariant(isRefused, `${code} was expected, but: ${String(outcome)}`);
}
