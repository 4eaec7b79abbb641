/**
 * How fast the file store appends records of 64 bytes. One JSON line a figure: records a second of process CPU time, the
 * median of a few rounds, with the wall-clock figure beside it. Build first: `npm run build`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStore } from '../../dist/store/file-store.js';

const ROUNDS = 7;
const RECORD = Uint8Array.from({ length: 64 }, (_, index) => index * 37);
const BATCH = new Uint8Array(64 * 1000).fill(0x5a);

/** Appends `count` times to a new log; returns the seconds it took the process and the clock. */
async function timeAppends(durability, record, count) {
  const directory = await mkdtemp(join(tmpdir(), 'dugout-append-'));
  const store = createFileStore({ directory, durability });
  await store.open('log');
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  for (let seq = 0; seq < count; seq++) store.append('log', seq, record);
  const wallSeconds = Number(process.hrtime.bigint() - start) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  await store.close();
  await rm(directory, { recursive: true });
  return { cpuSeconds: (user + system) / 1e6, wallSeconds };
}

async function report(name, limit, durability, record, count, recordsPerAppend) {
  await timeAppends(durability, record, count);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timeAppends(durability, record, count));
  const rate = (key) => {
    const seconds = rounds.map((round) => round[key]).sort((a, b) => a - b)[ROUNDS >> 1];
    return Math.round((count * recordsPerAppend) / seconds);
  };
  const value = rate('cpuSeconds');
  const wallValue = rate('wallSeconds');
  console.log(JSON.stringify({ name, value, wallValue, limit, unit: 'records/s', ok: value >= limit }));
  return value >= limit;
}

const results = [
  await report('append-64b-memory', 1_000_000, 'memory', RECORD, 500_000, 1),
  await report('append-64b-written-batches-of-1000', 1_000_000, 'written', BATCH, 500, 1000),
];
process.exitCode = results.every(Boolean) ? 0 : 1;
