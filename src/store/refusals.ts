/** The refusals every store answers with, worded once. */
import { SessionError } from '../errors.js';

/** For an append that does not name the next sequence number (ST2). */
export function staleAppend(session: string, expectedSeq: number, nextSeq: number): SessionError {
  return new SessionError(
    'store/conflict',
    `Append to ${JSON.stringify(session)} expected sequence number ${expectedSeq}, but the next one is ${nextSeq}. Open the session again and continue from there.`,
  );
}

/** For an append to a log that someone else has changed since it was opened (ST2). */
export function secondWriter(session: string, found: string): SessionError {
  return new SessionError(
    'store/conflict',
    `Another writer has changed the log of ${JSON.stringify(session)}: ${found}. Nothing was written; let one writer only open the session, and open it again to continue.`,
  );
}

/** For a session that is not in the store, or not open where it has to be. */
export function unknownSession(session: string, what: 'not open' | 'not in this store'): SessionError {
  const hint =
    what === 'not open' ? 'Open it before appending.' : 'List the store to see which sessions it has.';
  return new SessionError('store/unknown-session', `Session ${JSON.stringify(session)} is ${what}. ${hint}`);
}

/** For a call that needs the store open. */
export function storeClosed(): SessionError {
  return new SessionError('store/closed', 'The store is closed. Create a new one to go on.');
}
