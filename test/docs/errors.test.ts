/** The table of error codes in docs/embedding.md against the closed set, and against what is thrown. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readRepositoryFile, tableRows } from './pages.js';

const sources = readdirSync(fileURLToPath(new URL('../../src', import.meta.url)), {
  recursive: true,
  encoding: 'utf8',
})
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.ts') && path !== 'src/errors.ts' && !path.startsWith('src/testing/'))
  .map(readRepositoryFile);

const codes = [...readRepositoryFile('src/errors.ts').matchAll(/^ {2}\| '([a-z]+\/[a-z-]+)'/gm)].map(
  (match) => match[1] ?? '',
);

describe('the error codes in docs/embedding.md', () => {
  const stated = tableRows('docs/embedding.md', 'Errors').map(([code = '']) => code.replaceAll('`', ''));

  it('are those of the closed set', () => {
    expect(codes.length).toBeGreaterThan(20);
    expect([...stated].sort()).toEqual([...codes].sort());
  });

  it.each(stated)('%s is thrown somewhere', (code) => {
    expect(sources.some((source) => source.includes(`'${code}'`))).toBe(true);
  });
});
