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

/** Writes a line for people: progress, warnings, errors. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Rewrites the last line of a terminal's stderr; an empty text clears it. */
export function status(text: string): void {
  process.stderr.write(`\r\u001b[2K${text}`);
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

/** `| head` closes our stdout: there is nobody left to write for, and nothing wrong. */
export function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
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
