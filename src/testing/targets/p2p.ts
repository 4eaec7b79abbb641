/** p2p as the conformance suite runs it. */
import { createChance } from '../../transports/datagram/chance.js';
import type { DatagramNetwork } from '../../transports/datagram/socket.js';
import { encodeJoinCode, hostP2p, joinP2p } from '../../transports/p2p/index.js';
import type { ConformanceTarget, Mismatch } from '../transport-conformance/case.js';
import {
  ADDRESS,
  type DatagramWire,
  simulatedTarget,
  socketsTarget,
  translating,
} from './datagram-target.js';

/** Where the prologue says the version, and where a connect request's code begins. */
const VERSION_AT = 2;
const CODE_AT = 9;

function datagrams(...hex: string[]): Uint8Array[] {
  return hex.map((text) =>
    Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16)),
  );
}

/** Each is wrong in its own way; the words say how. */
const MALFORMED = [
  // Empty; cut off in the prologue; not ours; of another version; of a type nobody sends; of an unknown one.
  ...datagrams('', '676e01', '986e010500', '676e0205000000000000000000', '676e0100', '676e01ff00'),
  // Cut off: a request in its hash and in its code, an accept in its roster, a reject, a payload's header.
  ...datagrams(
    '676e01020000',
    '676e01020000000005',
    '676e010301000000080000030200',
    '676e0104',
    '676e010500000000',
  ),
  // A frame of an undefined kind; one longer than its datagram; both acknowledge what was never sent.
  ...datagrams('676e01050000ff7f0000000001030000010000', '676e01050000ff7f000000000101ffff00'),
  // Longer than any datagram of this protocol.
  new Uint8Array(1201).fill(0x67),
];

/** What only somebody with a link may say: a keepalive, a reliable frame, a goodbye; and of a host an accept and a reject. */
const OF_A_LINK = datagrams(
  '676e0105000000000000000000',
  '676e010500000000000000000100000001002a',
  '676e010601',
  '676e010309000000080000',
  '676e010400',
);

/** Reasons that hold on every network. */
const CANNOT_EVER = {
  'goodbye-text':
    'A goodbye of good_net_p2p is a number and has no words: the client reads a sentence of its own.',
};

const p2p: DatagramWire = {
  name: 'p2p',
  cannot: CANNOT_EVER,
  malformed: MALFORMED,
  ofALink: OF_A_LINK,
  host: ({ seed, connectTimeoutMs: _, ...options }, more) =>
    hostP2p({ ...options, ...more, address: ADDRESS, random: createChance(seed) }),
  join: ({ network, seed: _, ...options }, port, mismatch) =>
    joinP2p({
      ...options,
      ...(mismatch === 'schema' ? { schemaHash: 0xbad } : {}),
      code: encodeJoinCode({ address: ADDRESS, port }),
      network: mismatched(network, mismatch),
    }),
};

/** p2p on a simulated network. */
export const p2pTarget: ConformanceTarget = simulatedTarget(p2p);

/** p2p on sockets of this machine; `advance` lets some of its time pass. */
export const p2pSocketsTarget = (network: DatagramNetwork, advance: () => Promise<void>): ConformanceTarget =>
  socketsTarget(p2p, network, advance);

/** The network of a program that asks for another session, or speaks another version; itself when neither. */
function mismatched(network: DatagramNetwork, mismatch: Mismatch | undefined): DatagramNetwork {
  if (mismatch === 'session') {
    return translating(network, (bytes) =>
      changed(bytes, CODE_AT, (symbol) => (symbol === 0x32 ? 0x33 : 0x32)),
    );
  }
  if (mismatch !== 'version') return network;
  // Its own version is 2 towards the network, 1 towards our code.
  return translating(
    network,
    (bytes) => changed(bytes, VERSION_AT, () => 2),
    (bytes) => changed(bytes, VERSION_AT, (version) => (version === 2 ? 1 : 2)),
  );
}

function changed(bytes: Uint8Array, at: number, change: (byte: number) => number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? change(byte) : byte));
}
