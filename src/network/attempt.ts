/** One try to host or join: settles once, by success, failure, or because it was given up. */
import { SessionError } from '../errors.js';
import type { WireEnd } from '../transports/wire.js';
import type { NetworkSession } from './session.js';

/** A try, as a network keeps it until it is decided. */
export class Attempt {
  readonly outcome: Promise<NetworkSession>;
  /** What it joins by: polled as soon as it is there. */
  end: WireEnd | undefined;
  readonly #settle: { succeed(session: NetworkSession): void; fail(error: unknown): void };
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort: () => void;

  /** `giveUp` is called when `signal` fires before it is decided. */
  constructor(signal: AbortSignal | undefined, giveUp: (attempt: Attempt, error: SessionError) => void) {
    const settle = { succeed(_: NetworkSession): void {}, fail(_: unknown): void {} };
    this.outcome = new Promise((succeed, fail) => {
      settle.succeed = succeed;
      settle.fail = fail;
    });
    this.#settle = settle;
    this.#signal = signal;
    this.#onAbort = () => giveUp(this, aborted('by its caller'));
    signal?.addEventListener('abort', this.#onAbort);
  }

  succeed(session: NetworkSession): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#settle.succeed(session);
  }

  fail(error: unknown): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#settle.fail(error);
  }
}

/** The error of a try that was given up. */
export function aborted(why: string): SessionError {
  return new SessionError('session/aborted', `The attempt to get into a session was aborted ${why}.`);
}
