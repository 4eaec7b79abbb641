/** What the conformance targets of UDP transports share: a simulated network and clock or real sockets, and forging on either. */
import type { DatagramNetwork, TransportClock } from '../../transports/datagram/socket.js';
import type { Transport } from '../../transports/transport.js';
import { createSimulatedNetwork } from '../simulated-network.js';
import { TappedNetwork } from '../tapped-network.js';
import type { ConformanceSubject, ConformanceTarget, Mismatch } from '../transport-conformance/case.js';
import { FRAME_MS, IMPAIRED_CONDITIONS } from '../transport-conformance/conditions.js';

/** The only address there is here. */
export const ADDRESS = '127.0.0.1';

/** What a subject's transports are opened with. */
export interface OpenOptions {
  readonly network: DatagramNetwork;
  readonly clock?: TransportClock;
  readonly seed: number;
  readonly connectTimeoutMs?: number;
}

/** A UDP transport as its targets need it. */
export interface DatagramWire {
  readonly name: string;
  /** What it cannot do on any network. */
  readonly cannot: ConformanceTarget['cannot'];
  host(
    options: OpenOptions,
    more: { readonly playersMax?: number },
  ): Promise<Transport & { readonly port: number }>;
  join(options: OpenOptions, port: number, mismatch: Mismatch | undefined): Promise<Transport>;
  /** Datagrams that this wire cannot mean. */
  readonly malformed: readonly Uint8Array[];
  /** Datagrams that only somebody with a link may send. */
  readonly ofALink: readonly Uint8Array[];
}

/** `wire` on a simulated network. */
export function simulatedTarget(wire: DatagramWire): ConformanceTarget {
  return {
    name: wire.name,
    cannot: wire.cannot,
    create({ seed, isImpaired }) {
      const network = createSimulatedNetwork({ seed, ...(isImpaired ? IMPAIRED_CONDITIONS : {}) });
      const onHost = (port: number) => {
        network.hostPort = port;
      };
      return subjectOf(wire, { network, clock: network.clock, seed }, onHost, {
        advance: async () => network.advance(FRAME_MS),
        setConditions: (change) => network.setConditions(change),
      });
    },
  };
}

/** `wire` on sockets of this machine; `advance` lets some of its time pass. */
export function socketsTarget(
  wire: DatagramWire,
  network: DatagramNetwork,
  advance: () => Promise<void>,
): ConformanceTarget {
  const untouched = "Nobody can set how this machine's own network behaves.";
  return {
    name: `${wire.name} on sockets`,
    cannot: {
      ...wire.cannot,
      conditions: untouched,
      mtu: untouched,
      seeded: "This machine's own clock and network repeat nothing.",
    },
    // Nobody waits for long for a host that closed before it answered.
    create: ({ seed }) => subjectOf(wire, { network, seed, connectTimeoutMs: 1000 }, () => {}, { advance }),
  };
}

async function subjectOf(
  wire: DatagramWire,
  options: OpenOptions,
  onHost: (port: number) => void,
  own: Pick<ConformanceSubject, 'advance'> & Partial<Pick<ConformanceSubject, 'setConditions'>>,
): Promise<ConformanceSubject> {
  const tap = new TappedNetwork(options.network);
  const stranger = await options.network.bind(ADDRESS, 0);
  return {
    async createHost(more = {}) {
      const host = await tap.open((network) => wire.host({ ...options, network }, more));
      onHost(host.port);
      return host;
    },
    createClient: (host, { mismatch } = {}) =>
      tap.open((network) => wire.join({ ...options, network }, tap.socketOf(host).port, mismatch)),
    sendMalformed: (from, to) => tap.forge(from, to, wire.malformed),
    replay: (from, to) => tap.replay(from, to),
    spoof(to) {
      for (const bytes of wire.ofALink) stranger.send(bytes, ADDRESS, tap.socketOf(to).port);
      return wire.ofALink.length;
    },
    openHandles: () => tap.openCount,
    dispose: () => stranger.close(),
    ...own,
  };
}

/** The network of a program of another kind: what it sends and hears differs by these. */
export function translating(
  network: DatagramNetwork,
  outgoing: (bytes: Uint8Array) => Uint8Array,
  incoming: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): DatagramNetwork {
  return {
    resolve: (host) => network.resolve(host),
    async bind(...how) {
      const socket = await network.bind(...how);
      return {
        port: socket.port,
        onMessage: (listener) =>
          socket.onMessage((bytes, address, port) => listener(incoming(bytes), address, port)),
        send: (bytes, address, port) => socket.send(outgoing(bytes), address, port),
        close: () => socket.close(),
      };
    },
  };
}
