/** Branching: a copy of a log up to a frame, to go on live from there while the original stays as it is. */
import { SessionError } from '../errors.js';
import { BATCH_KIND, decodeInputs } from '../store/batch.js';
import type { EventStore } from '../store/event-store.js';

/**
 * Copies the log `from` up to and with `untilFrame` into the new log `to`; `createHost({ store, session: to, … })` goes on live
 * from there. Returns the number of records copied.
 *
 * @throws SessionError `store/conflict` when `to` has records already, `store/unknown-session` when `from` is not there.
 */
export async function branchLog(
  store: EventStore,
  from: string,
  to: string,
  untilFrame: number,
): Promise<number> {
  const { nextSeq } = await store.open(to);
  if (nextSeq > 0)
    throw new SessionError(
      'store/conflict',
      `The log "${to}" has ${nextSeq} records; a branch needs a new name.`,
    );
  let copied = 0;
  for await (const { seq, bytes } of store.read(from)) {
    if (bytes[0] === BATCH_KIND && decodeInputs(bytes, seq).frame > untilFrame) break;
    await store.append(to, copied, bytes);
    copied++;
  }
  return copied;
}
