/** The words of the wire for ends and refusals, and ours for them. */
import type { LinkEnd } from '../../peers.js';
import { PROTOCOL_VERSION } from './constants.js';
import { DISCONNECT, REJECT } from './framing.js';

/** What a client reads when the host ended its link: the wire carries no sentence of the host's. */
export const ENDED_BY_HOST = 'The host ended your link.';

/** What a host's goodbye means to its client. */
export function endByHost(reason: number): LinkEnd {
  if (reason === DISCONNECT.localClose) return 'refused';
  return reason === DISCONNECT.timeout ? 'timed-out' : 'host-gone';
}

/** What a client's goodbye means to its host. */
export function endByClient(reason: number): LinkEnd {
  return reason === DISCONNECT.timeout ? 'timed-out' : 'left';
}

/** How another client's link ended, by what its host said. */
export function endOfOther(reason: number): LinkEnd {
  if (reason === DISCONNECT.localClose) return 'closed';
  return endByClient(reason);
}

/** What a host tells the other clients when a link ended as `end`. */
export function reasonFor(end: LinkEnd): number {
  if (end === 'left') return DISCONNECT.remoteClose;
  return end === 'timed-out' ? DISCONNECT.timeout : DISCONNECT.localClose;
}

/** What a refused client was up to. */
export interface Attempt {
  readonly code: string;
  readonly schemaHash: number;
  /** What the host says it speaks, where it says so. */
  readonly hostVersion: number | undefined;
}

/** Why a client was not let in, for its player to read. */
export function refusalSentence(reason: number, { code, schemaHash, hostVersion }: Attempt): string {
  switch (reason) {
    case REJECT.sessionFull:
      return 'The session is full.';
    case REJECT.schemaMismatch:
      return `The host plays another build: its messages differ from this one's (${schemaText(schemaHash)}); update the older one.`;
    case REJECT.wrongSession:
      return `Whoever hosts there does so under another code than ${code}; ask for the new one.`;
    case REJECT.notHosting:
      return `Nobody hosts under the code ${code} now; ask for a new one.`;
    case REJECT.versionMismatch:
      return `The host speaks version ${hostVersion ?? 'unknown'} of this protocol and this game version ${PROTOCOL_VERSION}; update the older one.`;
    default:
      return `The host does not let this game in, for a reason it calls ${reason}.`;
  }
}

function schemaText(schemaHash: number): string {
  return `0x${schemaHash.toString(16).padStart(8, '0')}`;
}
