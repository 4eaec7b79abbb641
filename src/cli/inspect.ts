/** `dugout inspect`: logged matches, or a running one, as a page. */
import { basename } from 'node:path';
import { Command, Option } from 'commander';
import type { ServedFeed } from '../inspector/feed/live-feed.js';
import { feedOfLog } from '../inspector/feed/of-log.js';
import { serveFeeds } from '../inspector/server.js';
import { connectFeeds } from '../inspector/server-remote.js';
import { openBrowser } from './browser.js';
import { examples } from './examples.js';
import { CliError } from './failure.js';
import { gameOf, gameOption } from './games.js';
import { untilInterrupted } from './interrupt.js';
import { openLog, warnOfTornTail } from './open-log.js';
import { wholeNumber } from './options.js';
import { out } from './terminal.js';

interface InspectOptions {
  readonly game?: string;
  readonly connect?: string;
  readonly port?: number;
  readonly address?: string;
  readonly secrets?: readonly string[];
  readonly open: boolean;
}

export function inspectCommand(): Command {
  return new Command('inspect')
    .summary('look at a match in a browser')
    .description(
      'Opens a page that shows the charts, the time and the messages of a logged match; of two, where they part; or of a session ' +
        'that is running with --inspect.',
    )
    .argument('[file]', 'the log')
    .argument('[file2]', 'another log, to compare with')
    .addOption(gameOption())
    .option('--connect <url>', 'follow a running session: the address that its --inspect printed')
    .addOption(
      new Option('--port <n>', 'port of the page (default: a free one)').argParser(wholeNumber(0, 65_535)),
    )
    .option(
      '--address <address>',
      'IP address to serve the page at; others need its token (default: 127.0.0.1)',
    )
    .addOption(
      new Option(
        '--secrets <names>',
        'fields and messages to leave out besides the usual ones: pin,nickname',
      ).argParser((names) => names.split(',').map((name) => name.trim())),
    )
    .option('--no-open', 'only print the address of the page')
    .addHelpText(
      'after',
      examples(
        ['dugout inspect match.dugout', 'a logged match'],
        ['dugout inspect monday.dugout tuesday.dugout', 'two, side by side'],
        ['dugout inspect --connect http://127.0.0.1:47411/', 'a running one'],
      ),
    )
    .action(inspect);
}

async function inspect(
  path: string | undefined,
  otherPath: string | undefined,
  options: InspectOptions,
): Promise<void> {
  const feeds = await feedsOf([path, otherPath].filter(isGiven), options);
  await servePage(feeds, options);
}

/** Serves the page of `feeds` until Ctrl-C. */
export async function servePage(
  feeds: readonly ServedFeed[],
  { port, address, open }: Pick<InspectOptions, 'port' | 'address' | 'open'>,
): Promise<void> {
  const server = await serveFeeds(feeds, { port, address });
  // Heard from before anybody is told of it.
  const interrupted = untilInterrupted();
  await out(`The match is at ${server.url}`);
  await out('Ctrl-C ends this.');
  if (open) openBrowser(server.url);
  await interrupted;
  await server.close();
}

async function feedsOf(
  paths: readonly string[],
  { connect, game, secrets }: InspectOptions,
): Promise<readonly ServedFeed[]> {
  if (connect === undefined) {
    if (paths.length === 0) throw new CliError('cli/usage', 'Name the log to look at, or give --connect.');
    return await Promise.all(paths.map((path) => feedOfFile(path, { game, secrets })));
  }
  if (paths.length > 0) throw new CliError('cli/usage', 'Give a log or --connect, not both.');
  if (!/^(https?|wss?):\/\/[^/]/i.test(connect) || !URL.canParse(connect))
    throw new CliError(
      'cli/usage',
      `${JSON.stringify(connect)} is no address of an inspector: give its http:// one.`,
    );
  return await connectFeeds(connect);
}

/** The feed of the log at `path`, with what its game's code can tell when that is here. */
export async function feedOfFile(
  path: string,
  {
    game,
    secrets = [],
  }: { readonly game?: string | undefined; readonly secrets?: readonly string[] | undefined } = {},
): Promise<ServedFeed> {
  const { log } = await openLog(path);
  warnOfTornTail(path, log);
  return feedOfLog(log, basename(path), await gameOf(log.header.core, game), { secrets });
}

const isGiven = (path: string | undefined): path is string => path !== undefined;
