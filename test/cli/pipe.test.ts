/** The command as one part of a shell's pipe. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dugout, linesOf, MAIN } from './dugout.js';
import { writeLongLog } from './logs.js';

let directory: string;
let log: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dugout-pipe-'));
  log = await writeLongLog(directory);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs `script` in a shell where `dugout` is the built command; kept from running for ever. */
function shell(script: string): Promise<{ stdout: string; stderr: string }> {
  const define = `dugout() { "${process.execPath}" ${MAIN} "$@"; }`;
  const options = { timeout: 20_000, env: { ...process.env, LOG: log } };
  return promisify(execFile)('sh', ['-c', `${define}\n${script}`], options);
}

it('is longer than a pipe holds', async () => {
  const { stdout } = await dugout(['log', 'cat', log]);
  expect(stdout.length).toBeGreaterThan(256 * 1024);
  expect(linesOf(stdout).length).toBeGreaterThan(1900);
});

it('ends quietly with exit code 0 when its reader has seen enough', async () => {
  for (const arguments_ of ['log cat "$LOG"', 'log cat "$LOG" --json', 'log cat "$LOG" --inputs']) {
    const { stdout, stderr } = await shell(`{ dugout ${arguments_}; echo "exit $?" >&2; } | head -1`);
    expect(linesOf(stdout)).toHaveLength(1);
    expect(stderr).toBe('exit 0\n');
  }
});

it('ends quietly in the middle of a stream of messages', async () => {
  const many = 'yes 2b0000c03f | head -50000';
  const { stdout, stderr } = await shell(
    `${many} | { dugout message decode -; echo "exit $?" >&2; } | head -1`,
  );
  expect(stdout).toBe('43 AtBatSwing {"pressTime":1.5}\n');
  expect(stderr).toBe('exit 0\n');
});

it('waits for a slow reader and loses nothing', async () => {
  const { stdout } = await shell('dugout log cat "$LOG" --json | { sleep 1; wc -l; }');
  const whole = await dugout(['log', 'cat', log, '--json']);
  expect(Number(stdout)).toBe(linesOf(whole.stdout).length);
});

it('answers a message as soon as it has been read', async () => {
  const { stdout } = await shell('{ echo 10; echo 23; } | dugout message decode - --json | cut -c1-20');
  expect(linesOf(stdout)).toEqual(['{"id":16,"name":"Lea', '{"id":35,"name":"Sho']);
});

it.runIf(existsSync('/dev/full'))(
  'tells in one line that its output cannot be written, exit code 2',
  async () => {
    for (const arguments_ of ['log cat "$LOG"', 'log stat "$LOG" --json']) {
      const { stderr } = await shell(`dugout ${arguments_} > /dev/full || echo "exit $?" >&2`);
      expect(linesOf(stderr)).toEqual([expect.stringContaining('(cli/unwritable-output)'), 'exit 2']);
    }
  },
);

it('ends quietly when the reader of its progress has seen enough', async () => {
  const play = 'dugout play --in-process --innings 3 --players 1 --out "$LOG.played"';
  const { stdout } = await shell(
    `{ ${play} 2>&1; echo "exit $?" > "$LOG.exit"; } | head -1; cat "$LOG.exit"`,
  );
  expect(linesOf(stdout)).toEqual([expect.stringContaining('inning 1/3'), 'exit 0']);
});
