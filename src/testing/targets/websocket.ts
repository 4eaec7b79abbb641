/** WebSocket in the conformance suite: real sockets on this machine, a clock that moves by frames, a bad network in between. */
import { invariant } from '../../errors.js';
import { createChance } from '../../transports/datagram/chance.js';
import type { Transport } from '../../transports/transport.js';
import { WebSocketClient } from '../../transports/websocket/client.js';
import { WEBSOCKET_VERSION } from '../../transports/websocket/framing.js';
import { hostWebSocket, joinWebSocket } from '../../transports/websocket/index.js';
import { connectSocket } from '../../transports/websocket/node-ws.js';
import { withDefaults } from '../../transports/websocket/options.js';
import { FRAME_MS, GOOD_CONDITIONS, IMPAIRED_CONDITIONS } from '../transport-conformance/conditions.js';
import type {
  ConformanceSubject,
  ConformanceTarget,
  Mismatch,
  NetworkConditions,
} from '../transport-conformance.js';
import { type ProxyNetwork, TcpProxy } from './websocket-proxy.js';

/** Turns of the event loop in which bytes on their way arrive: into the proxy, out of it, and through the WebSocket's own events. */
const TURNS = 4;
/** What has not arrived after so many comes in a later frame. */
const TURNS_MAX = 400;

/** Frames that pass at most while a transport closes. */
const GOODBYE_FRAMES = 60;

/** Each is wrong in its own way: empty, unknown, cut short, with bytes to spare, out of place. */
const MALFORMED_BINARY = [
  ...[[], [0, 0], [99, 1, 2], [3], [3, 4, 1, 2], [3, 0x80, 0x80, 0x80, 0x80, 0x80, 1], [6, 3, 0, 0, 0]],
  ...[
    [7, 1, 0],
    [7, 0, 0],
    [8, 1, 1],
    [1, 5, 1, 0, 0, 0, 0],
    [2, 0],
    [9, 1, 0],
    [10, 2, 1, 77],
  ],
  // An acknowledgement of what was never sent; a good message that shares its frame with nonsense.
  ...[
    [6, 4, 0xff, 0xff, 0xff, 0x7f],
    [3, 1, 42, 200, 0],
  ],
];
const MALFORMED_TEXT = 'hello';

const SESSION = 'conformance';
const SCHEMA_HASH = 0x5eed;
const OTHERS: Readonly<Record<Mismatch, object>> = {
  session: { session: 'another' },
  schema: { schemaHash: SCHEMA_HASH + 1 },
  version: { version: WEBSOCKET_VERSION + 1 },
};

/** `dugout conformance websocket`. */
export const websocketTarget: ConformanceTarget = {
  name: 'websocket',
  create: ({ seed, isImpaired }) => createSubject(seed, isImpaired ? IMPAIRED_CONDITIONS : GOOD_CONDITIONS),
  cannot: {
    mtu: 'TCP cuts and joins packets as the path needs, so a message has no packet of its own.',
    replayed: 'TCP numbers every byte, so a packet that comes again is dropped by the operating system.',
    spoofed: 'TCP takes bytes from the other end of a connection only.',
  },
};

function createSubject(seed: number, from: NetworkConditions): ConformanceSubject {
  let conditions = from;
  let nowMs = 0;
  let moves = 0;
  const clock = { now: () => nowMs };
  const network: ProxyNetwork = {
    get conditions() {
      return conditions;
    },
    nowMs: clock.now,
    chance: createChance(seed),
    moved: () => {
      moves++;
    },
  };
  const proxies = new Map<Transport, TcpProxy>();
  const ports = new Map<Transport, number>();
  const before = openSockets();
  const shared = { clock, session: SESSION, schemaHash: SCHEMA_HASH };

  const advance = async () => {
    nowMs += FRAME_MS;
    for (const proxy of proxies.values()) proxy.deliver();
    for (let quiet = 0, turn = 0; quiet < TURNS && turn < TURNS_MAX; turn++) {
      const movesBefore = moves;
      await nextTurn();
      quiet = moves === movesBefore ? quiet + 1 : 0;
    }
  };

  /** Closing waits for the other end's goodbye, so time passes meanwhile: as much as a goodbye may take. */
  const withTime = <T extends Transport>(transport: T): T => {
    const close = transport.close.bind(transport);
    transport.close = async () => {
      let isClosed = false;
      const closed = close().then(() => {
        isClosed = true;
      });
      for (let frame = 0; frame < GOODBYE_FRAMES && !isClosed; frame++) await advance();
      return closed;
    };
    return transport;
  };

  return {
    async createHost(options) {
      const host = withTime(await hostWebSocket({ ...shared, ...options }));
      ports.set(host, host.port);
      return host;
    },
    async createClient(host, { mismatch } = {}) {
      const proxy = await TcpProxy.open(network, ports.get(host) ?? 0);
      const url = `ws://127.0.0.1:${proxy.port}/`;
      const other = mismatch === undefined ? {} : OTHERS[mismatch];
      const client =
        mismatch === 'version'
          ? joinAs(WEBSOCKET_VERSION + 1, { ...shared, url })
          : await joinWebSocket({ ...shared, url, ...other });
      proxies.set(client, proxy);
      return withTime(client);
    },
    advance,
    setConditions(change) {
      conditions = { ...conditions, ...change };
    },
    sendMalformed(sender, to) {
      const end = to.role;
      const proxy = proxies.get(end === 'host' ? sender : to);
      invariant(proxy !== undefined, 'This client was not created by this subject.');
      for (const bytes of MALFORMED_BINARY) proxy.inject(end, frame(end, 0x82, Uint8Array.from(bytes)));
      proxy.inject(end, frame(end, 0x81, new TextEncoder().encode(MALFORMED_TEXT)));
      return MALFORMED_BINARY.length + 1;
    },
    openHandles() {
      const ours = [...proxies.values()].reduce((sum, proxy) => sum + proxy.openCount, 0);
      return openSockets() - before - ours;
    },
    async dispose() {
      for (const proxy of proxies.values()) await proxy.close();
      // Sockets take a moment to be gone, and the next subject counts from what it finds.
      for (let turn = 0; turn < TURNS_MAX && openSockets() > before; turn++) await nextTurn();
    },
  };
}

/** A client of another version, which the public function does not make. */
function joinAs(version: number, options: Parameters<typeof joinWebSocket>[0]): Transport {
  const { frameBytesMax, ...settings } = withDefaults(options);
  const socket = connectSocket(options.url, frameBytesMax);
  return new WebSocketClient({ ...settings, socket, url: options.url, version, connectTimeoutMs: 10_000 });
}

/** A short WebSocket frame; those of a client are masked, here with zeros. Source: RFC 6455, section 5.2. */
function frame(to: 'host' | 'client', first: number, payload: Uint8Array): Uint8Array {
  invariant(payload.length < 126, 'A short frame holds at most 125 bytes.');
  return to === 'host'
    ? Uint8Array.of(first, 0x80 | payload.length, 0, 0, 0, 0, ...payload)
    : Uint8Array.of(first, payload.length, ...payload);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** TCP sockets of this process, listening ones included. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
}
