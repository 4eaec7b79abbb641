/** `dugout host`: hosts a session for others to join, with a bot as its own player. */
import { Command } from 'commander';
import { defaultRules } from '../../machines/home-run-derby.js';
import { examples } from '../examples.js';
import { EXIT_CHECK_FAILED } from '../failure.js';
import { counted } from '../json.js';
import { placeLog, placeToContinue } from '../log-place.js';
import { openLog } from '../open-log.js';
import { jsonOption } from '../options.js';
import { progress } from '../terminal.js';
import { hostMatch } from './host-match.js';
import {
  addressOption,
  inningsOption,
  nameOption,
  outOption,
  playersOption,
  portOption,
  seedOption,
  speedOption,
  transportOption,
} from './play-options.js';
import { tellRun } from './run-report.js';
import { inspectOption, sessionPage } from './session-page.js';

interface HostCommandOptions {
  readonly players: number;
  readonly seed: number;
  readonly innings: number;
  readonly speed: number;
  readonly transport: string;
  readonly address?: string;
  readonly port?: number;
  readonly name?: string;
  readonly out?: string;
  readonly continue?: true;
  readonly inspect?: number | true;
  readonly json?: true;
}

export function hostCommand(): Command {
  return new Command('host')
    .summary('host a session and log it')
    .description(
      'Hosts a session with a bot as its own player, says how others join, starts a run once all players are there, and logs it.',
    )
    .addOption(playersOption())
    .addOption(seedOption())
    .addOption(inningsOption())
    .addOption(transportOption())
    .addOption(addressOption())
    .addOption(portOption())
    .addOption(nameOption("the host's own player"))
    .addOption(speedOption(1))
    .addOption(outOption())
    .option('--continue', 'go on with the session whose log is in --out')
    .addOption(inspectOption())
    .addOption(
      jsonOption(
        'print one JSON object at the end: log, digest, frames, transitions, innings, outcome, teamScore, verdict',
      ),
    )
    .addHelpText(
      'after',
      examples(
        ['dugout host --players 2', 'wait for one client, then play'],
        [
          'dugout host --port 5000 --out match.dugout',
          'on a port of your choice, into a file of your choice',
        ],
        ['dugout host --out match.dugout --continue', 'after a crash: the log is replayed, then written on'],
        [
          'dugout host --inspect 47411',
          'and follow it with: dugout inspect --connect http://127.0.0.1:47411/',
        ],
      ),
    )
    .action(host);
}

async function host(options: HostCommandOptions): Promise<void> {
  const place = options.continue ? await placeToContinue(options.out) : await placeLog(options.out);
  // A session that goes on keeps its rules.
  const innings = options.continue ? await inningsOf(place.path) : options.innings;
  const page = sessionPage(options.inspect);
  try {
    const { view, log } = await hostMatch({
      ...options,
      innings,
      place,
      page,
      address: options.address,
      port: options.port,
      name: options.name,
      onListening: (where) =>
        progress(
          `hosting a run of ${counted(options.players, 'player')}; the others join with: dugout join ${where}`,
        ),
    });
    if (!(await tellRun(place.path, view, log, options.json === true))) process.exitCode = EXIT_CHECK_FAILED;
  } finally {
    await page?.close();
  }
}

/** The innings of the run in a log. */
async function inningsOf(path: string): Promise<number> {
  const { rules } = (await openLog(path)).log.header.core;
  const innings = (rules as { readonly innings?: unknown } | null)?.innings;
  return typeof innings === 'number' ? innings : defaultRules.innings;
}
