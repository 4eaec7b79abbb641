/** How a connection's end on Steam reads as the end of a link, and the texts connections are closed with. */
import type { LinkEnd } from '../../peers.js';
import { CLOSE_REFUSED, CLOSE_TEXT_BYTES_MAX, END_TIMEOUTS } from './constants.js';
import type { SteamConnectionInfo } from './steam-like.js';

/** How a link ended; `sentence` is for a player to read, else empty. */
export interface SteamLinkEnd {
  readonly end: LinkEnd;
  readonly sentence: string;
}

/** How a client's or a host's connection ended, as the other side saw it go; `undefined` while it is up. */
export function endOf(
  { state, endReason, endText }: SteamConnectionInfo,
  peer: 'host' | 'client',
): SteamLinkEnd | undefined {
  if (state === 'connecting' || state === 'connected') return undefined;
  if (state !== 'closed-by-peer' || END_TIMEOUTS.includes(endReason))
    return { end: 'timed-out', sentence: '' };
  if (peer === 'client') return { end: 'left', sentence: '' };
  if (endReason !== CLOSE_REFUSED) return { end: 'host-gone', sentence: '' };
  return { end: 'refused', sentence: endText };
}

/** `sentence`, cut between characters to what Steam carries. */
export function closeText(sentence: string): string {
  const buffer = new Uint8Array(CLOSE_TEXT_BYTES_MAX);
  const { read } = new TextEncoder().encodeInto(sentence, buffer);
  return sentence.slice(0, read);
}
