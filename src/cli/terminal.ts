/**
 * The only file that writes to the terminal: data to stdout, everything else to stderr. Colours stdout only when a person reads
 * it; waits for a slow reader; ends quietly when the reader of a pipe has gone.
 */
import { once } from 'node:events';
import { styleText } from 'node:util';
import { toJson } from './json.js';

/** Writes lines of data; resolves when there is room for more. */
export async function out(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

/** Writes one value as one line of JSON. */
export function outJson(value: unknown): Promise<void> {
  return out(toJson(value));
}

/** `text` without control characters: names and sentences come from anybody, and must not steer the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}

const CLEAR_LINE = '\r\u001b[2K';

/** Writes a line for people: progress, warnings, errors. On a terminal it takes the place of the status. */
export function progress(text: string): void {
  process.stderr.write(
    `${process.stderr.isTTY ? CLEAR_LINE : ''}${text.split('\n').map(printable).join('\n')}\n`,
  );
}

/** Rewrites the last line of a terminal's stderr, cut to its width; an empty text clears it. */
export function status(line: string): void {
  const text = printable(line);
  const { columns = 80 } = process.stderr;
  // A line that fills the last column wraps, and could not be rewritten.
  const isCut = columns > 0 && text.length >= columns;
  process.stderr.write(`${CLEAR_LINE}${isCut ? `${text.slice(0, Math.max(0, columns - 2))}…` : text}`);
}

/** An error as it is told; what it has beside code and sentence is told in JSON only. */
export interface Told {
  readonly code: string;
  readonly message: string;
  readonly [detail: string]: unknown;
}

/** Tells an error in one line on stderr, with `json` also as one object on stdout. */
export async function tell(error: Told, json = false): Promise<void> {
  const where = error.line === undefined ? '' : `line ${error.line}: `;
  progress(`dugout: ${where}${error.message} (${error.code})`);
  if (json) await outJson({ error });
}

/**
 * `| head` closes our output: there is nobody left to write for, and nothing wrong. Output that fails otherwise, as on a full disk,
 * is told and ends the process with `exitCode`.
 */
export function endWithReader(exitCode: number): void {
  const end = (error: NodeJS.ErrnoException): void => {
    if (error.code === 'EPIPE') process.exit(0);
    progress(`dugout: The output cannot be written: ${error.message}. (cli/unwritable-output)`);
    process.exit(exitCode);
  };
  process.stdout.on('error', end);
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === 'EPIPE' ? 0 : exitCode),
  );
}

/** Whether output to `stream` may carry colours. `NO_COLOR` counts when it is not empty. Source: no-color.org. */
export function wantsColour(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && (env.NO_COLOR ?? '') === '';
}

const isColoured = wantsColour(process.stdout, process.env);

/** Colours text for stdout when it is a terminal. */
export function colour(format: Parameters<typeof styleText>[0], text: string): string {
  return isColoured ? styleText(format, text, { validateStream: false }) : text;
}

/** Lays out rows as columns, two spaces apart; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  const pad = (cell: string, column: number, row: readonly string[]) =>
    column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, column, row))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
