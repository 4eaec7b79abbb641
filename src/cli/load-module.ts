/** Loads a module of the user's, named on the command line by its path. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError } from './failure.js';

/**
 * What the module at `path` exports.
 *
 * @throws CliError `cli/unreadable-file` when it cannot be loaded.
 */
export async function loadModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new CliError('cli/unreadable-file', `The module ${path} cannot be loaded: ${what}`, { cause });
  }
}
