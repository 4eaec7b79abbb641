/** `dugout message decode`: bytes of the wire, in hexadecimal, as values. */
import { Command } from 'commander';
import { defaultProtocol } from '../machines/known-games.js';
import type { WireError } from '../protocol/message.js';
import { examples } from './examples.js';
import { EXIT_CHECK_FAILED, raiseExitCode } from './failure.js';
import { fromHex, toJson } from './json.js';
import { jsonOption } from './options.js';
import { eachLine, STDIN } from './standard-input.js';
import { out, outJson, tell } from './terminal.js';

interface Options {
  readonly json?: true;
}

export function messageDecodeCommand(): Command {
  return new Command('decode')
    .summary('bytes of the wire as a value')
    .description(
      'Prints the message that bytes are. Bytes that are no message are told with what is wrong and where, exit code 1.\n' +
        'With "-" every line of standard input is one message.',
    )
    .argument('<hex...>', 'the bytes, in upper or lower case, also as 0x0b 0x03; - for lines')
    .addOption(jsonOption('print one JSON object a message: id, name, value, or error'))
    .addHelpText(
      'after',
      examples(
        ['dugout message decode 0b03', 'prints 11 Welcome {"playerId":3}'],
        ['dugout message decode 0B 03 --json', 'as JSON'],
        ['dugout message decode - --json < messages.hex', 'one message a line'],
      ),
    )
    .action(decode);
}

async function decode(hex: readonly string[], options: Options): Promise<void> {
  const text = hex.join(' ');
  return text === STDIN
    ? eachLine(options.json, (line, number) => decodeOne(line, options, number))
    : decodeOne(text, options);
}

async function decodeOne(hex: string, options: Options, line?: number): Promise<void> {
  const result = defaultProtocol.decode(fromHex(hex));
  if (!result.ok) {
    raiseExitCode(EXIT_CHECK_FAILED);
    return tell({ ...errorOf(result.error), line }, options.json);
  }
  const { id, name, value } = result.decoded;
  return options.json ? outJson({ id, name, value }) : out(`${id} ${name} ${toJson(value)}`);
}

/** In the words of the command line's other errors: there `message` is the sentence. */
function errorOf({ code, sentence, message, field, atByte }: WireError) {
  return { code, message: sentence, name: message, field, atByte };
}
