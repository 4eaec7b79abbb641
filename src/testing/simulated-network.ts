/**
 * A datagram network in memory with a clock of its own: losses, copies, delays and overtaking come from a seed, time
 * moves only by `advance`. The same seed and the same calls give the same datagrams at the same times.
 */
import { createChance } from '../transports/datagram/chance.js';
import type {
  BindOptions,
  DatagramNetwork,
  DatagramSocket,
  TransportClock,
} from '../transports/datagram/socket.js';
import type { Direction, NetworkConditions } from './transport-conformance/case.js';
import { GOOD_CONDITIONS } from './transport-conformance/conditions.js';

/** How the network treats datagrams at first: not badly at all, unless told. */
export interface SimulatedNetworkOptions extends Partial<NetworkConditions> {
  /** Default 1. */
  readonly seed?: number;
}

/** A network to give to transports over UDP as `network`, with `clock`. */
export interface SimulatedNetwork extends DatagramNetwork {
  readonly clock: TransportClock;
  readonly conditions: NetworkConditions;
  /** What is on its way already is not touched. */
  setConditions(change: Partial<NetworkConditions>): void;
  /** The host's port: what is sent to it goes `to-host`, everything else `to-clients`. */
  hostPort: number | undefined;
  /** Sockets that are bound now. */
  readonly socketCount: number;
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
const BROADCAST_ADDRESS = '255.255.255.255';

interface Flying {
  readonly dueMs: number;
  readonly bytes: Uint8Array;
  readonly fromPort: number;
  readonly toPort: number;
  /** Whether every socket of the port hears it. */
  readonly isBroadcast: boolean;
}

type Listener = (bytes: Uint8Array, address: string, port: number) => void;

interface Bound {
  readonly isShared: boolean;
  hear: Listener;
}

/** Creates an empty network at time 0. Every socket has the address 127.0.0.1; what is sent to 255.255.255.255 reaches all of a port. */
export function createSimulatedNetwork(options: SimulatedNetworkOptions = {}): SimulatedNetwork {
  const { seed = 1, ...change } = options;
  return new MemoryNetwork(seed, { ...GOOD_CONDITIONS, ...change });
}

class MemoryNetwork implements SimulatedNetwork {
  readonly clock: TransportClock = { now: () => this.#nowMs };
  readonly counters = { sent: 0, lost: 0, doubled: 0 };
  conditions: NetworkConditions;
  hostPort: number | undefined;
  readonly #chance: () => number;
  readonly #sockets = new Map<number, Bound[]>();
  /** By time due; those due together in order of sending. */
  readonly #flying: Flying[] = [];
  #nowMs = 0;
  #nextPort = FREE_PORT_FIRST;

  constructor(seed: number, conditions: NetworkConditions) {
    this.#chance = createChance(seed);
    this.conditions = conditions;
  }

  get socketCount(): number {
    let count = 0;
    for (const { length } of this.#sockets.values()) count += length;
    return count;
  }

  setConditions(change: Partial<NetworkConditions>): void {
    this.conditions = { ...this.conditions, ...change };
  }

  bind(_address: string, port: number, options: BindOptions = {}): Promise<DatagramSocket> {
    while (port === 0 && this.#sockets.has(this.#nextPort)) this.#nextPort++;
    const number = port === 0 ? this.#nextPort++ : port;
    const others = this.#sockets.get(number) ?? [];
    const isShared = options.reuse === true;
    // As a real network rejects: with an error of its own, which the transport explains.
    if (others.some((other) => !(isShared && other.isShared))) {
      return Promise.reject(new RangeError(`port ${number} is in use`));
    }
    return Promise.resolve(this.#open(number, isShared));
  }

  resolve(): Promise<string> {
    return Promise.resolve(ADDRESS);
  }

  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let next = this.#flying[0]; next !== undefined && next.dueMs <= untilMs; next = this.#flying[0]) {
      this.#flying.shift();
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      this.#arrive(next);
    }
    this.#nowMs = untilMs;
  }

  #open(port: number, isShared: boolean): DatagramSocket {
    const bound: Bound = { isShared, hear: () => {} };
    this.#sockets.set(port, [...(this.#sockets.get(port) ?? []), bound]);
    return {
      port,
      onMessage: (listener) => {
        bound.hear = listener;
      },
      send: (bytes, address, toPort) => this.#send(bytes, port, toPort, address === BROADCAST_ADDRESS),
      close: () => {
        const left = (this.#sockets.get(port) ?? []).filter((other) => other !== bound);
        if (left.length > 0) this.#sockets.set(port, left);
        else this.#sockets.delete(port);
        return Promise.resolve();
      },
    };
  }

  #send(bytes: Uint8Array, fromPort: number, toPort: number, isBroadcast: boolean): void {
    this.counters.sent++;
    const { loss, duplicate } = this.conditions;
    if (this.#isStopped(bytes.length, toPort) || this.#chance() < loss || this.#flying.length >= FLYING_MAX) {
      this.counters.lost++;
      return;
    }
    this.#launch(bytes, fromPort, toPort, isBroadcast);
    if (this.#chance() >= duplicate) return;
    this.counters.doubled++;
    this.#launch(bytes, fromPort, toPort, isBroadcast);
  }

  /** Whether no datagram of this length gets through in this direction. */
  #isStopped(length: number, toPort: number): boolean {
    const { blackOut, mtu } = this.conditions;
    const own: Direction = toPort === this.hostPort ? 'to-host' : 'to-clients';
    const isOwn = (direction: Direction | 'none') => direction === 'both' || direction === own;
    return isOwn(blackOut) || (mtu !== 'any' && length > mtu.bytes && isOwn(mtu.direction));
  }

  #launch(bytes: Uint8Array, fromPort: number, toPort: number, isBroadcast: boolean): void {
    const { reorder, delayMs, jitterMs } = this.conditions;
    const lateMs = this.#chance() < reorder ? 1 + this.#chance() * (REORDER_MS - 1) : 0;
    const dueMs = this.#nowMs + delayMs + this.#chance() * jitterMs + lateMs;
    let index = this.#flying.length;
    while (index > 0 && (this.#flying[index - 1]?.dueMs ?? 0) > dueMs) index--;
    // A copy for each arrival: the receiver owns what it gets, the sender may send its own again.
    this.#flying.splice(index, 0, { dueMs, bytes: new Uint8Array(bytes), fromPort, toPort, isBroadcast });
  }

  #arrive({ bytes, fromPort, toPort, isBroadcast }: Flying): void {
    const sockets = this.#sockets.get(toPort) ?? [];
    if (!isBroadcast) sockets[0]?.hear(bytes, ADDRESS, fromPort);
    else for (const { hear } of sockets) hear(new Uint8Array(bytes), ADDRESS, fromPort);
  }
}
