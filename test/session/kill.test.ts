import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, it } from 'vitest';
import { fold, type Log, loadHashes, readLog, verify } from '../../src/index.js';
import { createHomeRunDerby } from '../../src/machines/home-run-derby.js';
import { defaultRules } from '../../src/machines/rules.js';
import { createFileStore } from '../../src/store/file-store.js';
import { temporaryDirectory } from '../store/temporary-directory.js';

const FIXTURE = fileURLToPath(new URL('./fixtures/play-until-killed.mjs', import.meta.url));
const KILLS = 50;
const CHAINS = 2;
const SEED = 20_262;
const game = createHomeRunDerby({ ...defaultRules, innings: 3 });
const hashes = await loadHashes();

/** Plays until `lines` lines are printed, and is killed then at whatever it is doing; `undefined`: plays to the end. */
async function play(directory: string, seed: number, lines: number | undefined): Promise<string[]> {
  const args = [FIXTURE, directory, String(seed), ...(lines === undefined ? ['finish'] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (printed.push(line) === lines) child.kill('SIGKILL');
  }
  expect(await closed).toEqual(lines === undefined ? [0, null] : [null, 'SIGKILL']);
  return printed;
}

async function openLog(directory: string): Promise<Log> {
  const store = createFileStore({ directory });
  const { tornTail } = await store.open('session');
  const records = [];
  for await (const record of store.read('session')) records.push(record);
  await store.close();
  return readLog(records, hashes, tornTail);
}

/** Kills one host again and again; returns the phases it was killed in. */
async function killAgainAndAgain(seed: number, kills: number): Promise<Set<string>> {
  const directory = await temporaryDirectory();
  const random = xoroshiro128plus(seed);
  const phases = new Set<string>();
  let before: Log | undefined;
  for (let kill = 0; kill < kills; kill++) {
    const lines = 1 + ((random.next() >>> 0) % 60);
    const printed = await play(directory, seed, lines);
    const log = await openLog(directory);
    const where = `seed ${seed}, kill ${kill} after ${lines} lines`;
    const report = verify({ log, game });
    expect(report.firstDivergence, where).toBeNull();
    expect(report.digest, where).toBe(log.digest);
    // What was there stays there: the earlier digest is found where it was.
    const kept = before?.batches.at(-1);
    if (kept) expect(log.batches.find(({ seq }) => seq === kept.seq)?.digest, where).toBe(kept.digest);
    before = log;
    phases.add(printed.at(-1)?.split(' ')[2] ?? '');
  }
  const printed = await play(directory, seed, undefined);
  expect(printed.at(-1), `seed ${seed}`).toMatch(/^done (won|lost|abandoned)$/);
  const log = await openLog(directory);
  expect(verify({ log, game }).verdict, `seed ${seed}`).toBe('identical');
  expect(fold(log).actors.get('session')?.state).toBe('closed');
  expect(log.batches.length).toBeGreaterThan(before?.batches.length ?? 0);
  return phases;
}

it(`a host killed ${KILLS} times leaves logs that open, verify and go on, seed ${SEED}`, {
  timeout: 240_000,
}, async () => {
  const chains = Array.from({ length: CHAINS }, (_, chain) =>
    killAgainAndAgain(SEED + chain, KILLS / CHAINS),
  );
  const phases = new Set((await Promise.all(chains)).flatMap((phase) => [...phase]));
  expect([...phases]).toEqual(expect.arrayContaining(['inning', 'lobby']));
  expect(phases.size).toBeGreaterThanOrEqual(4);
});
