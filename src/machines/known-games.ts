/** The games that come with the library: what the command line can run, replay and speak without being given a module. */
import type { GameDefinition } from '../game.js';
import { homeRunDerbyProtocol } from '../protocol/home-run-derby.js';
import { homeRunDerby } from './home-run-derby.js';

/** To add one, add it here. */
export const KNOWN_GAMES: readonly GameDefinition[] = [homeRunDerby];

/** The messages that are meant where neither a log nor an option says which game's. */
export const defaultProtocol = homeRunDerbyProtocol;
