/**
 * The datagrams of p2p around a link: asking in, letting in, refusing, ending, announcing. Byte-compatible with good_net_p2p.
 * Integers are little-endian; a text is its length in bytes (u8), then UTF-8. Each starts with the prologue (prologue.ts).
 *
 *     1 beacon         | schema hash u32 | code text | name text | players u8 | players most u16 |
 *     2 connectRequest | schema hash u32 | code text |
 *     3 connectAccept  | slot u16 | generation u16 | players most u16 | name text | count u8 | count × (slot u16 | generation u16) |
 *     4 connectReject  | reason u8 |, after reason 4 | version u8 |
 *     5 payload        see payload.ts
 *     6 disconnect     | reason u8 |
 *
 * Decoding never throws and never reads past the end; bytes after the known ones are ignored.
 */
import { ByteReader } from './bytes.js';
import { DATAGRAM_BYTES_MAX, PROLOGUE_BYTES, PROTOCOL_VERSION } from './constants.js';
import { decodePayload, type PayloadPacket } from './payload.js';
import { DATAGRAM_TYPE, decodePrologue, startDatagram } from './prologue.js';

/** A peer as the wire names it: `generation` counts who had the slot before. */
export interface WirePeer {
  readonly slot: number;
  readonly generation: number;
}

export interface Beacon {
  readonly schemaHash: number;
  readonly code: string;
  readonly name: string;
  /** The host's player included; upstream counts no further than a byte. */
  readonly players: number;
  readonly playersMax: number;
}

export interface ConnectRequest {
  readonly schemaHash: number;
  readonly code: string;
}

export interface ConnectAccept extends WirePeer {
  readonly playersMax: number;
  /** The session's name. */
  readonly name: string;
  /** The other clients. */
  readonly others: readonly WirePeer[];
}

/** Why a host refuses, as the wire says it. */
export const REJECT = {
  sessionFull: 0,
  schemaMismatch: 1,
  wrongSession: 2,
  notHosting: 3,
  versionMismatch: 4,
} as const;

/** Why a link ended, as the wire says it: seen from who says it, so `localClose` is the sender's doing. */
export const DISCONNECT = {
  localClose: 0,
  remoteClose: 1,
  timeout: 2,
  sessionClosed: 3,
  connectFailed: 4,
} as const;

/** A datagram, decoded. */
export type Packet =
  | ({ readonly kind: 'beacon' } & Beacon)
  | ({ readonly kind: 'connect-request' } & ConnectRequest)
  | { readonly kind: 'foreign-request'; readonly version: number }
  | ({ readonly kind: 'connect-accept' } & ConnectAccept)
  | { readonly kind: 'connect-reject'; readonly reason: number; readonly version: number | undefined }
  | ({ readonly kind: 'payload' } & PayloadPacket)
  | { readonly kind: 'disconnect'; readonly reason: number };

/** Reads one datagram; `undefined` when this protocol does not know it or it was cut off. */
export function decodePacket(bytes: Uint8Array): Packet | undefined {
  const prologue = decodePrologue(bytes);
  if (prologue === undefined || bytes.length > DATAGRAM_BYTES_MAX) return undefined;
  const { version, type } = prologue;
  if (version !== PROTOCOL_VERSION) {
    return type === DATAGRAM_TYPE.connectRequest ? { kind: 'foreign-request', version } : undefined;
  }
  const reader = new ByteReader(bytes, PROLOGUE_BYTES);
  const packet = decodeBody(type, reader, bytes);
  return reader.isPast ? undefined : packet;
}

function decodeBody(type: number, reader: ByteReader, bytes: Uint8Array): Packet | undefined {
  switch (type) {
    case DATAGRAM_TYPE.payload: {
      const payload = decodePayload(bytes);
      return payload && { kind: 'payload', ...payload };
    }
    case DATAGRAM_TYPE.beacon:
      return { kind: 'beacon', ...decodeBeacon(reader) };
    case DATAGRAM_TYPE.connectRequest:
      return { kind: 'connect-request', schemaHash: reader.u32(), code: reader.text() };
    case DATAGRAM_TYPE.connectAccept:
      return { kind: 'connect-accept', ...decodeAccept(reader) };
    case DATAGRAM_TYPE.connectReject:
      return {
        kind: 'connect-reject',
        reason: reader.u8(),
        version: reader.isAtEnd ? undefined : reader.u8(),
      };
    case DATAGRAM_TYPE.disconnect:
      return { kind: 'disconnect', reason: reader.isAtEnd ? DISCONNECT.remoteClose : reader.u8() % 5 };
    default:
      return undefined;
  }
}

function decodeBeacon(reader: ByteReader): Beacon {
  const [schemaHash, code, name] = [reader.u32(), reader.text(), reader.text()];
  return { schemaHash, code, name, players: reader.u8(), playersMax: reader.u16() };
}

function decodeAccept(reader: ByteReader): ConnectAccept {
  const peer = decodePeer(reader);
  const [playersMax, name, count] = [reader.u16(), reader.text(), reader.u8()];
  return { ...peer, playersMax, name, others: Array.from({ length: count }, () => decodePeer(reader)) };
}

function decodePeer(reader: ByteReader): WirePeer {
  return { slot: reader.u16(), generation: reader.u16() };
}

/** What a host announces. */
export function encodeBeacon({ schemaHash, code, name, players, playersMax }: Beacon): Uint8Array {
  const datagram = startDatagram(DATAGRAM_TYPE.beacon).u32(schemaHash).text(code).text(name);
  return datagram.u8(players).u16(playersMax).finish();
}

/** What a client asks a host. */
export function encodeConnectRequest({ schemaHash, code }: ConnectRequest): Uint8Array {
  return startDatagram(DATAGRAM_TYPE.connectRequest).u32(schemaHash).text(code).finish();
}

/** A host's yes. */
export function encodeConnectAccept(accept: ConnectAccept): Uint8Array {
  const { slot, generation, playersMax, name, others } = accept;
  const datagram = startDatagram(DATAGRAM_TYPE.connectAccept).u16(slot).u16(generation).u16(playersMax);
  datagram.text(name).u8(others.length);
  for (const other of others) datagram.u16(other.slot).u16(other.generation);
  return datagram.finish();
}

/** A host's no. */
export function encodeConnectReject(reason: number): Uint8Array {
  return startDatagram(DATAGRAM_TYPE.connectReject).u8(reason).finish();
}

/** The no to a client of another protocol version: in its own version's clothes, saying ours. */
export function encodeVersionReject(theirVersion: number): Uint8Array {
  const datagram = startDatagram(DATAGRAM_TYPE.connectReject, theirVersion);
  return datagram.u8(REJECT.versionMismatch).u8(PROTOCOL_VERSION).finish();
}

/** A goodbye. */
export function encodeDisconnect(reason: number): Uint8Array {
  return startDatagram(DATAGRAM_TYPE.disconnect).u8(reason).finish();
}
