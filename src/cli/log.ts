/** `dugout log`: looks into log files. */
import { Command } from 'commander';
import { examples } from './examples.js';
import { logCatCommand } from './log-cat.js';
import { logChartsCommand } from './log-charts.js';
import { logDiffCommand } from './log-diff.js';
import { logStatCommand } from './log-stat.js';
import { logVerifyCommand } from './log-verify.js';

export function logCommand(): Command {
  return new Command('log')
    .summary('look into a log: its steps, its facts, its charts')
    .description('Looks into the log of a session. Never changes it.')
    .addCommand(logCatCommand())
    .addCommand(logStatCommand())
    .addCommand(logVerifyCommand())
    .addCommand(logDiffCommand())
    .addCommand(logChartsCommand())
    .addHelpText(
      'after',
      examples(
        ['dugout log stat match.dugout', 'what is in it'],
        ['dugout log cat match.dugout --actor run', 'what the run did, step by step'],
        ['dugout log verify match.dugout', 'whether it is whole and replays'],
        ['dugout log diff mine.dugout yours.dugout', 'where two logs part'],
        ['dugout log charts match.dugout', 'its state charts, for Mermaid'],
      ),
    );
}
