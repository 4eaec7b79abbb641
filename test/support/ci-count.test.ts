import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runNode } from './spawn.js';

interface TestFile {
  readonly status: string;
  readonly tests: readonly string[];
}

describe('.ci/count.mjs', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dugout-count-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function count(reports: Record<string, readonly TestFile[]>) {
    for (const [name, files] of Object.entries(reports)) {
      const testResults = files.map(({ status, tests }) => ({
        status,
        assertionResults: tests.map((test) => ({ status: test })),
      }));
      writeFileSync(join(folder, `${name}.json`), JSON.stringify({ testResults }));
    }
    const { stdout, exitCode } = await runNode(['.ci/count.mjs', folder]);
    return [stdout, exitCode];
  }

  it('adds up every report', async () => {
    const unit = [{ status: 'passed', tests: ['passed', 'passed', 'pending', 'todo'] }];
    const sim = [{ status: 'passed', tests: ['passed'] }];
    expect(await count({ unit, sim })).toEqual(['3 passed, 0 failed, 2 skipped\n', 0]);
  });

  it('fails when a test failed, and counts a file that could not be loaded as one', async () => {
    const unit = [
      { status: 'failed', tests: ['passed', 'failed'] },
      { status: 'failed', tests: [] },
    ];
    expect(await count({ unit })).toEqual(['1 passed, 2 failed, 0 skipped\n', 1]);
  });

  it('fails when nothing ran', async () => {
    expect(await count({})).toEqual(['0 passed, 0 failed, 0 skipped\n', 1]);
  });
});
