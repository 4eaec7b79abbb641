/** The Examples section at the end of every command's help. */

/** Lays out `[command line, what it does]` pairs below a heading. */
export function examples(...pairs: readonly (readonly [line: string, does: string])[]): string {
  const width = Math.max(...pairs.map(([line]) => line.length));
  const lines = pairs.map(([line, does]) => `  $ ${line.padEnd(width)}  ${does}`);
  return ['', 'Examples:', ...lines].join('\n');
}
