/**
 * The one error class of the library, its closed set of codes, and the assertion for programmer errors.
 *
 * Three kinds of trouble, three forms: bad bytes from outside are returned as data (see `WireError`), a refusal the
 * caller can act on is a `SessionError`, a programmer error is an `InvariantError` that is never caught by us.
 */

/** Every code a `SessionError` can carry, `area/what-happened`. Removing one is a breaking change. */
export type SessionErrorCode =
  | 'session/lost'
  | 'session/closed'
  | 'session/aborted'
  | 'session/bad-options'
  | 'session/busy'
  | 'session/refused'
  | 'session/unreachable'
  | 'machine/failed'
  | 'machine/not-plain'
  | 'machine/impure'
  | 'machine/unnamed-actor'
  | 'machine/unrecorded-actor'
  | 'wire/unknown-message'
  | 'wire/bad-value'
  | 'transport/too-large'
  | 'transport/backlog-full'
  | 'transport/bind-failed'
  | 'transport/bad-code'
  | 'transport/closed'
  | 'store/conflict'
  | 'store/corrupt-record'
  | 'store/corrupt-batch'
  | 'store/unknown-session'
  | 'store/bad-name'
  | 'store/closed'
  | 'store/write-failed'
  | 'store/backlog-full'
  | 'store/not-a-log'
  | 'store/unsupported-format'
  | 'replay/diverged'
  | 'replay/unknown-game'
  | 'inspector/unreadable-feed'
  | 'inspector/not-served';

/** A refusal the caller can act on: `code` to branch on, a sentence (expected, found, what to do) to read. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: SessionErrorCode;

  constructor(code: SessionErrorCode, sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.code = code;
  }
}

/** A mistake in the program that called us (or in us). Thrown, never caught here. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws {@link InvariantError} with `sentence` unless `condition` holds. */
export function invariant(condition: unknown, sentence: string | (() => string)): asserts condition {
  if (!condition) throw new InvariantError(typeof sentence === 'string' ? sentence : sentence());
}
