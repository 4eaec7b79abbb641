/** The games this command line knows: the only file of it that names one. */
import type { GameDefinition } from '../game.js';
import { homeRunDerby } from '../machines/home-run-derby.js';
import { homeRunDerbyProtocol } from '../protocol/home-run-derby.js';
import type { HeaderCore } from '../store/log-header.js';

const GAMES: readonly GameDefinition[] = [homeRunDerby];

/** The protocol of `dugout message`. */
export const messageProtocol = homeRunDerbyProtocol;

/** The game that can replay a log, or `undefined`: another game, or other bytes on the wire. */
export function gameOf({ game, schemaHash }: HeaderCore): GameDefinition | undefined {
  return GAMES.find(({ id, protocol }) => id === game && protocol.schemaHash === schemaHash);
}
