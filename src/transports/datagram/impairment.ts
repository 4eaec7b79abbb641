/**
 * A bad network as an option: what a socket sends is lost, sent twice or overtaken, by a seed. It has no timer: an overtaken
 * datagram waits for the next one to leave, so one that nothing follows counts as lost.
 */
import { createChance } from './chance.js';

/** How bad; each a probability from 0 to 1, default 0. */
export interface SimulatedLoss {
  readonly seed: number;
  /** A datagram does not arrive. */
  readonly loss?: number;
  /** A datagram arrives twice. */
  readonly duplicate?: number;
  /** A datagram arrives after the one sent next. */
  readonly reorder?: number;
}

/** One socket's bad luck. */
export class Impairment {
  readonly #probabilities: SimulatedLoss;
  readonly #chance: () => number;
  #overtaken: (() => void) | undefined;

  constructor(probabilities: SimulatedLoss) {
    this.#probabilities = probabilities;
    this.#chance = createChance(probabilities.seed);
  }

  /** Calls `transmit`, which sends one datagram, as often and as late as this network has it. */
  pass(transmit: () => void): void {
    const { loss = 0, duplicate = 0, reorder = 0 } = this.#probabilities;
    // Three draws for every datagram, so that changing one probability leaves the others' draws as they are.
    const [isLost, isTwice, isLate] = [
      this.#chance() < loss,
      this.#chance() < duplicate,
      this.#chance() < reorder,
    ];
    if (isLost) return;
    const transmitAll = () => {
      transmit();
      if (isTwice) transmit();
    };
    if (isLate && this.#overtaken === undefined) {
      this.#overtaken = transmitAll;
      return;
    }
    transmitAll();
    this.#overtaken?.();
    this.#overtaken = undefined;
  }
}
