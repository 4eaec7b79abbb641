/** local-udp as the conformance suite runs it: on a simulated network and clock, or on whatever network it is given. */

import type { DatagramNetwork } from '../../transports/datagram/socket.js';
import { hostLocalUdp, type JoinLocalUdpOptions, joinLocalUdp } from '../../transports/local-udp/index.js';
import { createSimulatedNetwork } from '../simulated-network.js';
import { TappedNetwork } from '../tapped-network.js';
import type { ConformanceSubject, ConformanceTarget } from '../transport-conformance/case.js';
import { FRAME_MS, IMPAIRED_CONDITIONS } from '../transport-conformance/conditions.js';

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

/** What the subject adds for its own network. */
type OwnParts = Pick<ConformanceSubject, 'advance'> & Partial<Pick<ConformanceSubject, 'setConditions'>>;

/** A subject on `options.network`. */
export async function localUdpSubject(
  options: Omit<JoinLocalUdpOptions, 'port' | 'address'> & { readonly network: DatagramNetwork },
  own: OwnParts & { readonly onHost?: (port: number) => void },
): Promise<ConformanceSubject> {
  const tap = new TappedNetwork(options.network);
  const stranger = await options.network.bind('127.0.0.1', 0);
  const { onHost, ...parts } = own;
  return {
    async createHost(hostOptions) {
      const host = await tap.open((network) => hostLocalUdp({ ...options, ...hostOptions, network }));
      onHost?.(host.port);
      return host;
    },
    createClient: (host, { mismatch } = {}) =>
      tap.open((network) =>
        joinLocalUdp({
          ...options,
          network: mismatch === undefined ? network : speakingAnotherVersion(network),
          port: tap.socketOf(host).port,
        }),
      ),
    sendMalformed: (from, to) => tap.forge(from, to, MALFORMED),
    replay: (from, to) => tap.replay(from, to),
    spoof(to) {
      for (const bytes of OF_A_LINK) stranger.send(bytes, '127.0.0.1', tap.socketOf(to).port);
      return OF_A_LINK.length;
    },
    openHandles: () => tap.openCount,
    dispose: () => stranger.close(),
    ...parts,
  };
}

/** local-udp on a simulated network. */
export const localUdpTarget: ConformanceTarget = {
  name: 'local-udp',
  cannot: CANNOT_EVER,
  create({ seed, isImpaired }) {
    const network = createSimulatedNetwork({ seed, ...(isImpaired ? IMPAIRED_CONDITIONS : {}) });
    return localUdpSubject(
      { network, clock: network.clock },
      {
        onHost: (port) => {
          network.hostPort = port;
        },
        advance: async () => network.advance(FRAME_MS),
        setConditions: (change) => network.setConditions(change),
      },
    );
  },
};

/** local-udp on sockets of this machine; `advance` lets some of its time pass. */
export function localUdpSocketsTarget(
  network: DatagramNetwork,
  advance: () => Promise<void>,
): ConformanceTarget {
  const untouched = "Nobody can set how this machine's own network behaves.";
  return {
    name: 'local-udp on sockets',
    cannot: {
      ...CANNOT_EVER,
      conditions: untouched,
      mtu: untouched,
      seeded: "This machine's own clock and network repeat nothing.",
    },
    // Nobody waits for long for a host that closed before it answered.
    create: () => localUdpSubject({ network, connectTimeoutMs: 1000 }, { advance }),
  };
}

/** The network of a program of another version: its Connect differs in one letter. */
function speakingAnotherVersion(network: DatagramNetwork): DatagramNetwork {
  return {
    resolve: (host) => network.resolve(host),
    async bind(...how) {
      const socket = await network.bind(...how);
      return {
        port: socket.port,
        onMessage: (listener) => socket.onMessage(listener),
        close: () => socket.close(),
        send(bytes, address, port) {
          const other = new Uint8Array(bytes);
          if (other[0] === 1) other[other.length - 1] = 0x32;
          socket.send(other, address, port);
        },
      };
    },
  };
}
