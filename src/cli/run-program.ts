/** Runs the program and turns every way it can end into an exit code (0 fine, 1 a check failed, 2 unusable input). */
import { type Command, CommanderError } from 'commander';
import { EXIT_UNUSABLE, isTellable, raiseExitCode } from './failure.js';
import { endWithReader, outJson, tell } from './terminal.js';

/** Runs `program` on `args`. Sets the exit code and lets the process end by itself, so that all output is written. */
export async function runProgram(program: Command, args: readonly string[]): Promise<void> {
  endWithReader(EXIT_UNUSABLE);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Help and version were asked for.
    if (error instanceof CommanderError && error.exitCode === 0) return;
    raiseExitCode(EXIT_UNUSABLE);
    if (error instanceof CommanderError) {
      // Commander has told it on stderr already.
      const message = error.message.replace(/^error: /, '').replace('\n', ' ');
      if (asksForJson(args)) await outJson({ error: { code: 'cli/usage', message } });
    } else if (isTellable(error)) {
      await tell({ code: error.code, message: error.message }, asksForJson(args));
    } else {
      throw error;
    }
  }
}

/** Asked of the arguments as typed: after a wrong flag nothing has been parsed. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
}
