/** `dugout message`: the declared messages as bytes, as values and as a table. */
import { Command } from 'commander';
import { defaultProtocol } from '../machines/known-games.js';
import { examples } from './examples.js';
import { messageDecodeCommand } from './message-decode.js';
import { messageEncodeCommand } from './message-encode.js';
import { messageTableCommand } from './message-table.js';

export function messageCommand(): Command {
  return new Command('message')
    .summary('encode, decode and list the messages of the wire')
    .description(`Encodes and decodes messages of ${defaultProtocol.name}, and lists them.`)
    .addCommand(messageEncodeCommand())
    .addCommand(messageDecodeCommand())
    .addCommand(messageTableCommand())
    .addHelpText(
      'after',
      examples(
        [`dugout message encode Welcome '{"playerId":3}'`, 'a value as bytes'],
        ['dugout message decode 0b03', 'bytes as a value'],
        ['dugout message table', 'all messages'],
      ),
    );
}
