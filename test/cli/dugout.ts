/** Runs the built command as a real process. */
import { type Finished, runNode, type StartOptions } from '../support/spawn.js';

export const MAIN = 'dist/cli/main.js';

/** Runs `dugout` with `args` to its end. */
export function dugout(args: readonly string[], options?: StartOptions): Promise<Finished> {
  return runNode([MAIN, ...args], options);
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
