/** Branching: a copy of a log up to a frame, to go on live from there while the original stays as it is. */
import { SessionError } from '../errors.js';
import { BATCH_KIND, decodeInputs } from '../store/batch.js';
import type { EventStore } from '../store/event-store.js';
import { LINK_TRACK_KIND, linkTrackUntil } from '../store/link-track.js';
import { renameHeader } from '../store/log-header.js';

/**
 * Copies the log `from` up to and with `untilFrame` into the new log `to`; `createHost({ store, session: to, … })` goes on live
 * from there. The copy's header names `to`; all else, and so the digest, is the original's. Returns the number of records
 * copied. Nothing is left behind when the source cannot be read.
 *
 * @throws SessionError `store/conflict` when `to` has records already, `store/unknown-session` when `from` is not there,
 * `store/not-a-log` when it has no header.
 */
export async function branchLog(
  store: EventStore,
  from: string,
  to: string,
  untilFrame: number,
): Promise<number> {
  let copied = 0;
  for await (const { seq, bytes } of store.read(from)) {
    if (bytes[0] === BATCH_KIND && decodeInputs(bytes, seq).frame > untilFrame) break;
    const record = seq === 0 ? renameHeader(bytes, to) : recordUntil(bytes, untilFrame);
    if (record === undefined) continue;
    // Only now, so that a source that is not there, or is no log, leaves no empty log behind.
    if (seq === 0) await openNew(store, to);
    await store.append(to, copied, record);
    copied++;
  }
  if (copied === 0)
    throw new SessionError('store/not-a-log', `The log "${from}" is empty: nothing to branch.`);
  return copied;
}

/** Frames without a batch are sampled too, so a block may reach beyond the last batch that is copied. */
function recordUntil(bytes: Uint8Array, frame: number): Uint8Array | undefined {
  return bytes[0] === LINK_TRACK_KIND ? linkTrackUntil(bytes, frame) : bytes;
}

async function openNew(store: EventStore, session: string): Promise<void> {
  const { nextSeq } = await store.open(session);
  if (nextSeq === 0) return;
  throw new SessionError(
    'store/conflict',
    `The log "${session}" has ${nextSeq} records; a branch needs a new name.`,
  );
}
