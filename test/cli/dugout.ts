/** Runs the built command as a real process. */
import { type Finished, runNode, type StartOptions } from '../support/spawn.js';

export const MAIN = 'dist/cli/main.js';

/** Runs `dugout` with `args` to its end. */
export function dugout(args: readonly string[], options?: StartOptions): Promise<Finished> {
  return runNode([MAIN, ...args], options);
}

/** Runs `dugout` with each of `lines` of arguments, one after another in one process: starting one costs most of a run. */
export async function dugoutEach(lines: readonly (readonly string[])[]): Promise<Finished[]> {
  const stdin = lines.map((args) => JSON.stringify(args)).join('\n');
  const finished = await runNode(['test/cli/fixtures/run-each.mjs'], { stdin });
  if (finished.exitCode !== 0 || finished.stderr !== '') throw new RangeError(finished.stderr);
  return linesOf(finished.stdout).map((line) => JSON.parse(line) as Finished);
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
