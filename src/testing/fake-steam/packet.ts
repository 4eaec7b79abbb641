/** What travels between the two ends of a fake connection, and how much of it fits a packet. */
import type { Ack, Segment } from './reliable-stream.js';

/** Payload of a packet, bytes: GameNetworkingSockets' MTU of 1300 less its headers and encryption. */
const PAYLOAD_MAX = 1232;
/** What a chunk costs beside its bytes. */
const CHUNK_HEADER = 5;

/** A part of a packet: of the reliable stream, or an unreliable message. */
export type Chunk = { readonly segment: Segment } | { readonly unreliable: Uint8Array };

/** What a packet is for. */
export type Body =
  | { readonly kind: 'ask' }
  | { readonly kind: 'accept' }
  | { readonly kind: 'data'; readonly chunks: readonly Chunk[] }
  /** Are you there? The other end answers at once. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'close'; readonly reason: number; readonly text: string };

/** What travels. Every packet acknowledges, and says when the newest one heard was sent and how long that is kept, ms. */
export interface Packet {
  readonly number: number;
  readonly sentMs: number;
  readonly echo: { readonly sentMs: number; readonly keptMs: number } | undefined;
  readonly ack: Ack;
  readonly body: Body;
}

/** Chunks as packets carry them, in order, as many in each as fit; with the length of each. */
export function pack(
  chunks: readonly Chunk[],
): readonly { readonly chunks: readonly Chunk[]; readonly length: number }[] {
  const packets: { chunks: Chunk[]; length: number }[] = [];
  for (const chunk of chunks) {
    const length = lengthOf(chunk) + CHUNK_HEADER;
    const last = packets.at(-1);
    if (last === undefined || last.length + length > PAYLOAD_MAX) packets.push({ chunks: [chunk], length });
    else {
      last.chunks.push(chunk);
      last.length += length;
    }
  }
  return packets;
}

function lengthOf(chunk: Chunk): number {
  return 'unreliable' in chunk ? chunk.unreliable.length : chunk.segment.bytes.length;
}
