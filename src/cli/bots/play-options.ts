/** Options that `play`, `host` and `join` share. */
import { InvalidArgumentError, Option } from 'commander';
import { type DerbyRules, defaultRules } from '../../machines/home-run-derby.js';
import { BOT_NAMES } from '../../testing/bots/simulate.js';
import { wholeNumber } from '../options.js';
import { WIRE_NAMES } from '../wires.js';

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
