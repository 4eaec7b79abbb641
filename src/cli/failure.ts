/** Exit codes, and the errors of the command line itself. Errors of the library are `SessionError`s and keep their codes. */
import { SessionError } from '../errors.js';

/** A check failed: a replay diverged, logs differ, bytes are no message. Fine is 0. */
export const EXIT_CHECK_FAILED = 1;
/** Wrong usage, or input that cannot be read. */
export const EXIT_UNUSABLE = 2;

/** Sets the exit code, unless something worse has set it. */
export function raiseExitCode(code: number): void {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
}

/** What a `CliError` can be about. */
export type CliErrorCode =
  | 'cli/usage'
  | 'cli/interrupted'
  | 'cli/no-match'
  | 'cli/refused'
  | 'cli/lost'
  | 'cli/no-answer'
  | 'cli/unreadable-file'
  | 'cli/bad-json'
  | 'cli/bad-hex'
  | 'cli/line-too-long';

/** Something the caller typed or piped in that cannot be used. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.code = code;
  }
}

/** The errors that are told in one line; any other is a mistake of ours and crashes with its stack. */
export function isTellable(error: unknown): error is CliError | SessionError {
  return error instanceof CliError || error instanceof SessionError;
}
