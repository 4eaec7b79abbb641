/** What the benchmark's command line understands. It measures nothing here: how fast a shared machine is proves no rule. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

function bench(...args: string[]) {
  return spawnSync(process.execPath, ['test/bench/run.mjs', ...args], { encoding: 'utf8' });
}

describe('npm run bench', () => {
  it('refuses a family that is not there and names those that are, each with a script', () => {
    const { status, stderr, stdout } = bench('codecs');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('There is no benchmark family "codecs".');
    const families = /There are: (.*)\./.exec(stderr)?.[1]?.split(', ') ?? [];
    expect(families).toContain('replay');
    expect(families.filter((family) => !existsSync(`test/bench/${family}.mjs`))).toEqual([]);
  });

  it('refuses an option that is not there and names those that are', () => {
    const { status, stderr } = bench('--jsno');
    expect(status).toBe(2);
    expect(stderr).toContain('--json');
  });
});
