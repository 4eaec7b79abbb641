/** `dugout replay`: re-runs the machines on a log's inputs, or folds its recorded transitions, and says how that went. */
import { Command } from 'commander';
import type { GameDefinition } from '../game.js';
import type { Divergence } from '../session/divergence.js';
import { type FoldedActor, fold, verify } from '../session/replay.js';
import { digestText } from '../store/hashes.js';
import { buildDifferences } from './build-differences.js';
import { examples } from './examples.js';
import { EXIT_CHECK_FAILED, raiseExitCode } from './failure.js';
import { gameOf, gameOption } from './games.js';
import { toCount, toShortJson } from './json.js';
import { type OpenedFile, openLog, warnOfTornTail } from './open-log.js';
import { jsonOption, parseFrame } from './options.js';
import { colour, out, outJson, progress } from './terminal.js';

interface Options {
  readonly fold?: true;
  readonly until?: number;
  readonly game?: string;
  readonly json?: true;
}

/** The keys of `--json`; `actors` only with `--until`. */
interface Outcome {
  readonly verdict: 'identical' | 'diverged' | 'folded';
  readonly digest: string;
  readonly transitions: number;
  /** Of the replay alone, without reading the file. */
  readonly elapsedMs: number;
  readonly firstDivergence: Divergence | null;
  readonly actors?: Readonly<Record<string, FoldedActor>>;
}

export function replayCommand(): Command {
  return new Command('replay')
    .summary('replay a log and compare every step with what was recorded')
    .description(
      'Replays a log: runs the machines on its inputs and compares every byte of every frame. A log of another game or with ' +
        'other messages is folded: its states are rebuilt from the recorded transitions, without machines.',
    )
    .argument('<file>', 'the log')
    .option('--fold', 'rebuild the states from the recorded transitions, run no machine')
    .option('--until <frame>', 'stop after this frame and show the states of all actors', parseFrame)
    .addOption(gameOption())
    .addOption(
      jsonOption(
        'print one JSON object: verdict, digest, transitions, elapsedMs, firstDivergence (and actors)',
      ),
    )
    .addHelpText(
      'after',
      examples(
        ['dugout replay match.dugout', 'identical, or where it first differs (exit code 1)'],
        ['dugout replay match.dugout --until 1200', 'the states of all actors at frame 1200'],
        ['dugout replay old.dugout --fold', 'read a log that another build wrote'],
        ['dugout replay duel.dugout --game ./game.mjs', 'a log of your own game'],
        ['dugout replay match.dugout --json | jq .verdict', 'for a script'],
      ),
    )
    .action(replay);
}

async function replay(path: string, options: Options): Promise<void> {
  const opened = await openLog(path);
  warnOfTornTail(path, opened.log);
  const { core } = opened.log.header;
  const game = options.fold ? undefined : await gameOf(core, options.game);
  if (!game && !options.fold) {
    progress(`This build cannot run "${core.game}" with the messages ${core.schemaHash}: folding the log.`);
  }
  const outcome = outcomeOf(opened, game, options);
  if (outcome.verdict === 'diverged') raiseExitCode(EXIT_CHECK_FAILED);
  if (options.json) return outJson(outcome);
  await out(summary(outcome));
  if (outcome.firstDivergence && game) {
    await out(outcome.firstDivergence.sentence);
    progress(advice(buildDifferences(opened.log.header, game)));
  }
  for (const [actor, state] of Object.entries(outcome.actors ?? {})) await out(actorText(actor, state));
}

function outcomeOf({ log }: OpenedFile, game: GameDefinition | undefined, options: Options): Outcome {
  const until = options.until ?? Number.POSITIVE_INFINITY;
  const startedMs = performance.now();
  const report = game
    ? verify({ log, game, untilFrame: until })
    : { verdict: 'folded' as const, ...fold(log, until), firstDivergence: null };
  const elapsedMs = Math.round((performance.now() - startedMs) * 1000) / 1000;
  const { verdict, digest, transitions, firstDivergence } = report;
  const outcome = { verdict, digest: digestText(digest), transitions, elapsedMs, firstDivergence };
  if (options.until === undefined) return outcome;
  return { ...outcome, actors: Object.fromEntries(fold(log, until).actors) };
}

function summary({ verdict, transitions, digest, elapsedMs }: Outcome): string {
  const word = colour(verdict === 'diverged' ? 'red' : 'green', verdict);
  const time = `${elapsedMs < 10 ? elapsedMs.toFixed(1) : Math.round(elapsedMs)} ms`;
  return `${word}: ${toCount(transitions)} transitions, digest ${digest}, ${time}`;
}

function advice(differences: readonly string[]): string {
  if (differences.length === 0) {
    return 'The build has the same game, rules and charts: something that is not in the log decided.';
  }
  return `Another build wrote this log (${differences.join(', ')} differ). Read it with --fold.`;
}

function actorText(actor: string, { state, context }: FoldedActor): string {
  const fields = Object.entries(context).map(([field, value]) => `  ${field} = ${toShortJson(value)}`);
  return [`${colour('bold', actor)}: ${state}`, ...fields].join('\n');
}
