/**
 * The bytes of local-udp. Every datagram starts with its kind; integers are little-endian; 1200 bytes at most.
 *
 *     1 Connect     | 1 | length u16 | UTF-8: HRD-LOCAL-1 |
 *     2 Accept      | 2 | peer id u8, 1-255 |
 *     3 Refuse      | 3 | length u16 | UTF-8: a sentence |
 *     4 Unreliable  | 4 | payload … |
 *     5 Reliable    | 5 | sequence i32 | payload … |
 *     6 Ack         | 6 | sequence i32 |
 *     7 Heartbeat   | 7 |
 *     8 Disconnect  | 8 |
 *
 * Source: the seed document Net Messages, "Transport framing". Decoding never throws and never reads past the end.
 */
import type { PeerId } from '../../peers.js';

/** What a Connect must say. */
export const LOCAL_UDP_VERSION = 'HRD-LOCAL-1';
/** Largest datagram, bytes. */
export const PACKET_BYTES_MAX = 1200;
const RELIABLE_HEADER_BYTES = 5;
const UNRELIABLE_HEADER_BYTES = 1;
/** Largest payload of a Reliable and of an Unreliable, bytes. */
export const RELIABLE_PAYLOAD_MAX = PACKET_BYTES_MAX - RELIABLE_HEADER_BYTES;
export const UNRELIABLE_PAYLOAD_MAX = PACKET_BYTES_MAX - UNRELIABLE_HEADER_BYTES;

const CONNECT = 1;
const ACCEPT = 2;
const REFUSE = 3;
const UNRELIABLE = 4;
const RELIABLE = 5;
const ACK = 6;
const HEARTBEAT = 7;
const DISCONNECT = 8;

/** A datagram, decoded. `payload` is a view into it. */
export type Packet =
  | { readonly kind: 'connect'; readonly version: string }
  | { readonly kind: 'accept'; readonly peer: PeerId }
  | { readonly kind: 'refuse'; readonly sentence: string }
  | { readonly kind: 'unreliable'; readonly payload: Uint8Array }
  | { readonly kind: 'reliable'; readonly sequence: number; readonly payload: Uint8Array }
  | { readonly kind: 'ack'; readonly sequence: number }
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'disconnect' };

/** Why a datagram is not one of ours. */
export type FramingFault = 'too-short' | 'too-long' | 'unknown-kind' | 'bad-peer' | 'bad-utf8';

export type DecodedPacket =
  | { readonly ok: true; readonly packet: Packet }
  | { readonly ok: false; readonly fault: FramingFault };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads one datagram. */
export function decodePacket(bytes: Uint8Array): DecodedPacket {
  if (bytes.length > PACKET_BYTES_MAX) return fault('too-long');
  switch (bytes[0]) {
    case undefined:
      return fault('too-short');
    case CONNECT: {
      const text = decodeString(bytes);
      return text.ok ? packet({ kind: 'connect', version: text.value }) : text;
    }
    case ACCEPT:
      return sized(bytes, 2) ?? decodeAccept(bytes);
    case REFUSE: {
      const text = decodeString(bytes);
      return text.ok ? packet({ kind: 'refuse', sentence: text.value }) : text;
    }
    case UNRELIABLE:
      return packet({ kind: 'unreliable', payload: bytes.subarray(UNRELIABLE_HEADER_BYTES) });
    case RELIABLE:
      if (bytes.length < RELIABLE_HEADER_BYTES) return fault('too-short');
      return packet({
        kind: 'reliable',
        sequence: readSequence(bytes),
        payload: bytes.subarray(RELIABLE_HEADER_BYTES),
      });
    case ACK:
      return sized(bytes, 5) ?? packet({ kind: 'ack', sequence: readSequence(bytes) });
    case HEARTBEAT:
      return sized(bytes, 1) ?? packet({ kind: 'heartbeat' });
    case DISCONNECT:
      return sized(bytes, 1) ?? packet({ kind: 'disconnect' });
    default:
      return fault('unknown-kind');
  }
}

/** A Connect, saying {@link LOCAL_UDP_VERSION}. */
export function encodeConnect(): Uint8Array {
  return encodeString(CONNECT, LOCAL_UDP_VERSION);
}

export function encodeAccept(peer: PeerId): Uint8Array {
  return Uint8Array.of(ACCEPT, peer);
}

/** A Refuse; a sentence longer than a datagram is cut between characters. */
export function encodeRefuse(sentence: string): Uint8Array {
  return encodeString(REFUSE, sentence);
}

/** An Unreliable around a copy of `payload`. */
export function encodeUnreliable(payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(UNRELIABLE_HEADER_BYTES + payload.length);
  bytes[0] = UNRELIABLE;
  bytes.set(payload, UNRELIABLE_HEADER_BYTES);
  return bytes;
}

/** A Reliable around a copy of `payload`. */
export function encodeReliable(sequence: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(RELIABLE_HEADER_BYTES + payload.length);
  bytes[0] = RELIABLE;
  writeSequence(bytes, sequence);
  bytes.set(payload, RELIABLE_HEADER_BYTES);
  return bytes;
}

export function encodeAck(sequence: number): Uint8Array {
  const bytes = new Uint8Array(5);
  bytes[0] = ACK;
  writeSequence(bytes, sequence);
  return bytes;
}

export function encodeHeartbeat(): Uint8Array {
  return Uint8Array.of(HEARTBEAT);
}

export function encodeDisconnect(): Uint8Array {
  return Uint8Array.of(DISCONNECT);
}

function packet(value: Packet): DecodedPacket {
  return { ok: true, packet: value };
}

function fault(value: FramingFault): { readonly ok: false; readonly fault: FramingFault } {
  return { ok: false, fault: value };
}

/** The fault of a datagram that must be exactly `length` bytes and is not. */
function sized(bytes: Uint8Array, length: number): DecodedPacket | undefined {
  if (bytes.length === length) return undefined;
  return fault(bytes.length < length ? 'too-short' : 'too-long');
}

function decodeAccept(bytes: Uint8Array): DecodedPacket {
  const peer = bytes[1] ?? 0;
  return peer === 0 ? fault('bad-peer') : packet({ kind: 'accept', peer });
}

function decodeString(bytes: Uint8Array) {
  if (bytes.length < 3) return fault('too-short');
  const length = (bytes[1] ?? 0) | ((bytes[2] ?? 0) << 8);
  if (bytes.length < 3 + length) return fault('too-short');
  if (bytes.length > 3 + length) return fault('too-long');
  try {
    return { ok: true, value: utf8.decode(bytes.subarray(3)) } as const;
  } catch {
    return fault('bad-utf8');
  }
}

function encodeString(kind: number, text: string): Uint8Array {
  const bytes = new Uint8Array(PACKET_BYTES_MAX);
  // encodeInto stops before a character that does not fit.
  const { written } = new TextEncoder().encodeInto(text, bytes.subarray(3));
  bytes[0] = kind;
  bytes[1] = written & 0xff;
  bytes[2] = written >> 8;
  return bytes.subarray(0, 3 + written);
}

function readSequence(bytes: Uint8Array): number {
  return (bytes[1] ?? 0) | ((bytes[2] ?? 0) << 8) | ((bytes[3] ?? 0) << 16) | ((bytes[4] ?? 0) << 24);
}

function writeSequence(bytes: Uint8Array, sequence: number): void {
  bytes[1] = sequence;
  bytes[2] = sequence >> 8;
  bytes[3] = sequence >> 16;
  bytes[4] = sequence >> 24;
}
