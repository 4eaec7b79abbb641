/** Runs the built command as a real process. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Finished, runNode, type StartOptions } from '../support/spawn.js';

const RUN_EACH = 'test/cli/fixtures/run-each.mjs';
export const MAIN = 'dist/cli/main.js';

/** Runs `dugout` with `args` to its end. */
export function dugout(args: readonly string[], options?: StartOptions): Promise<Finished> {
  return runNode([MAIN, ...args], options);
}

/** Runs `dugout` with each of `lines` of arguments, one after another in one process: starting one costs most of a run. */
export async function dugoutEach(lines: readonly (readonly string[])[]): Promise<Finished[]> {
  const stdin = lines.map((args) => JSON.stringify(args)).join('\n');
  const finished = await runNode([RUN_EACH], { stdin });
  if (finished.exitCode !== 0 || finished.stderr !== '') throw new RangeError(finished.stderr);
  return linesOf(finished.stdout).map((line) => JSON.parse(line) as Finished);
}

/** A process that runs `dugout` again and again. */
export interface Dugout {
  /** Runs it with `args`; one run at a time. */
  run(args: readonly string[]): Promise<Finished>;
  stop(): void;
}

/** Starts a process for a file's many runs of `dugout`, as {@link dugoutEach} does for one test's. */
export function startDugout(): Dugout {
  const child = spawn(process.execPath, [RUN_EACH], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async run(args) {
      child.stdin.write(`${JSON.stringify(args)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new RangeError(`The process ended at dugout ${args.join(' ')}`);
      return JSON.parse(value) as Finished;
    },
    stop: () => child.stdin.end(),
  };
}

/** The one JSON object on a command's stdout. */
export function objectOf({ stdout }: Finished): Record<string, unknown> {
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The JSON objects on a command's stdout, one a line. */
export function objectsOf({ stdout }: Finished): Record<string, unknown>[] {
  return linesOf(stdout).map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
