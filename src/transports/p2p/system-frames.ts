/**
 * What a host's transport tells a client's of the other clients: the payload of a system frame, in order with the reliable messages.
 *
 *     0 joined | 0 | slot u16 | generation u16 |
 *     1 left   | 1 | slot u16 | generation u16 | reason u8 |
 */
import { ByteReader, ByteWriter } from './bytes.js';
import { DISCONNECT, type WirePeer } from './framing.js';

const PEER_JOINED = 0;
const PEER_LEFT = 1;

/** A system frame, decoded. */
export type SystemWord =
  | ({ readonly kind: 'joined' } & WirePeer)
  | ({ readonly kind: 'left'; readonly reason: number } & WirePeer);

export function encodePeerJoined({ slot, generation }: WirePeer): Uint8Array {
  return new ByteWriter().u8(PEER_JOINED).u16(slot).u16(generation).finish();
}

/** `reason` as in a disconnect. */
export function encodePeerLeft({ slot, generation }: WirePeer, reason: number): Uint8Array {
  return new ByteWriter().u8(PEER_LEFT).u16(slot).u16(generation).u8(reason).finish();
}

/** Reads a system frame's payload; `undefined` when it is cut off or unknown. */
export function decodeSystem(payload: Uint8Array): SystemWord | undefined {
  const reader = new ByteReader(payload);
  const [kind, slot, generation] = [reader.u8(), reader.u16(), reader.u16()];
  if (reader.isPast) return undefined;
  if (kind === PEER_JOINED) return { kind: 'joined', slot, generation };
  if (kind !== PEER_LEFT) return undefined;
  return { kind: 'left', slot, generation, reason: reader.isAtEnd ? DISCONNECT.remoteClose : reader.u8() };
}
