/** Opens the two ends of local-udp: options and their defaults, sockets and their errors. For Node only. */
import { isIPv6 } from 'node:net';
import { invariant, SessionError } from '../../errors.js';
import type { SimulatedLoss } from '../datagram/impairment.js';
import { nodeNetwork } from '../datagram/node-network.js';
import { DatagramPort } from '../datagram/port.js';
import type { DatagramNetwork, TransportClock } from '../datagram/socket.js';
import { systemClock } from '../datagram/system-clock.js';
import { LocalUdpClient, type LocalUdpClientTransport } from './client.js';
import { type HostTransport, LocalUdpHost } from './host.js';

/** What both ends can be told. */
export interface LocalUdpOptions {
  /** A peer silent for longer is gone, ms. Default 5000. */
  readonly timeoutMs?: number;
  /**
   * A link on which nothing was sent for this long sends a Heartbeat, ms. Default 250: at 30 % loss, 1000 ended an idle link
   * every few minutes.
   */
  readonly heartbeatMs?: number;
  /** Where the time is read. Default: the real clock. */
  readonly clock?: TransportClock;
  /** Where sockets come from. Default: the machine's own network. */
  readonly network?: DatagramNetwork;
  /** Makes what this end sends get lost, doubled and overtaken, by a seed. */
  readonly simulatedLoss?: SimulatedLoss;
}

/** Options of {@link hostLocalUdp}. */
export interface HostLocalUdpOptions extends LocalUdpOptions {
  /** Default: one that is free. */
  readonly port?: number;
  /** Numeric address to listen at. Default `127.0.0.1`; `0.0.0.0` lets other machines in. */
  readonly address?: string;
  /** Most players at once, the host's own included; a client more is refused. Default and most: 256. */
  readonly playersMax?: number;
}

/** Options of {@link joinLocalUdp}. */
export interface JoinLocalUdpOptions extends LocalUdpOptions {
  /** The host's UDP port. */
  readonly port: number;
  /** The host's address or name. Default `127.0.0.1`. */
  readonly address?: string;
  /**
   * How long to ask before giving up with `timed-out`, ms. Default 10000: longer than the host's timeout, so that a game
   * restarted on the same port gets in once its old link timed out.
   */
  readonly connectTimeoutMs?: number;
  /** Port to send from. Default: one that is free. */
  readonly localPort?: number;
}

/**
 * Hosts a session over UDP in the seed's framing; resolves when the port is bound.
 *
 * @throws SessionError `transport/bind-failed` naming the port.
 */
export async function hostLocalUdp(options: HostLocalUdpOptions = {}): Promise<HostTransport> {
  const { port = 0, address = '127.0.0.1', playersMax = 256 } = options;
  invariant(playersMax >= 1 && playersMax <= 256, `playersMax must be 1 to 256, not ${playersMax}.`);
  const shared = withDefaults(options);
  const bound = await bind(shared.network, address, port, options.simulatedLoss);
  return new LocalUdpHost({ ...shared, port: bound, playersMax });
}

/**
 * Joins a host over UDP; resolves when a socket is bound. Whether the host lets us in comes by poll: `opened`, or `closed`
 * with `refused` or `timed-out`.
 *
 * @throws SessionError `transport/bind-failed` when no socket could be had or the address is unknown.
 */
export async function joinLocalUdp(options: JoinLocalUdpOptions): Promise<LocalUdpClientTransport> {
  const { port: hostPort, address = '127.0.0.1', connectTimeoutMs = 10_000, localPort = 0 } = options;
  // A socket would throw at the first send, which is in a poll.
  invariant(hostPort >= 1 && hostPort <= 65_535, `port must be 1 to 65535, not ${hostPort}.`);
  const shared = withDefaults(options);
  const hostAddress = await resolve(shared.network, address);
  const anyAddress = isIPv6(hostAddress) ? '::' : '0.0.0.0';
  const bound = await bind(shared.network, anyAddress, localPort, options.simulatedLoss);
  return new LocalUdpClient({ ...shared, port: bound, hostAddress, hostPort, connectTimeoutMs });
}

function withDefaults(options: LocalUdpOptions) {
  const { timeoutMs = 5000, heartbeatMs = 250, clock = systemClock, network = nodeNetwork } = options;
  return { timeoutMs, heartbeatMs, clock, network };
}

async function bind(network: DatagramNetwork, address: string, port: number, loss?: SimulatedLoss) {
  try {
    return new DatagramPort(await network.bind(address, port), loss);
  } catch (cause) {
    throw new SessionError(
      'transport/bind-failed',
      `UDP port ${port} at ${address} could not be bound (${String(cause)}); choose another or end who holds it.`,
      { cause },
    );
  }
}

async function resolve(network: DatagramNetwork, host: string): Promise<string> {
  try {
    return await network.resolve(host);
  } catch (cause) {
    throw new SessionError(
      'transport/bind-failed',
      `The host's address ${host} is not known (${String(cause)}); check its spelling.`,
      { cause },
    );
  }
}
