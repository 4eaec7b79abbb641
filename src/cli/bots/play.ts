/** `dugout play`: a whole co-op run by bots, between processes or in this one, and its log. */
import { Command, Option } from 'commander';
import { createFileStore } from '../../store/file-store.js';
import { simulateRun } from '../../testing/bots/simulate.js';
import { examples } from '../examples.js';
import { EXIT_CHECK_FAILED } from '../failure.js';
import { counted } from '../json.js';
import { type LogPlace, placeLog } from '../log-place.js';
import { jsonOption } from '../options.js';
import { progress } from '../terminal.js';
import { type ClientProcesses, startClients } from './client-processes.js';
import { hostMatch } from './host-match.js';
import {
  inningsOption,
  outOption,
  playersOption,
  rulesOf,
  seedOption,
  speedOption,
  transportOption,
} from './play-options.js';
import { ProgressLine, tellRun } from './run-report.js';
import { SessionPage } from './session-page.js';

interface PlayOptions {
  readonly players: number;
  readonly seed: number;
  readonly innings: number;
  readonly speed: number;
  readonly out?: string;
  readonly transport: string;
  readonly inProcess?: true;
  readonly inspect?: true;
  readonly open: boolean;
  readonly json?: true;
}

/** A run of nine innings takes some two minutes of a person's time and about ten seconds of a demo's. */
const DEMO_SPEED = 20;

export function playCommand(): Command {
  return new Command('play')
    .summary('play a whole co-op run by bots and log it')
    .description(
      'Plays a whole co-op run by bots: a host and its clients, each a process of its own, meet on 127.0.0.1. The log is ' +
        'written on the way and replayed at the end.',
    )
    .addOption(playersOption())
    .addOption(seedOption())
    .addOption(inningsOption())
    .addOption(outOption())
    .addOption(speedOption(DEMO_SPEED))
    .addOption(transportOption(['loopback']))
    .addOption(
      new Option(
        '--in-process',
        'short for --transport loopback: all players in this process, as fast as it goes; the same seed gives the same log',
      ).conflicts('transport'),
    )
    .option('--inspect', 'open a page that follows the match, and stays with its log until Ctrl-C')
    .option('--no-open', 'with --inspect: only print the address of the page')
    .addOption(
      jsonOption(
        'print one JSON object: log, digest, frames, transitions, innings, outcome, teamScore, verdict',
      ),
    )
    .addHelpText(
      'after',
      examples(
        ['dugout play', 'four bots, nine innings, four processes'],
        ['dugout play --players 2 --innings 3 --out duel.dugout', 'a short one, into a file of your choice'],
        ['dugout play --in-process --seed 7 --json', 'the same digest every time'],
        ['dugout play --inspect', 'watch it in a browser'],
      ),
    )
    .action(play);
}

async function play(options: PlayOptions): Promise<void> {
  const place = await placeLog(options.out);
  const page = options.inspect && new SessionPage({ opens: options.open });
  try {
    const { view, log } = await (options.inProcess || options.transport === 'loopback'
      ? playHere(options, place)
      : playBetweenProcesses(options, place, page));
    const isFine = await tellRun(place.path, view, log, options.json === true);
    if (!isFine) process.exitCode = EXIT_CHECK_FAILED;
    await page?.stay(place.path);
  } finally {
    await page?.close();
  }
}

async function playHere({ players, seed, innings }: PlayOptions, { directory, session }: LogPlace) {
  const store = createFileStore({ directory });
  const line = new ProgressLine();
  try {
    return await simulateRun({
      players,
      seed,
      store,
      session,
      rules: rulesOf({ innings }),
      onFrame: ({ host }) => line.show(host.view, innings),
    });
  } finally {
    line.end();
    await store.close();
  }
}

async function playBetweenProcesses(options: PlayOptions, place: LogPlace, page?: SessionPage) {
  const { players, seed, innings, speed, transport } = options;
  let clients: ClientProcesses | undefined;
  try {
    return await hostMatch({
      players,
      seed,
      innings,
      speed,
      place,
      page,
      transport,
      address: '127.0.0.1',
      port: 0,
      name: undefined,
      problem: () => clients?.lost(),
      onListening: (where) => {
        progress(
          `host at ${where}, ${counted(players - 1, 'client')}, ${counted(players, 'process', 'processes')}`,
        );
        clients = startClients({ players, where, seed, innings, speed });
      },
    });
  } finally {
    await clients?.finished();
  }
}
