/** The games that can replay a log: those that come with the library, and one of the user's. */
import { Option } from 'commander';
import type { GameDefinition } from '../game.js';
import { KNOWN_GAMES } from '../machines/known-games.js';
import type { HeaderCore } from '../store/log-header.js';
import { CliError } from './failure.js';
import { loadModule } from './load-module.js';

/** A game of the user's own, for commands that read a log. */
export const gameOption = (): Option =>
  new Option('--game <module>', 'the game of the log: a module that exports a GameDefinition as `game`');

/**
 * The game that can replay a log: the one that the module at `path` exports, or without a path one that is known here;
 * `undefined` when that is another game, or has other bytes on the wire.
 *
 * @throws CliError `cli/usage` when the module exports no game, or that of another log; `cli/unreadable-file`.
 */
export async function gameOf(log: HeaderCore, path?: string): Promise<GameDefinition | undefined> {
  const plays = ({ id, protocol }: GameDefinition): boolean =>
    id === log.game && protocol.schemaHash === log.schemaHash;
  if (path === undefined) return KNOWN_GAMES.find(plays);
  const { game } = await loadModule(path);
  if (!isGame(game)) {
    throw new CliError('cli/usage', `${path} exports no \`game\`; see defineGame of dugout.`);
  }
  if (plays(game)) return game;
  throw new CliError(
    'cli/usage',
    `The log is of "${log.game}" with the messages ${log.schemaHash}; ${path} exports "${game.id}" with ${game.protocol.schemaHash}.`,
  );
}

function isGame(value: unknown): value is GameDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { id, protocol, host, client } = value as Partial<Record<keyof GameDefinition, unknown>>;
  return typeof id === 'string' && [protocol, host, client].every((part) => typeof part === 'object' && part);
}
