/** Every relative link of a page leads to a file that is there, and to a heading that is in it. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PAGES, readRepositoryFile } from './pages.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** As GitHub makes them. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function anchorsOf(page: string): string[] {
  const text = readRepositoryFile(page).replace(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''));
}

const links = PAGES.flatMap((page) => {
  const text = readRepositoryFile(page).replace(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => ({ page, target }));
});

describe('links in the pages', () => {
  it('are there', () => {
    expect(links.length).toBeGreaterThan(40);
  });

  it('lead to files and headings that are there', () => {
    const broken = links.filter(({ page, target }) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(ROOT + file)) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});
