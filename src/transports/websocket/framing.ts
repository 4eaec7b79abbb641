/**
 * The bytes of the WebSocket transport. A binary message is a frame: one or more packets. Integers are little-endian.
 *
 *     packet        | kind u8 | length of the body, LEB128 of 1-4 bytes | body … |
 *     1  hello      | version u8 | schema hash u32 | session, UTF-8, at most 255 bytes |      client to host, alone, first
 *     2  accept     | peer id u8, 1-255 | ids of the other clients u8 … |                     host to client, first
 *     3  reliable   | payload … |
 *     4  sequenced  | payload … |
 *     5  unreliable | payload … |
 *     6  ack        | reliable messages received since the start, u32 |
 *     7  ping       | |
 *     8  pong       | |
 *     9  joined     | peer id u8 |                                                            host to client
 *     10 left       | peer id u8 | end u8: index in {@link ENDS} |                            host to client
 *
 * A link ends by the WebSocket's own close frame, see close-codes.ts. Decoding never throws and never reads past the end.
 */
import type { Delivery, PeerId } from '../../peers.js';
import type { LinkEnd } from '../transport.js';

/** What a hello says; raised when a layout changes. */
export const WEBSOCKET_VERSION = 1;
/** Longest session name, bytes of UTF-8. */
export const SESSION_BYTES_MAX = 255;
/** What a packet adds to its body at most, bytes. */
export const PACKET_HEADER_BYTES_MAX = 5;

const KINDS = {
  hello: 1,
  accept: 2,
  reliable: 3,
  sequenced: 4,
  unreliable: 5,
  ack: 6,
  ping: 7,
  pong: 8,
  joined: 9,
  left: 10,
} as const;

const DELIVERIES: Readonly<Record<number, Delivery>> = {
  [KINDS.reliable]: 'reliable',
  [KINDS.sequenced]: 'sequenced',
  [KINDS.unreliable]: 'unreliable',
};

/** The ends of others' links, in the order of their numbers on the wire. */
const ENDS: readonly LinkEnd[] = ['left', 'timed-out', 'host-gone', 'refused', 'overflow', 'closed'];

/** A packet, decoded. `payload` is a view into the frame. */
export type Packet =
  | {
      readonly kind: 'hello';
      readonly version: number;
      readonly schemaHash: number;
      readonly session: string;
    }
  | { readonly kind: 'accept'; readonly peer: PeerId; readonly others: readonly PeerId[] }
  | { readonly kind: 'message'; readonly delivery: Delivery; readonly payload: Uint8Array }
  | { readonly kind: 'ack'; readonly count: number }
  | { readonly kind: 'ping' | 'pong' }
  | { readonly kind: 'joined'; readonly peer: PeerId }
  | { readonly kind: 'left'; readonly peer: PeerId; readonly end: LinkEnd };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a frame; `undefined` when any of it is not ours: nothing of such a frame counts. */
export function decodeFrame(frame: Uint8Array): readonly Packet[] | undefined {
  const packets: Packet[] = [];
  let offset = 0;
  while (offset < frame.length) {
    const kind = frame[offset++] ?? 0;
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = frame[offset++];
      if (byte === undefined || shift > 21) return undefined;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (offset + length > frame.length) return undefined;
    const packet = decodeBody(kind, frame.subarray(offset, offset + length));
    if (packet === undefined) return undefined;
    packets.push(packet);
    offset += length;
  }
  return packets.length === 0 ? undefined : packets;
}

function decodeBody(kind: number, body: Uint8Array): Packet | undefined {
  const delivery = DELIVERIES[kind];
  if (delivery !== undefined) return { kind: 'message', delivery, payload: body };
  switch (kind) {
    case KINDS.hello:
      return decodeHello(body);
    case KINDS.accept:
      return decodeAccept(body);
    case KINDS.ack:
      return body.length === 4 ? { kind: 'ack', count: readU32(body, 0) } : undefined;
    case KINDS.ping:
      return body.length === 0 ? { kind: 'ping' } : undefined;
    case KINDS.pong:
      return body.length === 0 ? { kind: 'pong' } : undefined;
    case KINDS.joined:
      return decodeJoined(body);
    case KINDS.left:
      return decodeLeft(body);
    default:
      return undefined;
  }
}

/** Of another version nothing but its number can be known. */
function decodeHello(body: Uint8Array): Packet | undefined {
  const [version] = body;
  if (version === undefined) return undefined;
  if (version !== WEBSOCKET_VERSION) return { kind: 'hello', version, schemaHash: 0, session: '' };
  if (body.length < 5 || body.length > 5 + SESSION_BYTES_MAX) return undefined;
  try {
    return { kind: 'hello', version, schemaHash: readU32(body, 1), session: utf8.decode(body.subarray(5)) };
  } catch {
    return undefined;
  }
}

function decodeAccept(body: Uint8Array): Packet | undefined {
  const [peer, ...others] = body;
  const isSet = new Set(body).size === body.length && !body.includes(0);
  return peer === undefined || !isSet ? undefined : { kind: 'accept', peer, others };
}

function decodeJoined(body: Uint8Array): Packet | undefined {
  const [peer = 0] = body;
  return body.length === 1 && peer !== 0 ? { kind: 'joined', peer } : undefined;
}

function decodeLeft(body: Uint8Array): Packet | undefined {
  const [peer = 0, index = 0] = body;
  const end = ENDS[index];
  return body.length === 2 && peer !== 0 && end !== undefined ? { kind: 'left', peer, end } : undefined;
}

export function encodeHello(version: number, schemaHash: number, session: string): Uint8Array {
  const text = new TextEncoder().encode(session);
  return encodePacket(KINDS.hello, Uint8Array.of(version, ...u32(schemaHash), ...text));
}

export function encodeAccept(peer: PeerId, others: readonly PeerId[]): Uint8Array {
  return encodePacket(KINDS.accept, Uint8Array.of(peer, ...others));
}

/** A message around a copy of `payload`. */
export function encodeMessage(delivery: Delivery, payload: Uint8Array): Uint8Array {
  return encodePacket(KINDS[delivery], payload);
}

export function encodeAck(count: number): Uint8Array {
  return encodePacket(KINDS.ack, Uint8Array.from(u32(count)));
}

export function encodePing(): Uint8Array {
  return Uint8Array.of(KINDS.ping, 0);
}

export function encodePong(): Uint8Array {
  return Uint8Array.of(KINDS.pong, 0);
}

export function encodeJoined(peer: PeerId): Uint8Array {
  return encodePacket(KINDS.joined, Uint8Array.of(peer));
}

export function encodeLeft(peer: PeerId, end: LinkEnd): Uint8Array {
  return encodePacket(KINDS.left, Uint8Array.of(peer, ENDS.indexOf(end)));
}

/** One frame of `packets`. */
export function joinPackets(packets: readonly Uint8Array[]): Uint8Array {
  const [only] = packets;
  if (only !== undefined && packets.length === 1) return only;
  const frame = new Uint8Array(packets.reduce((sum, packet) => sum + packet.length, 0));
  let offset = 0;
  for (const packet of packets) {
    frame.set(packet, offset);
    offset += packet.length;
  }
  return frame;
}

function encodePacket(kind: number, body: Uint8Array): Uint8Array {
  const header = [kind];
  let rest = body.length;
  for (; rest >= 0x80; rest >>>= 7) header.push((rest & 0x7f) | 0x80);
  header.push(rest);
  const packet = new Uint8Array(header.length + body.length);
  packet.set(header);
  packet.set(body, header.length);
  return packet;
}

function u32(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
}

function readU32(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(offset, true);
}
