/** `dugout message table`: every declared message. */
import { Command } from 'commander';
import { defaultProtocol } from '../machines/known-games.js';
import { messageTable } from '../protocol/table.js';
import { examples } from './examples.js';
import { jsonOption } from './options.js';
import { out, outJson } from './terminal.js';

export function messageTableCommand(): Command {
  return new Command('table')
    .summary('list all messages')
    .description('Prints the table of messages in Markdown.')
    .addOption(jsonOption('print one JSON object: protocol, schemaHash, messages'))
    .addHelpText(
      'after',
      examples(
        ['dugout message table', 'ids, names, who sends, delivery, bytes, fields'],
        [`dugout message table --json | jq '.messages[] | select(.relay).name'`, 'what the host relays'],
      ),
    )
    .action(table);
}

function table(options: { readonly json?: true }): Promise<void> {
  const { name: protocol, schemaHash, messages } = defaultProtocol;
  if (!options.json) return out(messageTable(messages));
  return outJson({ protocol, schemaHash, messages: messages.map(({ fields: _, ...message }) => message) });
}
