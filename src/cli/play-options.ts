/** Options that `play`, `host` and `join` share, and the checks that go with them. */
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { type DerbyRules, defaultRules } from '../machines/home-run-derby.js';
import { BOT_NAMES } from '../testing/bots/simulate.js';
import { CliError } from './failure.js';
import { wholeNumber } from './options.js';
import { WIRE_NAMES } from './wires.js';

export const playersOption = (): Option =>
  new Option('--players <n>', 'players, the host included')
    .argParser(wholeNumber(1, BOT_NAMES.length))
    .default(4);
export const seedOption = (): Option =>
  new Option('--seed <n>', '32-bit seed of all that is drawn')
    .argParser(wholeNumber(-0x80000000, 0xffffffff))
    .default(7);
export const inningsOption = (): Option =>
  new Option('--innings <n>', 'innings of the run')
    .argParser(wholeNumber(1, 255))
    .default(defaultRules.innings);
export const speedOption = (speed: number): Option =>
  new Option('--speed <n>', 'how many times faster than time a run goes')
    .argParser(wholeNumber(1, 200))
    .default(speed);
export const nameOption = (whose: string): Option =>
  new Option('--name <name>', whose).argParser((name) => {
    const bytes = Buffer.byteLength(name);
    if (name.trim() !== '' && bytes <= defaultRules.nameBytesMax) return name;
    throw new InvalidArgumentError(`A name has 1 to ${defaultRules.nameBytesMax} bytes.`);
  });
export const outOption = (): Option =>
  new Option('--out <file>', 'where the log goes (default: a new file in runs/)');
export const transportOption = (more: readonly string[] = []): Option =>
  new Option('--transport <name>', 'what the players talk over')
    .choices([...more, ...WIRE_NAMES])
    .default('local-udp');
export const addressOption = (): Option => new Option('--address <address>', 'IP address of the host');
export const portOption = (): Option =>
  new Option('--port <n>', 'port of the host').argParser(wholeNumber(0, 65_535));

export function rulesOf({ innings }: { readonly innings: number }): DerbyRules {
  return { ...defaultRules, innings };
}

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
