/**
 * The network under a fake Steam: packets with a length and something to do on arrival, lost, doubled, delayed and overtaken by a
 * seed. Time moves only by `advance`.
 */
import { createChance } from '../../transports/datagram/chance.js';
import type { NetworkConditions } from '../transport-conformance/case.js';
import { GOOD_CONDITIONS } from '../transport-conformance/conditions.js';

/** How much longer an overtaken packet takes at most, ms. */
const OVERTAKEN_MS = 50;
/** Packets on their way at once; more are lost, as on any network (TR7). */
const FLYING_MAX = 65_536;

interface Flying {
  readonly dueMs: number;
  readonly arrive: () => void;
}

/** See the head of this file. */
export class FakeWire {
  nowMs = 0;
  /** Packets sent, and how many of them were lost. */
  readonly counters = { sent: 0, lost: 0 };
  readonly #chance: () => number;
  #conditions: NetworkConditions;
  /** By time due; those due together in order of sending. */
  readonly #flying: Flying[] = [];

  constructor(seed: number, conditions: Partial<NetworkConditions>) {
    this.#chance = createChance(seed);
    this.#conditions = { ...GOOD_CONDITIONS, ...conditions };
  }

  setConditions(change: Partial<NetworkConditions>): void {
    this.#conditions = { ...this.#conditions, ...change };
  }

  /** Sends a packet of `length` bytes; `arrive` is called when it gets there. */
  send(length: number, direction: 'to-host' | 'to-clients', arrive: () => void): void {
    this.counters.sent++;
    const { loss, duplicate, blackOut, mtu } = this.#conditions;
    const isOwn = (other: NetworkConditions['blackOut']) => other === 'both' || other === direction;
    const isStopped = isOwn(blackOut) || (mtu !== 'any' && isOwn(mtu.direction) && length > mtu.bytes);
    if (isStopped || this.#chance() < loss || this.#flying.length >= FLYING_MAX) {
      this.counters.lost++;
      return;
    }
    this.#launch(arrive);
    if (this.#chance() < duplicate) this.#launch(arrive);
  }

  /** Moves time on; what falls due arrives, each at its own time. */
  advance(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (let next = this.#flying[0]; next !== undefined && next.dueMs <= untilMs; next = this.#flying[0]) {
      this.#flying.shift();
      this.nowMs = Math.max(this.nowMs, next.dueMs);
      next.arrive();
    }
    this.nowMs = untilMs;
  }

  #launch(arrive: () => void): void {
    const { reorder, delayMs, jitterMs } = this.#conditions;
    const lateMs = this.#chance() < reorder ? this.#chance() * OVERTAKEN_MS : 0;
    const dueMs = this.nowMs + delayMs + this.#chance() * jitterMs + lateMs;
    let index = this.#flying.length;
    while (index > 0 && (this.#flying[index - 1]?.dueMs ?? 0) > dueMs) index--;
    this.#flying.splice(index, 0, { dueMs, arrive });
  }
}
