/** `dugout inspect`: a logged match as a page. */
import { basename } from 'node:path';
import { Command } from 'commander';
import { feedOfLog } from '../inspector/feed/of-log.js';
import { serveFeeds } from '../inspector/server.js';
import { examples } from './examples.js';
import { gameOf, gameOption } from './games.js';
import { openLog } from './open-log.js';
import { out } from './terminal.js';

export function inspectCommand(): Command {
  return new Command('inspect')
    .summary('look at a logged match in a browser')
    .description('Serves a page that shows the charts, the time and the messages of a logged match.')
    .argument('<file>', 'the log')
    .addOption(gameOption())
    .addHelpText('after', examples(['dugout inspect match.dugout', 'prints the address of the page']))
    .action(inspect);
}

async function inspect(path: string, { game }: { readonly game?: string }): Promise<void> {
  const { log } = await openLog(path);
  const feed = feedOfLog(log, basename(path), await gameOf(log.header.core, game));
  const { url } = await serveFeeds([feed]);
  await out(`The match is at ${url} (Ctrl-C ends it).`);
}
