/**
 * What went wrong while something was delivered: counted, told, and never in the way of what comes next. An error of the
 * game's own code is not lost either: with nobody to tell, it is kept and thrown when the poll is done.
 */
import type { PeerId } from '../peers.js';
import type { RecordError } from '../protocol/record/result.js';

/**
 * One thing that went wrong. `malformed`: bytes that are no record, dropped, what came before them stands · `rejected`: `message`
 * came from an end that may not send it · `unhandled`: nothing handles `message` here · `threw`: a handler or listener did.
 */
export type NetworkFault =
  | { readonly kind: 'malformed'; readonly from: PeerId; readonly error: RecordError }
  | { readonly kind: 'rejected' | 'unhandled'; readonly from: PeerId; readonly message: string }
  | { readonly kind: 'threw'; readonly where: string; readonly error: unknown };

/** How often each kind of fault happened since the network was created. */
export type NetworkCounters = Readonly<Record<NetworkFault['kind'], number>>;

/** Counts faults and tells them to `onFault`. */
export class Faults {
  readonly counters = { malformed: 0, rejected: 0, unhandled: 0, threw: 0 } satisfies NetworkCounters;
  readonly #onFault: ((fault: NetworkFault) => void) | undefined;
  #untold: { readonly error: unknown } | undefined;

  constructor(onFault: ((fault: NetworkFault) => void) | undefined) {
    this.#onFault = onFault;
  }

  tell(fault: NetworkFault): void {
    this.counters[fault.kind]++;
    if (this.#onFault === undefined) {
      if (fault.kind === 'threw') this.#untold ??= fault;
      return;
    }
    try {
      this.#onFault(fault);
    } catch (error) {
      this.#untold ??= { error };
    }
  }

  /** Runs code of the game's; what it throws becomes a fault. */
  guard(where: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.tell({ kind: 'threw', where, error });
    }
  }

  /** Throws the first error that nobody was told of. */
  rethrow(): void {
    if (this.#untold === undefined) return;
    const { error } = this.#untold;
    this.#untold = undefined;
    throw error;
  }
}
