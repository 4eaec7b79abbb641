/** `dugout message encode`: values as the bytes of the wire, in hexadecimal. */
import { Command } from 'commander';
import { defaultProtocol } from '../machines/known-games.js';
import { examples } from './examples.js';
import { CliError } from './failure.js';
import { toHex } from './json.js';
import { jsonOption } from './options.js';
import { eachLine, STDIN } from './standard-input.js';
import { out, outJson } from './terminal.js';

interface Options {
  readonly json?: true;
}

export function messageEncodeCommand(): Command {
  return new Command('encode')
    .summary('a value as the bytes of the wire')
    .description(
      'Prints the bytes of a message in hexadecimal. Fields are in camelCase, vectors are [x, y] or [x, y, z].\n' +
        'With "NAME -" every line of standard input is one JSON value, with "-" it is "NAME JSON".',
    )
    .argument('<name>', 'the message, such as Welcome; - for lines "NAME JSON"')
    .argument('[json]', 'its value; - for lines of values')
    .addOption(jsonOption('print one JSON object a message: id, name, bytes, hex'))
    .addHelpText(
      'after',
      examples(
        [`dugout message encode Welcome '{"playerId":3}'`, 'prints 0b03'],
        [`dugout message encode Leave '{}' --json`, 'with id and size'],
        ['dugout message encode Ping - < pings.jsonl', 'one value a line'],
        ['dugout message encode - < messages.txt', 'one "NAME JSON" a line'],
      ),
    )
    .action(encode);
}

async function encode(name: string, json: string | undefined, options: Options): Promise<void> {
  if (name === STDIN && json === undefined) {
    return eachLine(options.json, (line) => {
      const [, lineName = '', lineJson] = /^\s*(\S+)\s*(.*)$/.exec(line) ?? [];
      return encodeOne(lineName, lineJson, options);
    });
  }
  if (json === STDIN) return eachLine(options.json, (line) => encodeOne(name, line, options));
  return encodeOne(name, json, options);
}

function encodeOne(name: string, json: string | undefined, options: Options): Promise<void> {
  const bytes = defaultProtocol.encode(name as never, parse(name, json) as never);
  const hex = toHex(bytes);
  return options.json ? outJson({ id: bytes[0], name, bytes: bytes.length, hex }) : out(hex);
}

function parse(name: string, json: string | undefined): unknown {
  if (!json) throw new CliError('cli/usage', `Give the value of ${name} as JSON, such as '{}'.`);
  try {
    return JSON.parse(json);
  } catch (cause) {
    const fault = cause instanceof SyntaxError ? cause.message.replace(/\s+/g, ' ') : String(cause);
    throw new CliError('cli/bad-json', `The value of ${name} is no JSON: ${fault}.`, { cause });
  }
}
