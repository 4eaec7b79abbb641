import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, it } from 'vitest';
import { scanLogFile } from '../../src/store/read-log-file.js';
import { patternOf } from './fixtures/pattern.mjs';
import { temporaryDirectory } from './temporary-directory.js';

const FIXTURE = fileURLToPath(new URL('./fixtures/append-until-killed.mjs', import.meta.url));
const KILLS = 15;
const SEED = 20_261;

/**
 * Lets a child append until it has printed `lines` lines, kills it at whatever it is doing then, and returns all it printed.
 * Every third child is killed as it starts, so that opening and cutting are interrupted too.
 */
async function appendUntilKilled(directory: string, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [FIXTURE, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (printed.push(line) === lines) child.kill('SIGKILL');
  }
  expect(await closed).toEqual([null, 'SIGKILL']);
  return printed;
}

it(`ST4 a log outlives ${KILLS} kills of its writer, seed ${SEED}`, { timeout: 120_000 }, async () => {
  const directory = await temporaryDirectory();
  const random = xoroshiro128plus(SEED);
  let verified = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const lines = kill % 3 === 2 ? 1 : 2 + ((random.next() >>> 0) % 60);
    const printed = await appendUntilKilled(directory, lines);
    const opened = printed.find((line) => line.startsWith('opened'));
    if (opened !== undefined) expect(opened, `kill ${kill}`).toBe(`opened ${verified}`);
    const confirmed = printed.filter((line) => /^\d+$/.test(line)).map(Number);

    const log = await scanLogFile(join(directory, 'crash'));
    expect(log, `kill ${kill} at line ${lines}`).toMatchObject({ ok: true });
    if (!log.ok) return;
    expect(log.records.length, `kill ${kill}`).toBeGreaterThanOrEqual((confirmed.at(-1) ?? verified - 1) + 1);
    for (const { seq, bytes } of log.records.slice(verified)) {
      expect(Buffer.compare(bytes, patternOf(seq)), `kill ${kill}, record ${seq}`).toBe(0);
    }
    verified = log.records.length;
  }
  expect(verified).toBeGreaterThan(KILLS);
});
