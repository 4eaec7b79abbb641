/** Finds the sessions that announce themselves on the local network, by listening for a while. For Node, or any network given. */
import { SessionError } from '../../errors.js';
import { nodeNetwork } from '../datagram/node-network.js';
import type { DatagramNetwork } from '../datagram/socket.js';
import type { FoundSession } from '../wire.js';
import { DISCOVERY_PORT } from './constants.js';
import { type Beacon, decodePacket } from './framing.js';
import { decodeJoinCode } from './join-code.js';

/** More than two beacons' time: a lost one hides no host. */
const LISTEN_MS = 2500;
/** Most sessions told of; anybody can announce any number (TR7). */
const FOUND_MAX = 256;

/** Options of {@link discoverP2p}. */
export interface DiscoverP2pOptions {
  /** Only sessions of this schema are told of. Default 0. */
  readonly schemaHash?: number;
  /** UDP port that hosts announce themselves to. Default 43770. */
  readonly discoveryPort?: number;
  /** How long to listen, ms. Default 2500. */
  readonly timeoutMs?: number;
  /** Ends the listening early. */
  readonly signal?: AbortSignal;
  /** Where sockets come from. Default: the machine's own network. */
  readonly network?: DatagramNetwork;
  /** Waits so many ms, or until the signal fires. Default: in real time. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Listens for hosts on the local network; resolves with what announced itself, full sessions too, each as last heard.
 *
 * @throws SessionError `transport/bind-failed` when the port cannot be listened at, `session/aborted` when `signal` fires.
 */
export async function discoverP2p(options: DiscoverP2pOptions = {}): Promise<readonly FoundSession[]> {
  const { schemaHash = 0, discoveryPort = DISCOVERY_PORT, timeoutMs = LISTEN_MS, signal } = options;
  const { network = nodeNetwork, wait = waitInRealTime } = options;
  checkNotAborted(signal);
  const found = new Map<string, FoundSession>();
  const socket = await bind(network, discoveryPort);
  socket.onMessage((bytes) => {
    const packet = decodePacket(bytes);
    if (packet?.kind !== 'beacon' || packet.schemaHash !== schemaHash) return;
    if (decodeJoinCode(packet.code) === undefined) return;
    if (found.has(packet.code) || found.size < FOUND_MAX) found.set(packet.code, sessionOf(packet));
  });
  try {
    await wait(timeoutMs, signal);
  } finally {
    await socket.close();
  }
  checkNotAborted(signal);
  return [...found.values()];
}

function sessionOf({ code, name, players, playersMax }: Beacon): FoundSession {
  return { code, name, players, playersMax, isFull: players >= playersMax };
}

async function bind(network: DatagramNetwork, port: number) {
  try {
    return await network.bind('0.0.0.0', port, { reuse: true });
  } catch (cause) {
    throw new SessionError(
      'transport/bind-failed',
      `Announcements could not be listened for at UDP port ${port} (${String(cause)}); end who holds it.`,
      { cause },
    );
  }
}

function checkNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new SessionError('session/aborted', 'The search was aborted by its caller.');
}

function waitInRealTime(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    // It may have fired while the port was being bound.
    if (signal?.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
