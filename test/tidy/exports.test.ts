import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entrySources, undocumentedFindings } from './exports.js';

describe('public exports', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dugout-tidy-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const undocumented = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return undocumentedFindings([join(folder, 'index.ts')]).map(({ found }) => found.split(' ')[2]);
  };

  it('finds one without a doc comment, through re-exports, and at its own file', () => {
    const inner =
      '/** Header. */\n\n/** A word. */\nexport type Word = string;\nexport const bare = 1;\nexport interface Naked {}\n';
    expect(
      undocumented({
        'package.json': '{"type":"module"}',
        'inner.ts': inner,
        'index.ts': "export * from './inner.js';",
      }),
    ).toEqual(['bare', 'Naked']);
  });

  it('does not take the header of a file for the doc comment of its first declaration', () => {
    expect(undocumented({ 'index.ts': '/** Header. */\nexport const a = 1;\n' })).toEqual(['a']);
    expect(undocumented({ 'index.ts': '/** Header. */\n\n/** One. */\nexport const a = 1;\n' })).toEqual([]);
    expect(
      undocumented({ 'index.ts': '/** Header. */\nimport "./b.js";\n/** One. */\nexport const a = 1;\n' }),
    ).toEqual([]);
  });

  it('takes one comment for all overloads', () => {
    const text =
      '// header\n/** Adds. */\nexport function add(a: number): number;\nexport function add(a: string): string;\nexport function add(a: unknown) { return a; }\n';
    expect(undocumented({ 'index.ts': text })).toEqual([]);
  });

  it('knows the source of an entry point', () => {
    const exports = { '.': { types: './dist/index.d.ts' }, './package.json': './package.json' };
    expect(entrySources({ exports, dependencies: {} })).toEqual(['src/index.ts']);
  });
});
