/** A host's beacon: who it is, once a second, to whoever listens in its network. It has no timer: it is asked at every flush. */
import type { SocketAddress } from '../datagram/address.js';
import type { DatagramPort } from '../datagram/port.js';
import { BEACON_MS } from './constants.js';
import { type Beacon, encodeBeacon } from './framing.js';

/** See the head of this file. */
export class Announcer {
  readonly #wire: DatagramPort;
  readonly #to: SocketAddress;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(wire: DatagramPort, to: SocketAddress) {
    this.#wire = wire;
    this.#to = to;
  }

  /** Sends `beacon` if it is time to. */
  flush(nowMs: number, beacon: Beacon): void {
    if (nowMs - this.#lastMs < BEACON_MS) return;
    this.#lastMs = nowMs;
    this.#wire.sendUnimpaired(encodeBeacon(beacon), this.#to.address, this.#to.port);
  }
}
