/**
 * A datagram network in memory with a clock of its own: losses, copies, delays and overtaking come from a seed, time
 * moves only by `advance`. The same seed and the same calls give the same datagrams at the same times.
 */
import { createChance } from '../transports/datagram/chance.js';
import type { DatagramNetwork, DatagramSocket, TransportClock } from '../transports/datagram/socket.js';

/** How the network treats datagrams; the probabilities are from 0 to 1, everything defaults to 0. */
export interface SimulatedNetworkOptions {
  readonly seed?: number;
  /** Probability that a datagram does not arrive. */
  readonly loss?: number;
  /** Probability that it arrives twice. */
  readonly duplicate?: number;
  /** Probability that it takes another 1 to 50 ms, and so is overtaken. */
  readonly reorder?: number;
  /** How long every datagram takes, ms. */
  readonly delayMs?: number;
  /** Up to how much longer one may take, ms. */
  readonly jitterMs?: number;
}

/** A network to give to `hostLocalUdp` and `joinLocalUdp` as `network`, with `clock`. */
export interface SimulatedNetwork extends DatagramNetwork {
  readonly clock: TransportClock;
  /** While true every datagram sent is lost. */
  isBlackedOut: boolean;
  /** Datagrams sent, and how many of them were lost and doubled. */
  readonly counters: { readonly sent: number; readonly lost: number; readonly doubled: number };
  /** Moves time on, ms; what falls due arrives, each at its own time. */
  advance(ms: number): void;
}

/** The longest extra delay of an overtaken datagram, ms. */
const REORDER_MS = 50;
/** First port given to a socket that asks for any. */
const FREE_PORT_FIRST = 49_152;
/** Datagrams on their way at once; more are lost, as on any network (TR7). */
const FLYING_MAX = 65_536;
const ADDRESS = '127.0.0.1';

interface Flying {
  readonly dueMs: number;
  readonly bytes: Uint8Array;
  readonly fromPort: number;
  readonly toPort: number;
}

type Listener = (bytes: Uint8Array, address: string, port: number) => void;

/** Creates an empty network at time 0. Every socket has the address 127.0.0.1. */
export function createSimulatedNetwork(options: SimulatedNetworkOptions = {}): SimulatedNetwork {
  const { seed = 1, loss = 0, duplicate = 0, reorder = 0, delayMs = 0, jitterMs = 0 } = options;
  const chance = createChance(seed);
  const listeners = new Map<number, Listener>();
  const counters = { sent: 0, lost: 0, doubled: 0 };
  /** By time due; those due together in order of sending. */
  const flying: Flying[] = [];
  let nowMs = 0;
  let nextPort = FREE_PORT_FIRST;

  const launch = (bytes: Uint8Array, fromPort: number, toPort: number) => {
    const lateMs = chance() < reorder ? 1 + chance() * (REORDER_MS - 1) : 0;
    const dueMs = nowMs + delayMs + chance() * jitterMs + lateMs;
    let index = flying.length;
    while (index > 0 && (flying[index - 1]?.dueMs ?? 0) > dueMs) index--;
    // A copy for each arrival: the receiver owns what it gets, the sender may send its own again.
    flying.splice(index, 0, { dueMs, bytes: new Uint8Array(bytes), fromPort, toPort });
  };

  const bindSocket = (port: number): DatagramSocket => {
    listeners.set(port, () => {});
    return {
      port,
      onMessage: (listener) => listeners.set(port, listener),
      send(bytes, _address, toPort) {
        counters.sent++;
        if (network.isBlackedOut || chance() < loss || flying.length >= FLYING_MAX) {
          counters.lost++;
          return;
        }
        launch(bytes, port, toPort);
        if (chance() >= duplicate) return;
        counters.doubled++;
        launch(bytes, port, toPort);
      },
      close() {
        listeners.delete(port);
        return Promise.resolve();
      },
    };
  };

  const network: SimulatedNetwork = {
    clock: { now: () => nowMs },
    isBlackedOut: false,
    counters,
    bind(_address, port) {
      while (port === 0 && listeners.has(nextPort)) nextPort++;
      const bound = port === 0 ? nextPort++ : port;
      // As a real network rejects: with an error of its own, which the transport explains.
      if (listeners.has(bound)) return Promise.reject(new RangeError(`port ${bound} is in use`));
      return Promise.resolve(bindSocket(bound));
    },
    resolve: () => Promise.resolve(ADDRESS),
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let next = flying[0]; next !== undefined && next.dueMs <= untilMs; next = flying[0]) {
        flying.shift();
        nowMs = Math.max(nowMs, next.dueMs);
        listeners.get(next.toPort)?.(next.bytes, ADDRESS, next.fromPort);
      }
      nowMs = untilMs;
    },
  };
  return network;
}
