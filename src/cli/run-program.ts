/** Runs the program and turns every way it can end into an exit code (0 fine, 1 a check failed, 2 unusable input). */
import { type Command, CommanderError } from 'commander';
import { EXIT_UNUSABLE, isTellable } from './failure.js';
import { endQuietlyWithReader, outJson, progress } from './terminal.js';

/** Runs `program` on `args`. Sets the exit code and lets the process end by itself, so that all output is written. */
export async function runProgram(program: Command, args: readonly string[]): Promise<void> {
  endQuietlyWithReader();
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version were asked for; everything else commander has told on stderr already.
      if (error.exitCode === 0) return;
      process.exitCode = EXIT_UNUSABLE;
      if (asksForJson(args)) await outJson(errorObject('cli/usage', error.message.replace(/^error: /, '')));
      return;
    }
    if (!isTellable(error)) throw error;
    process.exitCode = EXIT_UNUSABLE;
    progress(`dugout: ${error.message} (${error.code})`);
    if (asksForJson(args)) await outJson(errorObject(error.code, error.message));
  }
}

const errorObject = (code: string, message: string) => ({ error: { code, message } });

/** Asked of the arguments as typed: after a wrong flag nothing has been parsed. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
}
