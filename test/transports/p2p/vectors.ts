/** The computed vectors of good_net_p2p, typed as far as the tests read them. */
import { readFileSync } from 'node:fs';

function read<T>(name: string): T {
  const url = new URL(`../../golden/good-net/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

export interface FrameVector {
  readonly kind: number;
  readonly messageId?: number;
  readonly payload?: string;
  readonly payloadLength?: number;
  readonly group?: number;
  readonly index?: number;
  readonly count?: number;
  readonly system?: 'peerJoined' | 'peerLeft';
  readonly slot?: number;
  readonly generation?: number;
  readonly reason?: number;
}

export interface DatagramFields {
  readonly type: number;
  readonly schemaHash?: string;
  readonly code?: string;
  readonly name?: string;
  readonly slot?: number;
  readonly generation?: number;
  readonly maxPeers?: number;
  readonly peerCount?: number;
  readonly others?: readonly { readonly slot: number; readonly generation: number }[];
  readonly reason?: number | null;
  readonly versionByte?: number;
  readonly rejecterVersion?: number;
  readonly seq?: number;
  readonly ack?: number;
  readonly ackBits?: string;
  readonly ackValid?: number;
  readonly frames?: readonly FrameVector[];
}

export const datagrams = read<{
  readonly datagrams: readonly {
    readonly name: string;
    readonly hex: string;
    readonly length: number;
    readonly fields: DatagramFields;
  }[];
  readonly fragmentation: readonly {
    readonly messageLength: number;
    readonly count?: number;
    readonly datagramLengths?: readonly number[] | { readonly repeat: number; readonly length: number };
    readonly sha256OfDatagramsConcatenated?: string;
    readonly refused?: boolean;
    readonly limit?: number;
  }[];
  readonly malformed: readonly { readonly name: string; readonly hex: string }[];
  readonly constants: Readonly<Record<string, number>>;
}>('p2p-datagrams');

export const acks = read<{
  readonly sequenceGreaterThan: readonly {
    readonly a: number;
    readonly b: number;
    readonly newer: boolean;
  }[];
  readonly receive: Readonly<
    Record<string, readonly { readonly got: number; readonly ack: number; readonly ackBits: string }[]>
  >;
  readonly acknowledges: readonly {
    readonly ack: number;
    readonly ackBits: string;
    readonly acknowledges: readonly number[];
  }[];
  readonly rtt: {
    readonly beforeAnySample: { readonly retransmitMicros: number; readonly lossDeadlineMicros: number };
    readonly series: readonly {
      readonly sampleMicros: number;
      readonly roundTripMicros: number;
      readonly retransmitMicros: number;
      readonly lossDeadlineMicros: number;
    }[];
  };
  readonly retransmitClamp: readonly {
    readonly roundTripMicros: number;
    readonly retransmitMicros: number;
  }[];
  readonly packetLoss: readonly { readonly event: 'lost' | 'acked'; readonly packetLoss: number }[];
}>('p2p-ack');

export const joinCodes = read<{
  readonly encode: readonly { readonly address: string; readonly port: number; readonly code: string }[];
  readonly decode: readonly {
    readonly code: string;
    readonly why: string;
    readonly decodes: { readonly address: string; readonly port: number } | null;
  }[];
  readonly alphabet: string;
}>('join-codes');

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'hex'));
}

/** Bytes that count up from 0, as the vectors' long payloads do. */
export function counting(length: number, offset = 0): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (offset + index) & 0xff);
}
