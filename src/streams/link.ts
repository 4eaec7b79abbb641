/**
 * The round-trip probe: what to answer to a Ping, and what a Pong says about the link.
 *
 * ```
 *   Ping  [1][send time: f64 LE, seconds]      Pong  [2][the same eight bytes]
 * ```
 *
 * Pure bookkeeping: it sends nothing and reads no clock. A Pong counts only when it answers a Ping of ours that is still
 * outstanding, so a peer can neither invent a round trip nor make the table grow.
 * Source: net messages seed, messages 1 and 2.
 */
import type { PeerId } from '../peers.js';

/** The Pong that answers `ping`: the same bytes under the Pong's id. */
export function pongFor(ping: Uint8Array, pongId = 2): Uint8Array {
  const pong = ping.slice();
  pong[0] = pongId;
  return pong;
}

interface Probes {
  /** Send times of unanswered Pings, seconds, oldest first. */
  readonly outstanding: number[];
  roundTripMs: number | undefined;
}

/** Round trips of every peer, measured from Pings of this side. */
export class RoundTrips {
  readonly #byPeer = new Map<PeerId, Probes>();
  readonly #outstandingMax: number;

  /** @param outstandingMax Most unanswered Pings kept a peer; the oldest counts as lost. */
  constructor(outstandingMax = 8) {
    this.#outstandingMax = outstandingMax;
  }

  /** Notes that a Ping stamped `sendSeconds` went to `peer`. */
  sent(peer: PeerId, sendSeconds: number): void {
    const probes = this.#byPeer.get(peer) ?? { outstanding: [], roundTripMs: undefined };
    this.#byPeer.set(peer, probes);
    probes.outstanding.push(sendSeconds);
    if (probes.outstanding.length > this.#outstandingMax) probes.outstanding.shift();
  }

  /** The round trip in ms that a Pong carrying `sendSeconds` completes, or `undefined` when it answers no Ping of ours. */
  answered(peer: PeerId, sendSeconds: number, nowSeconds: number): number | undefined {
    const probes = this.#byPeer.get(peer);
    const index = probes?.outstanding.indexOf(sendSeconds) ?? -1;
    if (probes === undefined || index < 0) return undefined;
    probes.outstanding.splice(index, 1);
    probes.roundTripMs = Math.max(0, (nowSeconds - sendSeconds) * 1000);
    return probes.roundTripMs;
  }

  /** The latest measured round trip to `peer` in ms, `undefined` before the first. */
  ofPeer(peer: PeerId): number | undefined {
    return this.#byPeer.get(peer)?.roundTripMs;
  }

  /** Clears what is known of `peer`. */
  forget(peer: PeerId): void {
    this.#byPeer.delete(peer);
  }
}
