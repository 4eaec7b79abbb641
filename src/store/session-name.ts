/** Which names a session may have in a store. One rule for all stores, narrow enough to be a file name on any system. */
import { SessionError } from '../errors.js';

/** Longest session name, in bytes of UTF-8: file systems allow 255, and some tools add an ending. */
const SESSION_NAME_BYTES_MAX = 200;

// Separators of paths and drives, control characters, and halves of surrogate pairs, which UTF-8 cannot tell apart.
const FORBIDDEN = /[/\\:\p{Cc}\p{Cs}]/u;

/** Whether `name` can name a session. */
export function isSessionName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.length > SESSION_NAME_BYTES_MAX) return false;
  return !FORBIDDEN.test(name) && new TextEncoder().encode(name).length <= SESSION_NAME_BYTES_MAX;
}

/** Refuses a name no store would take. @throws SessionError `store/bad-name`. */
export function checkSessionName(name: string): void {
  if (isSessionName(name)) return;
  throw new SessionError(
    'store/bad-name',
    `${JSON.stringify(name.slice(0, SESSION_NAME_BYTES_MAX))} cannot name a session: use 1 to ${SESSION_NAME_BYTES_MAX} bytes without '/', '\\', ':' and control characters, not '.' or '..'.`,
  );
}
