/** local-udp as the conformance suite runs it. */
import type { DatagramNetwork } from '../../transports/datagram/socket.js';
import { hostLocalUdp, joinLocalUdp } from '../../transports/local-udp/index.js';
import type { ConformanceTarget } from '../transport-conformance/case.js';
import { type DatagramWire, simulatedTarget, socketsTarget, translating } from './datagram-target.js';

/** Each is wrong in its own way: empty, unknown, cut short, with bytes to spare, not UTF-8, too long, in the wrong direction. */
const MALFORMED = [
  [],
  [0],
  [9],
  [255, 1, 2, 3],
  [1],
  [1, 11, 0, 72],
  [3, 2, 0, 0xc3, 0x28],
  [2, 0],
  [2, 1, 1],
  [5, 0, 0, 0],
  [6, 0, 0],
  [6, 0, 0, 0, 0, 0],
  [7, 7],
  [8, 8],
  Array.from({ length: 1201 }, () => 4),
].map((bytes) => Uint8Array.from(bytes));

/** What only somebody with a link may say: Unreliable, Reliable, Ack, Heartbeat, Disconnect; and of a host Accept and Refuse. */
const OF_A_LINK = [[4, 1], [5, 0, 0, 0, 0, 1], [6, 0, 0, 0, 0], [7], [8], [2, 9], [3, 0, 0]].map((bytes) =>
  Uint8Array.from(bytes),
);

/** Reasons that hold on every network. */
const CANNOT_EVER = {
  roster: "The seed's framing has no packet that tells a client of another one.",
  session: "The seed's Connect names a version and no session: one port is one session.",
  schema: "The seed's Connect has no place for a schema hash; the session above compares it.",
};

const localUdp: DatagramWire = {
  name: 'local-udp',
  cannot: CANNOT_EVER,
  malformed: MALFORMED,
  ofALink: OF_A_LINK,
  host: ({ network, clock }, more) => hostLocalUdp({ network, ...(clock && { clock }), ...more }),
  join: ({ network, seed: _, ...options }, port, mismatch) =>
    joinLocalUdp({
      ...options,
      port,
      network: mismatch === undefined ? network : translating(network, ofAnotherVersion),
    }),
};

/** local-udp on a simulated network. */
export const localUdpTarget: ConformanceTarget = simulatedTarget(localUdp);

/** local-udp on sockets of this machine; `advance` lets some of its time pass. */
export const localUdpSocketsTarget = (
  network: DatagramNetwork,
  advance: () => Promise<void>,
): ConformanceTarget => socketsTarget(localUdp, network, advance);

/** What a program of another version sends: its Connect differs in one letter. */
function ofAnotherVersion(bytes: Uint8Array): Uint8Array {
  const other = new Uint8Array(bytes);
  if (other[0] === 1) other[other.length - 1] = 0x32;
  return other;
}
