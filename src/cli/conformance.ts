/** `dugout conformance`: puts a transport through the conformance suite. */
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  type ConformanceMode,
  type ConformanceTarget,
  conformancePlan,
  type PlannedCase,
  runConformanceCase,
  transportConformance,
} from '../testing/transport-conformance.js';
import { examples } from './examples.js';
import { CliError, EXIT_CHECK_FAILED, raiseExitCode } from './failure.js';
import { counted } from './json.js';
import { jsonOption } from './options.js';
import { colour, out, outJson } from './terminal.js';

const MODES: readonly ConformanceMode[] = ['plain', 'second', 'impaired'];
const SEEDS = [1, 2, 3];

interface Options {
  readonly mode?: ConformanceMode;
  readonly case?: string;
  readonly seed?: number;
  readonly json?: true;
}

export function conformanceCommand(): Command {
  return new Command('conformance')
    .summary('put a transport through the conformance suite')
    .description(
      'Runs every rule of the transport contract as a case: plain, as the second connection of a host, and on a network that\n' +
        'loses, doubles, overtakes and delays, by a seed. What a wire cannot do is printed with the reason.',
    )
    .argument('<transport>', 'a transport of this library, or the path of a module that exports a `target`')
    .addOption(new Option('--mode <mode>', 'run in this mode only').choices(MODES))
    .option('--case <id>', 'run this case only, such as TR4/burst, or all of a rule, such as TR4')
    .option('--seed <number>', 'run with this seed only; default 1, impaired 1, 2 and 3', parseSeed)
    .addOption(jsonOption('print one JSON object a case: id, title, verdict, runs, failures, reasons'))
    .addHelpText('after', '\nExit code: 0 every case that applies passed, 1 one failed.')
    .addHelpText(
      'after',
      examples(
        ['dugout conformance local-udp', 'every case in every mode'],
        ['dugout conformance ./my-transport.js', 'a transport of your own'],
        ['dugout conformance p2p --case TR4/burst --mode impaired --seed 2', 'one failing run again'],
        ['dugout conformance websocket --json | jq -r .reasons[]', 'what a wire cannot do'],
      ),
    )
    .action(runSuite);
}

/** What became of a case. */
interface Outcome {
  readonly id: string;
  readonly title?: string;
  readonly verdict: 'passed' | 'failed' | 'inapplicable';
  readonly runs: number;
  readonly failures: readonly {
    readonly mode: ConformanceMode;
    readonly seed: number;
    readonly message: string;
  }[];
  readonly reasons: readonly string[];
}

async function runSuite(transport: string, options: Options): Promise<void> {
  // Loaded here: no other command needs every transport.
  const { conformanceTarget } = await import('./conformance-target.js');
  const target = await conformanceTarget(transport);
  const isChosen = chosenBy(options.case);
  const { runs, inapplicable } = conformancePlan(target, options.seed === undefined ? SEEDS : [options.seed]);
  const counts = { passed: 0, failed: 0, inapplicable: 0, runs: 0 };
  const tell = async (outcome: Outcome) => {
    counts[outcome.verdict]++;
    counts.runs += outcome.runs;
    await (options.json ? outJson(outcome) : tellOutcome(outcome, transport));
  };
  for (const { id, reasons } of inapplicable) {
    if (isChosen(id)) await tell({ id, verdict: 'inapplicable', runs: 0, failures: [], reasons });
  }
  const chosen = runs.filter(({ case: { id }, mode }) => isChosen(id) && mode === (options.mode ?? mode));
  for (const own of byCase(chosen)) await tell(await outcomeOf(target, own));
  if (counts.failed > 0) raiseExitCode(EXIT_CHECK_FAILED);
  if (options.json) return;
  await out(
    `${target.name}: ${counted(counts.passed, 'case')} passed, ${counts.failed} failed, in ${counted(counts.runs, 'run')}; ` +
      `${counts.inapplicable} not applicable`,
  );
}

/** Whether a case is one of those asked for. */
function chosenBy(wanted: string | undefined): (id: string) => boolean {
  if (wanted === undefined) return () => true;
  const isChosen = (id: string) => id === wanted || id.startsWith(`${wanted}/`);
  if (transportConformance.some(({ id }) => isChosen(id))) return isChosen;
  const ids = transportConformance.map(({ id }) => id).join(', ');
  throw new CliError('cli/usage', `There is no case ${wanted}. Known are ${ids}.`);
}

function byCase(runs: readonly PlannedCase[]): PlannedCase[][] {
  const cases = new Map<string, PlannedCase[]>();
  for (const run of runs) cases.set(run.case.id, [...(cases.get(run.case.id) ?? []), run]);
  return [...cases.values()];
}

/** Runs one case in all its modes and with all its seeds. */
async function outcomeOf(target: ConformanceTarget, runs: readonly PlannedCase[]): Promise<Outcome> {
  const failures = [];
  for (const { case: item, mode, seed } of runs) {
    try {
      await runConformanceCase(target, item, mode, seed);
    } catch (error) {
      failures.push({ mode, seed, message: error instanceof Error ? error.message : String(error) });
    }
  }
  const { id = '', title = '' } = runs[0]?.case ?? {};
  const verdict = failures.length > 0 ? 'failed' : 'passed';
  return { id, title, verdict, runs: runs.length, failures, reasons: [] };
}

async function tellOutcome(outcome: Outcome, transport: string): Promise<void> {
  const { id, title, verdict, failures, reasons } = outcome;
  if (verdict === 'inapplicable') return out(`${colour('yellow', 'n/a   ')} ${id}: ${reasons.join(' ')}`);
  if (verdict === 'passed') return out(`${colour('green', 'passed')} ${id}: ${title}`);
  await out(`${colour('red', 'failed')} ${id}: ${title}`);
  for (const { mode, seed, message } of failures) {
    await out(`       ${message}`);
    await out(`       again: dugout conformance ${transport} --case ${id} --mode ${mode} --seed ${seed}`);
  }
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed < 2 ** 32) return seed;
  throw new InvalidArgumentError('A seed is a whole number from 0 to 4294967295.');
}
