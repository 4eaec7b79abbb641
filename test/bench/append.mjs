/**
 * How fast the file store appends records of 64 bytes. One JSON line a figure: records a second of process CPU time, the
 * median of a few rounds, with the wall-clock figure beside it. Build first: `npm run build`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStore } from '../../dist/store/file-store.js';
import { report } from './measure.mjs';

const LIMIT = 1_000_000;
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

async function reportAppends(name, durability, record, count, recordsPerAppend) {
  await timeAppends(durability, record, count);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timeAppends(durability, record, count));
  const rate = (key) => {
    const seconds = rounds.map((round) => round[key]).sort((a, b) => a - b)[ROUNDS >> 1];
    return Math.round((count * recordsPerAppend) / seconds);
  };
  const unit = 'records/s';
  report({ name, value: rate('cpuSeconds'), limit: LIMIT, atLeast: true, unit: `${unit} CPU` });
  report({ name: `${name}, by the clock`, value: rate('wallSeconds'), unit });
}

await reportAppends('64 bytes, memory, one by one', 'memory', RECORD, 500_000, 1);
await reportAppends('64 bytes, written, 1000 at a time', 'written', BATCH, 500, 1000);
