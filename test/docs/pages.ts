/** The pages of the documentation, and the parts of them that are generated: between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every page, from the root of the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'examples/README.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .sort(),
];

export const readRepositoryFile = (path: string): string => readFileSync(root + path, 'utf8');

/** Expects the part `name` of `page` to be `text`; with `UPDATE_DOCS=1` in the environment it is written first. */
export function expectGenerated(page: string, name: string, text: string): void {
  const begin = `<!-- ${name}:begin -->`;
  const end = `<!-- ${name}:end -->`;
  const before = readRepositoryFile(page);
  const [beginAt, endAt] = [before.indexOf(begin), before.indexOf(end)];
  expect(beginAt, `${page} has no ${begin}`).toBeGreaterThanOrEqual(0);
  expect(endAt, `${page} has no ${end} behind its begin`).toBeGreaterThan(beginAt);
  const fresh = `${before.slice(0, beginAt + begin.length)}\n${text}\n${before.slice(endAt)}`;
  if (process.env.UPDATE_DOCS === '1' && fresh !== before) writeFileSync(root + page, fresh);
  expect(readRepositoryFile(page), `${page} is stale: UPDATE_DOCS=1 npx vitest run test/docs`).toBe(fresh);
}

export const fenced = (language: string, text: string): string => `\n\`\`\`${language}\n${text}\n\`\`\`\n`;

/** A fenced block of a page, with its language. */
export interface CodeBlock {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

export function codeBlocksOf(page: string): CodeBlock[] {
  const text = readRepositoryFile(page);
  return [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

/** The rows of the tables under a heading, as cells; without header and ruler. */
export function tableRows(page: string, heading: string): string[][] {
  const sections = readRepositoryFile(page).split(/^#+ /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines
    .filter((line, index) => !/^\|[\s:|-]+\|$/.test(line) && !/^\|[\s:|-]+\|$/.test(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
