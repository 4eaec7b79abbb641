import { describe, expect, it } from 'vitest';
import { mentions, missingFindings } from './documents.js';

const paths = (text: string, page = 'docs/log.md') => mentions(page, text).map(({ path }) => path);

describe('files named in documents', () => {
  it('are read from code spans and from links', () => {
    expect(paths('See `src/errors.ts`, `src/store/`, `.ci/run` and `LICENSE`.')).toEqual([
      'src/errors.ts',
      'src/store/',
      '.ci/run',
      'LICENSE',
    ]);
    expect(paths('[spec](spec.md#rp1) and [readme](../README.md)')).toEqual(['docs/spec.md', 'README.md']);
  });

  it('leave out line numbers, and what follows a wildcard', () => {
    expect(paths('`src/errors.ts:12` and `test/tidy/*.test.ts`')).toEqual(['src/errors.ts', 'test/tidy']);
  });

  it('are not what only looks like one', () => {
    expect(
      paths('`dugout/store/file`, `a/b`, `npm test`, [web](https://a.b/c.md), [here](#numbers)'),
    ).toEqual([]);
    expect(paths('```\n`src/made-up.ts`\n```\n')).toEqual([]);
  });

  it('are found when they do not exist, with the line', () => {
    expect(missingFindings('README.md', 'one\n`src/gone.ts`', () => false)).toMatchObject([
      { path: 'README.md', line: 2, found: 'names src/gone.ts, which is not there' },
    ]);
    expect(missingFindings('README.md', '`src/errors.ts`', () => true)).toEqual([]);
  });
});
