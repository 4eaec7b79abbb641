/** What a log says about itself before anything happened. */
import type { GameDefinition, Plain, Role } from '../game.js';
import { LOG_FORMAT, type LogHeader } from '../store/log-header.js';
import { LIBRARY_VERSION } from '../version.js';
import { chartsOf, namesOf } from './chart.js';
import { calendarNow } from './loop.js';

export function createHeader(of: {
  readonly role: Role;
  readonly game: GameDefinition;
  readonly gameOptions: Plain;
  readonly seed: number;
  readonly frameRate: number;
  readonly session: string;
}): LogHeader {
  const { role, game, gameOptions, seed, frameRate, session } = of;
  const charts = chartsOf(game[role].root);
  return {
    core: {
      format: LOG_FORMAT,
      game: game.id,
      gameVersion: game.version,
      protocol: game.protocol.name,
      schemaHash: game.protocol.schemaHash,
      role,
      // −1 and 0xffffffff are the same seed.
      seed: seed | 0,
      frameRate,
      options: gameOptions,
      rules: game.rules,
      charts,
      messages: game.protocol.messages.map(({ id, name, layout }) => [id, name, layout] as const),
      names: namesOf(charts),
    },
    notes: { session, library: LIBRARY_VERSION, createdAt: calendarNow() },
  };
}
