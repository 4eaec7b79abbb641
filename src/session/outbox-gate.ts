/**
 * Holds back what a frame wants sent until its batch is as durable as the store was asked to make it (RP4). Order is kept: an
 * effect never passes an earlier one whose batch is still being written.
 */
import { SessionError } from '../errors.js';

/** Frames that may wait for the store: over a minute of a session in which every frame writes. */
const WAITING_MAX = 4_096;

interface Held<T> {
  readonly effects: readonly T[];
  isDurable: boolean;
}

export class OutboxGate<T> {
  readonly #held: Held<T>[] = [];
  #failure: unknown;

  /** Adds a frame's effects; `durable` as the store's `append` returned it. */
  add(effects: readonly T[], durable: Promise<void> | undefined): void {
    if (durable === undefined && effects.length === 0) return;
    if (this.#held.length >= WAITING_MAX) {
      throw new SessionError(
        'store/backlog-full',
        `The log's store is ${WAITING_MAX} frames behind; a faster disk or a weaker durability is needed.`,
      );
    }
    const held: Held<T> = { effects, isDurable: durable === undefined };
    this.#held.push(held);
    durable?.then(
      () => {
        held.isDurable = true;
      },
      (error: unknown) => {
        this.#failure ??= error;
      },
    );
  }

  /** Notes a failure of the store that {@link release} then throws. */
  fail(error: unknown): void {
    this.#failure ??= error;
  }

  /** True when no frame waits for the store. */
  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  /** True when {@link release} would neither give nor throw anything. */
  get isIdle(): boolean {
    return this.#failure === undefined && this.#held[0]?.isDurable !== true;
  }

  /** What may leave now, in order. @throws the store's error, once a write failed. */
  release(): readonly T[] {
    if (this.#failure !== undefined) throw this.#failure;
    const released: T[] = [];
    while (this.#held[0]?.isDurable) released.push(...(this.#held.shift() as Held<T>).effects);
    return released;
  }
}
