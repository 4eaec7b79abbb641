/**
 * How much of a log one remote peer may fill: every message that reaches the kernel is logged, also one that is refused. A peer
 * may send as fast as play needs and burst now and then; one that goes on beyond that is let go.
 */
import type { PeerId } from '../peers.js';

/** Messages a peer may send at once, and how many frames earn it another: play needs some five a second. */
const BURST = 256;
const FRAMES_PER_MESSAGE = 4;

export class InputBudget {
  readonly #spent = new Map<PeerId, { count: number; frame: number }>();

  /** Counts one message of `peer`; false when it has none left. */
  take(peer: PeerId, frame: number): boolean {
    const spent = this.#spent.get(peer) ?? { count: 0, frame };
    this.#spent.set(peer, spent);
    const earned = Math.floor((frame - spent.frame) / FRAMES_PER_MESSAGE);
    spent.count = Math.max(0, spent.count - earned);
    spent.frame += earned * FRAMES_PER_MESSAGE;
    if (spent.count >= BURST) return false;
    spent.count++;
    return true;
  }

  /** Starts anew for whoever gets the id next. */
  forget(peer: PeerId): void {
    this.#spent.delete(peer);
  }
}
