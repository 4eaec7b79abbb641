/** `dugout join`: joins a hosted session with a bot as the player. */
import { Command } from 'commander';
import { createHomeRunDerby } from '../../machines/home-run-derby.js';
import type { DerbyView } from '../../machines/view.js';
import { joinSession } from '../../session/client.js';
import { createDerbyBot } from '../../testing/bots/derby-bot.js';
import { botPlayer, botVersion } from '../../testing/bots/simulate.js';
import { examples } from '../examples.js';
import { CliError } from '../failure.js';
import { interruptSignal } from '../interrupt.js';
import { counted, toCount } from '../json.js';
import { jsonOption } from '../options.js';
import { out, outJson, progress } from '../terminal.js';
import { DEFAULT_PORT, joinWire, placeOf } from '../wires.js';
import { drive } from './drive.js';
import {
  addressOption,
  inningsOption,
  nameOption,
  portOption,
  rulesOf,
  seedOption,
  speedOption,
} from './play-options.js';
import { ProgressLine } from './run-report.js';
import { inspectOption, sessionPage } from './session-page.js';

interface JoinCommandOptions {
  readonly address?: string;
  readonly port?: number;
  readonly name: string;
  readonly seed: number;
  readonly innings: number;
  readonly speed: number;
  readonly quiet?: true;
  readonly inspect?: number | true;
  readonly json?: true;
}

export function joinCommand(): Command {
  return new Command('join')
    .summary('join a hosted session')
    .description(
      'Joins a hosted session with a bot as the player, and stays until the host closes it. The host says where: a join code, a ' +
        'ws:// address, or address:port.',
    )
    .argument('[where]', 'what the host said (default: 127.0.0.1:47410)')
    .addOption(addressOption())
    .addOption(portOption())
    .addOption(nameOption('your name').default(botPlayer(1).name))
    .addOption(seedOption())
    .addOption(inningsOption())
    .addOption(speedOption(1))
    .addOption(inspectOption())
    .option('--quiet', 'say nothing unless something is wrong')
    .addOption(jsonOption('print one JSON object at the end: outcome, innings, teamScore, ending'))
    .addHelpText(
      'after',
      examples(
        ['dugout join', 'the host on this machine'],
        ['dugout join A2DB93HWEM', 'by a join code'],
        ['dugout join --address 192.0.2.7 --port 5000 --name Bo', 'a host elsewhere'],
      ),
    )
    .action(join);
}

async function join(given: string | undefined, options: JoinCommandOptions): Promise<void> {
  const { name, seed, speed, innings } = options;
  const where = placeGiven(given, options);
  const rules = rulesOf(options);
  const transport = await joinWire(where);
  const interrupt = interruptSignal();
  const line = new ProgressLine();
  let isAnswered = false;
  if (!options.quiet) progress(`joining ${where}`);
  const session = await joinSession({
    game: createHomeRunDerby(rules),
    transport,
    loop: 'manual',
    options: { version: botVersion(rules), player: { ...botPlayer(1), name } },
  });
  session.notice$.subscribe(({ kind, sentence }) => {
    if (kind === 'fault') progress(sentence);
  });
  const page = sessionPage(options.inspect);
  try {
    // Not where: an address or a join code is nobody's business who looks.
    await page?.follow(session, name);
    await drive({
      session,
      speed,
      bot: createDerbyBot(session, { seed, turnOuts: rules.turnOuts }),
      signal: interrupt.signal,
      isDone: () => false,
      onTurn: () => {
        isAnswered ||= session.links.length > 0;
        if (!options.quiet) line.show(session.view, innings);
      },
    });
  } finally {
    line.end();
    await session.close();
    await page?.close();
    interrupt.release();
  }
  if (interrupt.signal.aborted) throw new CliError('cli/interrupted', 'Interrupted; the session was left.');
  if (!isAnswered && session.view.phase === 'lost')
    throw new CliError('cli/no-answer', `Nobody answered at ${where}. Is a host running there?`);
  await tellEnd(session.view, options);
}

function placeGiven(where: string | undefined, { address, port }: JoinCommandOptions): string {
  if (where === undefined) return placeOf(address ?? '127.0.0.1', port ?? DEFAULT_PORT);
  if (address === undefined && port === undefined) return where;
  throw new CliError('cli/usage', `${where} says where the host is: leave --address and --port out.`);
}

/** A client that saw a run to its end is content with a host that closes; one that never played is not. */
async function tellEnd(view: DerbyView, { quiet, json }: JoinCommandOptions): Promise<void> {
  if (view.phase === 'refused') throw new CliError('cli/refused', `The host refused: ${view.ending}`);
  if (view.lastRun === null)
    throw new CliError('cli/lost', view.ending || 'The session ended before a run did.');
  const { outcome, teamScore, innings } = view.lastRun;
  if (json) await outJson({ outcome, innings: innings.length, teamScore, ending: view.ending });
  else if (!quiet) {
    if (view.ending !== '') progress(view.ending);
    await out(
      `The run is ${outcome} with ${toCount(teamScore)} points after ${counted(innings.length, 'inning')}.`,
    );
  }
}
