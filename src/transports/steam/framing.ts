/**
 * The seed's framing on Steam. The host's first message to a client is its greeting, everything else is a game message as it is:
 *
 *   greeting   FF | peer id, 1–255
 */
import type { PeerId } from '../../peers.js';

const GREETING = 0xff;

/** The host's first message to a client: the id it gave it. */
export function encodeGreeting(peer: PeerId): Uint8Array {
  return Uint8Array.of(GREETING, peer);
}

/** The id in a greeting; `undefined` when `bytes` is none. */
export function decodeGreeting(bytes: Uint8Array): PeerId | undefined {
  const [kind, peer] = bytes;
  return bytes.length === 2 && kind === GREETING && peer !== 0 ? peer : undefined;
}
