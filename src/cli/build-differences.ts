/** Why a log may replay differently here: what its header says of the build that wrote it, against this one. */
import { isDeepStrictEqual } from 'node:util';
import type { GameDefinition } from '../game.js';
import { chartsOf } from '../session/chart.js';
import type { LogHeader } from '../store/log-header.js';

/** What decides a replay and differs, in words; empty when the builds should agree. */
export function buildDifferences({ core }: LogHeader, definition: GameDefinition): string[] {
  // A replay takes the rules' numbers from the log; formulas can still differ.
  const game = definition.byRules?.(core.rules) ?? definition;
  const parts: readonly (readonly [name: string, written: unknown, here: unknown])[] = [
    ['game version', core.gameVersion, game.version],
    ['rules', core.rules, game.rules],
    ['charts', core.charts, chartsOf(game[core.role].root)],
  ];
  return parts.filter(([, written, here]) => !isDeepStrictEqual(written, here)).map(([name]) => name);
}
