/** Reads a session's log out of its store, for replaying or looking at. */
import type { EventStore, StoredRecord } from './event-store.js';
import { loadHashes } from './hashes.js';
import { type Log, readLog } from './log.js';

/**
 * Reads the log of `session`; its digest chain holds.
 *
 * @throws SessionError `store/unknown-session`, `store/not-a-log`, `store/unsupported-format`, `store/corrupt-record`,
 * `store/corrupt-batch`.
 */
export async function openLog(store: EventStore, session: string): Promise<Log> {
  const hashes = await loadHashes();
  const records: StoredRecord[] = [];
  for await (const record of store.read(session)) records.push(record);
  return readLog(records, hashes);
}
