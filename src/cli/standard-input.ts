/** Standard input, line by line: a bad line is told and the others are still done. */
import { CliError, EXIT_UNUSABLE, isTellable, raiseExitCode } from './failure.js';
import { tell } from './terminal.js';

/** The argument that stands for standard input. */
export const STDIN = '-';

/** Longest line, in characters; a message of the largest size has a quarter of it. */
const LINE_LENGTH_MAX = 1024 * 1024;

/** Does `work` for every line that is not blank; `number` counts from 1. What it throws is told and sets the exit code. */
export async function eachLine(
  json: true | undefined,
  work: (line: string, number: number) => Promise<void>,
): Promise<void> {
  let number = 0;
  for await (const line of lines(process.stdin)) {
    number++;
    if (line.trim() === '') continue;
    try {
      await work(line, number);
    } catch (error) {
      if (!isTellable(error)) throw error;
      raiseExitCode(EXIT_UNUSABLE);
      await tell({ code: error.code, message: error.message, line: number }, json);
    }
  }
}

async function* lines(input: NodeJS.ReadStream): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > LINE_LENGTH_MAX) {
      throw new CliError('cli/line-too-long', `A line may have ${LINE_LENGTH_MAX} characters.`);
    }
    yield* parts;
  }
  if (rest !== '') yield rest;
}
