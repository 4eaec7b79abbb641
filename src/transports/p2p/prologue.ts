/**
 * The four bytes in front of every datagram of p2p, and the types they name. Type 0 is reserved upstream and never sent.
 *
 *     | 0x67 | 0x6E | version u8 | type u8 |
 */
import { ByteWriter } from './bytes.js';
import { PROLOGUE_BYTES, PROTOCOL_VERSION } from './constants.js';

const MAGIC = [0x67, 0x6e] as const;

/** What a datagram is. */
export const DATAGRAM_TYPE = {
  beacon: 1,
  connectRequest: 2,
  connectAccept: 3,
  connectReject: 4,
  payload: 5,
  disconnect: 6,
} as const;

export interface Prologue {
  readonly version: number;
  readonly type: number;
}

/** Reads the prologue; `undefined` when it is not one. */
export function decodePrologue(bytes: Uint8Array): Prologue | undefined {
  const [first, second, version, type] = bytes;
  if (first !== MAGIC[0] || second !== MAGIC[1]) return undefined;
  if (bytes.length < PROLOGUE_BYTES || version === undefined || type === undefined) return undefined;
  return { version, type };
}

/** A datagram with its prologue written, and room for `bytesMax` in all. */
export function startDatagram(
  type: number,
  version: number = PROTOCOL_VERSION,
  bytesMax?: number,
): ByteWriter {
  return new ByteWriter(bytesMax).u8(MAGIC[0]).u8(MAGIC[1]).u8(version).u8(type);
}
