/** `dugout log diff`: where two logs part. */
import { Command } from 'commander';
import { compareLogs } from '../session/compare-logs.js';
import type { Divergence } from '../session/divergence.js';
import { digestText } from '../store/hashes.js';
import { examples } from './examples.js';
import { EXIT_CHECK_FAILED, raiseExitCode } from './failure.js';
import { toShortJson } from './json.js';
import { openLog } from './open-log.js';
import { jsonOption } from './options.js';
import { colour, out, outJson, table } from './terminal.js';

export function logDiffCommand(): Command {
  return new Command('diff')
    .summary('name the first difference of two logs')
    .description(
      'Compares two logs, headers first, and names the first difference: frame, actor, event, field and both values.\n' +
        'Exit code 0 when they record the same run, 1 when they differ. When and as what they were written, and poses, do not count.',
    )
    .argument('<a>', 'the log that is expected')
    .argument('<b>', 'the log to compare')
    .addOption(jsonOption('print one JSON object: same, digestA, digestB, firstDifference'))
    .addHelpText(
      'after',
      examples(
        ['dugout log diff monday.dugout tuesday.dugout', 'same, or the first difference'],
        ['dugout log diff a.dugout b.dugout --json | jq .firstDifference.field', 'for a script'],
      ),
    )
    .action(diff);
}

async function diff(pathA: string, pathB: string, options: { readonly json?: true }): Promise<void> {
  const a = (await openLog(pathA)).log;
  const b = (await openLog(pathB)).log;
  const firstDifference = compareLogs(a, b) ?? null;
  if (firstDifference) raiseExitCode(EXIT_CHECK_FAILED);
  const [digestA, digestB] = [digestText(a.digest), digestText(b.digest)];
  if (options.json) return outJson({ same: firstDifference === null, digestA, digestB, firstDifference });
  return out(
    firstDifference ? differenceText(firstDifference) : `${colour('green', 'same')}: digest ${digestA}`,
  );
}

function differenceText({ frame, actor, event, field, expected, actual }: Divergence): string {
  const rows = [
    ['  frame', String(frame)],
    ...(actor === '' ? [] : [['  actor', actor]]),
    ...(event === '' ? [] : [['  event', event]]),
    ['  field', field],
    ['  A has', toShortJson(expected)],
    ['  B has', toShortJson(actual)],
  ];
  return `${colour('red', 'different')}, first at\n${table(rows)}`;
}
