/**
 * The datagram a link is made of: acknowledgements in front, frames back to back behind them. Without frames it is a keepalive.
 *
 *     header | prologue | seq u16 | ack u16 | ack bits u32 | ack valid u8 |
 *     frame  | flags u8 | message id u16 | group u16 | index u8 | count u8 | length u16 | payload |
 *     flags  bits 0-1 the kind: 0 reliable, 1 unreliable, 2 system; bit 2: a fragment
 *
 * Unreliable frames have no message id; only fragments have group, index and count. Bit n of ack bits: ack - 1 - n was heard.
 */
import { ByteReader, ByteWriter } from './bytes.js';
import { PAYLOAD_HEADER_BYTES, PROLOGUE_BYTES, PROTOCOL_VERSION } from './constants.js';
import { DATAGRAM_TYPE, startDatagram } from './prologue.js';

/** What a payload datagram says about itself and about those of the other side. */
export interface PayloadHeader {
  readonly seq: number;
  /** The newest number heard from the other side; 0 if none. */
  readonly ack: number;
  readonly ackBits: number;
  /** Whether anything was heard yet. */
  readonly ackValid: boolean;
}

/** Which piece of which message a frame carries. */
export interface Fragment {
  readonly group: number;
  readonly index: number;
  readonly count: number;
}

/** One message, or one piece of one. `payload` of a decoded one is a view into its datagram. */
export interface Frame {
  readonly kind: 'reliable' | 'unreliable' | 'system';
  /** Where it stands in the order of reliable and system frames; 0 for an unreliable one. */
  readonly messageId: number;
  readonly fragment: Fragment | undefined;
  readonly payload: Uint8Array;
}

export interface PayloadPacket {
  readonly header: PayloadHeader;
  readonly frames: readonly Frame[];
  /** False when a frame was cut off or made no sense: those before it stand. */
  readonly isWhole: boolean;
}

const KINDS = ['reliable', 'unreliable', 'system'] as const;
const KIND_BITS = 0b11;
const FRAGMENT_BIT = 0b100;

/** Reads a payload datagram whose prologue was checked; `undefined` when its header is cut off. */
export function decodePayload(bytes: Uint8Array): PayloadPacket | undefined {
  const reader = new ByteReader(bytes, PROLOGUE_BYTES);
  const [seq, ack, ackBits, ackValid] = [reader.u16(), reader.u16(), reader.u32(), reader.u8() !== 0];
  if (reader.isPast) return undefined;
  const frames: Frame[] = [];
  let isWhole = true;
  while (isWhole && !reader.isAtEnd) {
    const frame = decodeFrame(reader);
    if (frame === undefined) isWhole = false;
    else frames.push(frame);
  }
  return { header: { seq, ack, ackBits, ackValid }, frames, isWhole };
}

function decodeFrame(reader: ByteReader): Frame | undefined {
  const flags = reader.u8();
  const kind = KINDS[flags & KIND_BITS];
  const messageId = kind === 'unreliable' ? 0 : reader.u16();
  const fragment = (flags & FRAGMENT_BIT) === 0 ? undefined : decodeFragment(reader);
  const payload = reader.view(reader.u16());
  if (kind === undefined || reader.isPast) return undefined;
  if (fragment !== undefined && fragment.index >= fragment.count) return undefined;
  if (kind === 'system' && payload.length === 0) return undefined;
  return { kind, messageId, fragment, payload };
}

function decodeFragment(reader: ByteReader): Fragment {
  return { group: reader.u16(), index: reader.u8(), count: reader.u8() };
}

/** A frame as bytes of its own, a copy of its payload in them. */
export function encodeFrame({ kind, messageId, fragment, payload }: Frame): Uint8Array {
  const headerBytes = 3 + (kind === 'unreliable' ? 0 : 2) + (fragment === undefined ? 0 : 4);
  const frame = new ByteWriter(headerBytes + payload.length);
  frame.u8(KINDS.indexOf(kind) | (fragment === undefined ? 0 : FRAGMENT_BIT));
  if (kind !== 'unreliable') frame.u16(messageId);
  if (fragment !== undefined) frame.u16(fragment.group).u8(fragment.index).u8(fragment.count);
  return frame.u16(payload.length).bytes(payload).finish();
}

/** A payload datagram around encoded frames. */
export function encodePayload(header: PayloadHeader, frames: readonly Uint8Array[]): Uint8Array {
  const length = frames.reduce((sum, frame) => sum + frame.length, PAYLOAD_HEADER_BYTES);
  const datagram = startDatagram(DATAGRAM_TYPE.payload, PROTOCOL_VERSION, length);
  datagram
    .u16(header.seq)
    .u16(header.ack)
    .u32(header.ackBits)
    .u8(header.ackValid ? 1 : 0);
  for (const frame of frames) datagram.bytes(frame);
  return datagram.finish();
}
