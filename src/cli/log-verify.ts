/** `dugout log verify`: whether a log is whole, and whether it replays. */
import { Command } from 'commander';
import type { GameDefinition } from '../game.js';
import { type ReplayReport, verify } from '../session/replay.js';
import { digestText } from '../store/hashes.js';
import { linkTrackLength } from '../store/link-track.js';
import { sideTrackLength } from '../store/side-track.js';
import { examples } from './examples.js';
import { EXIT_CHECK_FAILED, raiseExitCode } from './failure.js';
import { gameOf, gameOption } from './games.js';
import { toCount } from './json.js';
import { batchesOf } from './log-entries.js';
import { type OpenedFile, openLog, warnOfTornTail } from './open-log.js';
import { jsonOption } from './options.js';
import { colour, out, outJson } from './terminal.js';

export function logVerifyCommand(): Command {
  return new Command('verify')
    .summary('check a log’s checksums, its chain and its replay')
    .description(
      'Checks the checksum of every record, the chain of digests and the content of every batch; then replays the log if ' +
        'this build knows its game and messages.\nA torn tail, which a crash leaves, is a warning: everything before it is whole.',
    )
    .argument('<file>', 'the log')
    .addOption(gameOption())
    .addOption(
      jsonOption('print one JSON object: verdict, digest, records, transitions, tornTail, firstDivergence'),
    )
    .addHelpText(
      'after',
      `
Verdicts: identical (whole, and replays) · intact (whole; no game here to replay it) · diverged (exit code 1).
A corrupt log has exit code 2; the error names the record.`,
    )
    .addHelpText(
      'after',
      examples(
        ['dugout log verify match.dugout', 'identical, intact or diverged'],
        ['dugout log verify match.dugout --json | jq .tornTail', 'for a script'],
      ),
    )
    .action(verifyLog);
}

async function verifyLog(
  path: string,
  options: { readonly game?: string; readonly json?: true },
): Promise<void> {
  const opened = await openLog(path);
  const { log } = opened;
  const { verdict, digest, transitions, firstDivergence } = check(
    opened,
    await gameOf(log.header.core, options.game),
  );
  const { recordCount: records, tornTail } = log;
  warnOfTornTail(path, log);
  if (firstDivergence) raiseExitCode(EXIT_CHECK_FAILED);
  const report = { verdict, digest: digestText(digest), records, transitions, tornTail, firstDivergence };
  if (options.json) return outJson(report);
  const word = colour(firstDivergence ? 'red' : 'green', verdict);
  await out(
    `${word}: ${toCount(records)} records, ${toCount(transitions)} transitions, digest ${report.digest}`,
  );
  if (firstDivergence) await out(firstDivergence.sentence);
}

type Check = Pick<ReplayReport, 'digest' | 'transitions' | 'firstDivergence'> & {
  readonly verdict: ReplayReport['verdict'] | 'intact';
};

function check({ log }: OpenedFile, game: GameDefinition | undefined): Check {
  for (const block of log.sideTrack) sideTrackLength(block);
  for (const block of log.links) linkTrackLength(block);
  let transitions = 0;
  for (const { steps } of batchesOf(log)) {
    transitions += steps.filter(({ kind }) => kind === 'transition').length;
  }
  if (game) return verify({ log, game });
  return { verdict: 'intact', digest: log.digest, transitions, firstDivergence: null };
}
