// Checks the game without a network: plays these inputs, replays their log, compares after every one. For any test framework.
import { syncTest } from 'dugout/testing';
import { game } from './game.mjs';
import { rules } from './rules.mjs';

const take = (from, count) => ({ from, send: 'Take', value: { count } });
const report = await syncTest(
  game,
  [
    { joins: 1 },
    { joins: 2 }, // turned away: both chairs are taken
    take(0, 1),
    take(0, 1), // not its turn any more
    take(1, 4), // not that many
    take(1, 3),
    { waitMs: rules.moveMs }, // thinks too long, and loses
  ],
  { seed: 7 },
);
console.log(report.verdict, report.firstDivergence?.sentence ?? '');
for (const { index, rule } of report.refused) console.log(`input ${index} was refused: ${rule}`);
