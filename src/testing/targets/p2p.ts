/** p2p as the conformance suite runs it: on a simulated network and clock, or on whatever network it is given. */
import { createChance } from '../../transports/datagram/chance.js';
import type { DatagramNetwork } from '../../transports/datagram/socket.js';
import { encodeJoinCode, hostP2p, type JoinP2pOptions, joinP2p } from '../../transports/p2p/index.js';
import { createSimulatedNetwork } from '../simulated-network.js';
import { TappedNetwork } from '../tapped-network.js';
import type { ConformanceSubject, ConformanceTarget, Mismatch } from '../transport-conformance/case.js';
import { FRAME_MS, IMPAIRED_CONDITIONS } from '../transport-conformance/conditions.js';

const ADDRESS = '127.0.0.1';
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

/** What the subject adds for its own network. */
type OwnParts = Pick<ConformanceSubject, 'advance'> & Partial<Pick<ConformanceSubject, 'setConditions'>>;

type Options = Omit<JoinP2pOptions, 'code'> & {
  readonly network: DatagramNetwork;
  readonly random: () => number;
};

/** A subject on `options.network`. */
async function p2pSubject(
  options: Options,
  own: OwnParts & { readonly onHost?: (port: number) => void },
): Promise<ConformanceSubject> {
  const tap = new TappedNetwork(options.network);
  const stranger = await options.network.bind(ADDRESS, 0);
  const { onHost, ...parts } = own;
  return {
    async createHost(hostOptions) {
      const host = await tap.open((network) =>
        hostP2p({ ...options, ...hostOptions, network, address: ADDRESS }),
      );
      onHost?.(host.port);
      return host;
    },
    createClient(host, { mismatch } = {}) {
      const code = encodeJoinCode({ address: ADDRESS, port: tap.socketOf(host).port });
      const schema = mismatch === 'schema' ? { schemaHash: 0xbad } : {};
      return tap.open((network) =>
        joinP2p({ ...options, ...schema, code, network: mismatched(network, mismatch) }),
      );
    },
    sendMalformed: (from, to) => tap.forge(from, to, MALFORMED),
    replay: (from, to) => tap.replay(from, to),
    spoof(to) {
      for (const bytes of OF_A_LINK) stranger.send(bytes, ADDRESS, tap.socketOf(to).port);
      return OF_A_LINK.length;
    },
    openHandles: () => tap.openCount,
    dispose: () => stranger.close(),
    ...parts,
  };
}

/** p2p on a simulated network. */
export const p2pTarget: ConformanceTarget = {
  name: 'p2p',
  cannot: CANNOT_EVER,
  create({ seed, isImpaired }) {
    const network = createSimulatedNetwork({ seed, ...(isImpaired ? IMPAIRED_CONDITIONS : {}) });
    return p2pSubject(
      { network, clock: network.clock, random: createChance(seed) },
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

/** p2p on sockets of this machine; `advance` lets some of its time pass. */
export function p2pSocketsTarget(network: DatagramNetwork, advance: () => Promise<void>): ConformanceTarget {
  const untouched = "Nobody can set how this machine's own network behaves.";
  return {
    name: 'p2p on sockets',
    cannot: {
      ...CANNOT_EVER,
      conditions: untouched,
      mtu: untouched,
      seeded: "This machine's own clock and network repeat nothing.",
    },
    // Nobody waits for long for a host that closed before it answered.
    create: ({ seed }) =>
      p2pSubject({ network, random: createChance(seed), connectTimeoutMs: 1000 }, { advance }),
  };
}

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

function translating(
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
