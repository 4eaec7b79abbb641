/** Where a command writes a log: a new file, or one to go on with. */
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError } from './failure.js';

/** A log that is about to be written: its path, and the same as a store's directory and session name. */
export interface LogPlace {
  readonly path: string;
  readonly directory: string;
  readonly session: string;
}

/** The log of a session to go on with, which must be there. */
export async function placeToContinue(out: string | undefined): Promise<LogPlace> {
  if (out === undefined)
    throw new CliError('cli/usage', '--continue goes on with the log named by --out: give both.');
  const path = resolve(out);
  if (!(await exists(path)))
    throw new CliError('cli/unreadable-file', `There is no log at ${path} to continue.`);
  return { path, directory: dirname(path), session: basename(path) };
}

/** Where a new log goes; its folder is made. A file that is there is never written over. */
export async function placeLog(out: string | undefined): Promise<LogPlace> {
  const path = resolve(
    out ?? join('runs', `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.dugout`),
  );
  if (await exists(path)) throw new CliError('cli/usage', `${path} exists already; choose another name.`);
  const directory = dirname(path);
  try {
    await mkdir(directory, { recursive: true });
  } catch (cause) {
    const sentence = `The folder ${directory} cannot be made: ${(cause as Error).message}`;
    throw new CliError('cli/unreadable-file', sentence, { cause });
  }
  return { path, directory, session: basename(path) };
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new CliError('cli/unreadable-file', `${path} cannot be used: ${(cause as Error).message}`, {
      cause,
    });
  }
}
