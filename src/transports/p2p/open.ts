/** Opens the two ends of p2p: options and their defaults, sockets and their errors. For Node, or any network given. */
import { invariant, SessionError } from '../../errors.js';
import type { SimulatedLoss } from '../datagram/impairment.js';
import { nodeNetwork } from '../datagram/node-network.js';
import { DatagramPort } from '../datagram/port.js';
import type { BindOptions, DatagramNetwork, TransportClock } from '../datagram/socket.js';
import { systemClock } from '../datagram/system-clock.js';
import { Announcer } from './announcer.js';
import { type P2pClient, P2pClientTransport } from './client.js';
import { DISCOVERY_PORT, PLAYERS_MAX } from './constants.js';
import { type P2pHost, P2pHostTransport } from './host.js';
import { decodeJoinCode, encodeJoinCode, type HostAddress, isIPv4 } from './join-code.js';

const ANY_ADDRESS = '0.0.0.0';
const LOOPBACK_ADDRESS = '127.0.0.1';
const EVERYBODY = '255.255.255.255';

/** What both ends can be told. */
export interface P2pOptions {
  /** Hash of the messages both ends must share, 32 bits. Default 0. */
  readonly schemaHash?: number;
  /** A peer silent for longer is gone, ms. Default 5000. */
  readonly timeoutMs?: number;
  /** A link on which nothing was sent for this long sends a keepalive, ms. Default 100. */
  readonly keepaliveMs?: number;
  /** Where the time is read. Default: the real clock. */
  readonly clock?: TransportClock;
  /** Where sockets come from. Default: the machine's own network. */
  readonly network?: DatagramNetwork;
  /** Makes what this end sends get lost, doubled and overtaken, by a seed. */
  readonly simulatedLoss?: SimulatedLoss;
}

/** Options of {@link hostP2p}. */
export interface HostP2pOptions extends P2pOptions {
  /** For people who look for sessions to read; up to 255 bytes of UTF-8 travel. Default: empty. */
  readonly name?: string;
  /** Most players at once, the host's own included, 2 to 235; a client more is refused. Default 8. */
  readonly playersMax?: number;
  /** Whether the session is announced on the local network. Default true. */
  readonly advertise?: boolean;
  /** IPv4 address to listen at. Default: all of this machine's. */
  readonly address?: string;
  /** Default: one that is free. */
  readonly port?: number;
  /** UDP port that the session is announced to. Default 43770. */
  readonly discoveryPort?: number;
  /** Where it is announced to. Default: everybody on the local network, and nobody when the code's address is a loopback one. */
  readonly broadcastAddress?: string;
  /** The code this host must have, as a check: a code is an address and cannot be chosen. */
  readonly code?: string;
  /** Uniform in [0, 1): what a forger has to guess. Default: the platform's secure source. */
  readonly random?: () => number;
}

/** Options of {@link joinP2p}. */
export interface JoinP2pOptions extends P2pOptions {
  /** The ten symbols the host was given. */
  readonly code: string;
  /** How long to ask before giving up with `timed-out`, ms. Default 5000. */
  readonly connectTimeoutMs?: number;
  /** Port to send from. Default: one that is free. */
  readonly localPort?: number;
}

/**
 * Hosts a session over UDP, byte-compatible with good_net_p2p; resolves when the port is bound.
 *
 * @throws SessionError `transport/bind-failed` naming the port, `transport/bad-code` when the code is not `options.code`,
 *   `session/bad-options` for an address that no code can name.
 */
export async function hostP2p(options: HostP2pOptions = {}): Promise<P2pHost> {
  const { name = '', playersMax = 8, advertise = true, address = ANY_ADDRESS, port = 0 } = options;
  const { discoveryPort = DISCOVERY_PORT, random = unguessable } = options;
  invariant(
    playersMax >= 2 && playersMax <= PLAYERS_MAX,
    `playersMax must be 2 to ${PLAYERS_MAX}, not ${playersMax}.`,
  );
  const shared = withDefaults(options);
  const known = address === ANY_ADDRESS ? (shared.network.localAddress?.() ?? LOOPBACK_ADDRESS) : address;
  if (!isIPv4(known)) {
    throw new SessionError(
      'session/bad-options',
      `A join code names an IPv4 address, and ${known} is none; host at one, such as 0.0.0.0.`,
    );
  }
  const wire = await bind(shared.network, address, port, { broadcast: advertise }, options.simulatedLoss);
  const code = encodeJoinCode({ address: known, port: wire.number });
  if (options.code !== undefined && options.code !== code) {
    await wire.close();
    throw new SessionError(
      'transport/bad-code',
      `This host's code is ${code}, not ${options.code}; a code cannot be chosen.`,
    );
  }
  const to = options.broadcastAddress ?? (known.startsWith('127.') ? undefined : EVERYBODY);
  const announcer =
    advertise && to !== undefined ? new Announcer(wire, { address: to, port: discoveryPort }) : undefined;
  return new P2pHostTransport({ ...shared, wire, random, code, name, playersMax, announcer });
}

/**
 * Joins the host a code names; resolves when a socket is bound. Whether the host lets us in comes by poll: `opened`, or `closed`
 * with `refused` or `timed-out`.
 *
 * @throws SessionError `transport/bad-code` when the code names no host, `transport/bind-failed` when no socket could be had.
 */
export async function joinP2p(options: JoinP2pOptions): Promise<P2pClient> {
  const { code, connectTimeoutMs = 5000, localPort = 0 } = options;
  const host = hostOf(code);
  const shared = withDefaults(options);
  const wire = await bind(shared.network, ANY_ADDRESS, localPort, {}, options.simulatedLoss);
  return new P2pClientTransport({ ...shared, wire, code, host, connectTimeoutMs });
}

/** In [0, 1), from the platform's secure source: 16 bits are all a packet number has. */
function unguessable(): number {
  const [value = 0] = crypto.getRandomValues(new Uint16Array(1));
  return value / 2 ** 16;
}

function withDefaults(options: P2pOptions) {
  const { timeoutMs = 5000, keepaliveMs = 100, schemaHash = 0 } = options;
  const { clock = systemClock, network = nodeNetwork } = options;
  return { timeoutMs, keepaliveMs, schemaHash: schemaHash >>> 0, clock, network };
}

function hostOf(code: string): HostAddress {
  const host = decodeJoinCode(code);
  // Port 0 is nobody's.
  if (host !== undefined && host.port !== 0) return host;
  throw new SessionError(
    'transport/bad-code',
    `${JSON.stringify(code)} is no join code: that is ten of 23456789ABCDEFGHJKMNPQRSTUVWXYZ; check its spelling.`,
  );
}

async function bind(
  network: DatagramNetwork,
  address: string,
  port: number,
  bindOptions: BindOptions,
  loss: SimulatedLoss | undefined,
): Promise<DatagramPort> {
  try {
    return new DatagramPort(await network.bind(address, port, bindOptions), loss);
  } catch (cause) {
    throw new SessionError(
      'transport/bind-failed',
      `UDP port ${port} at ${address} could not be bound (${String(cause)}); choose another or end who holds it.`,
      { cause },
    );
  }
}
