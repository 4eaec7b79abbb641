/** `dugout discover`: lists the sessions that announce themselves in the local network. */
import { Command } from 'commander';
import { defaultProtocol } from '../machines/known-games.js';
import { discoverP2p, type FoundSession } from '../transports/p2p/index.js';
import { examples } from './examples.js';
import { interruptSignal } from './interrupt.js';
import { jsonOption, wholeNumber } from './options.js';
import { out, outJson, printable, progress, table } from './terminal.js';

interface DiscoverOptions {
  readonly wait: number;
  readonly json?: true;
}

export function discoverCommand(): Command {
  return new Command('discover')
    .summary('list the sessions hosted in the local network')
    .description(
      'Lists the sessions that are hosted with --transport p2p in the same network and play the same game. Each announces itself once a second.',
    )
    .option('--wait <ms>', 'how long to listen', wholeNumber(100, 60_000), 2500)
    .addOption(
      jsonOption('print one JSON object: sessions, each with code, name, players, playersMax, isFull'),
    )
    .addHelpText(
      'after',
      examples(
        ['dugout discover', 'who hosts nearby'],
        ['dugout join A2DB93HWEM', 'then join one by its code'],
      ),
    )
    .action(discover);
}

async function discover({ wait, json }: DiscoverOptions): Promise<void> {
  const interrupt = interruptSignal();
  const sessions = await discoverP2p({
    schemaHash: defaultProtocol.schemaHash32,
    timeoutMs: wait,
    signal: interrupt.signal,
  });
  interrupt.release();
  if (json) await outJson({ sessions });
  else if (sessions.length > 0) await out(table([['code', 'players', 'name'], ...sessions.map(rowOf)]));
  else progress('No session announced itself. A host does so with: dugout host --transport p2p');
}

function rowOf({ code, players, playersMax, isFull, name }: FoundSession): string[] {
  return [code, `${players}/${playersMax}${isFull ? ' full' : ''}`, printable(name)];
}
