/** How a link's end is said in a WebSocket's close frame, and what a close frame means to whoever gets it. */
import type { LinkEnd } from '../transport.js';

/** The codes this transport sends; 4000 to 4999 are for applications. Source: RFC 6455, section 7.4. */
export const CLOSE_CODES = {
  /** A client leaves. */
  left: 1000,
  /** The host goes; browsers send it too, for a page that goes. */
  goingAway: 1001,
  /** The host says no, or puts somebody out; the reason is for a player to read. */
  refused: 4000,
  /** A queue passed its limit. */
  overflow: 4001,
  /** The other side was silent for too long. */
  silent: 4002,
} as const;

const NO_CODE = 1005;
const TOO_BIG = 1009;
/** Longest reason of a close frame, bytes of UTF-8. */
const REASON_BYTES_MAX = 123;

/** Why a link ended, seen from `role`, when its socket closed with `code`. Whoever said no goodbye has timed out. */
export function endOf(role: 'host' | 'client', code: number): LinkEnd {
  switch (code) {
    case CLOSE_CODES.left:
    case CLOSE_CODES.goingAway:
    case NO_CODE:
      return role === 'host' ? 'left' : 'host-gone';
    case CLOSE_CODES.refused:
      return role === 'host' ? 'left' : 'refused';
    case CLOSE_CODES.overflow:
    case TOO_BIG:
      return 'overflow';
    default:
      return 'timed-out';
  }
}

/** `sentence` as the reason of a close frame: cut between characters where it is too long. */
export function reasonOf(sentence: string): string {
  const bytes = new Uint8Array(REASON_BYTES_MAX);
  // encodeInto stops before a character that does not fit.
  const { written } = new TextEncoder().encodeInto(sentence, bytes);
  return new TextDecoder().decode(bytes.subarray(0, written));
}
