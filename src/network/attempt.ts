/** One try to host or join: settles once, by success, by failure, or because it was given up. */
import { SessionError } from '../errors.js';
import type { WireEnd } from '../transports/wire.js';
import type { NetworkSession } from './session.js';

/** What settles a try, and what gives it up. */
export interface AttemptSettings {
  succeed(session: NetworkSession): void;
  fail(error: unknown): void;
  readonly signal: AbortSignal | undefined;
  /** Called when `signal` fires before the try is decided. */
  giveUp(error: SessionError): void;
}

/** A try, as a network keeps it until it is decided. */
export class Attempt {
  /** What it joins by: polled as soon as it is there. */
  end: WireEnd | undefined;
  readonly #settings: AttemptSettings;
  readonly #onAbort: () => void;

  constructor(settings: AttemptSettings) {
    this.#settings = settings;
    this.#onAbort = () => settings.giveUp(aborted('by its caller'));
    settings.signal?.addEventListener('abort', this.#onAbort);
  }

  succeed(session: NetworkSession): void {
    this.#settings.signal?.removeEventListener('abort', this.#onAbort);
    this.#settings.succeed(session);
  }

  fail(error: unknown): void {
    this.#settings.signal?.removeEventListener('abort', this.#onAbort);
    this.#settings.fail(error);
  }
}

/** The error of a try that was given up. */
export function aborted(why: string): SessionError {
  return new SessionError('session/aborted', `The attempt to get into a session was aborted ${why}.`);
}
