/** What a session's log has of the match so far, for somebody who comes late. */

import { BATCH_KIND } from '../../store/batch.js';
import type { EventStore } from '../../store/event-store.js';
import { digestText } from '../../store/hashes.js';

const DIGEST_BYTES = 8;

/**
 * The batches of the log up to the one that left the running digest `until`, 16 hex digits; `undefined` when the log does not
 * have it, or cannot be read.
 */
export async function readHistory(
  store: EventStore,
  session: string,
  until: string,
): Promise<readonly Uint8Array[] | undefined> {
  const batches: Uint8Array[] = [];
  try {
    for await (const { bytes } of store.read(session)) {
      if (bytes[0] !== BATCH_KIND) continue;
      batches.push(bytes);
      if (digestOf(bytes) === until) return batches;
    }
  } catch {
    // The log is the session's to complain of; a page begins at what is there now.
  }
  return undefined;
}

/** A batch ends with the digest of all so far. */
function digestOf(batch: Uint8Array): string {
  const view = new DataView(batch.buffer, batch.byteOffset, batch.byteLength);
  return digestText(view.getBigUint64(batch.length - DIGEST_BYTES, true));
}
