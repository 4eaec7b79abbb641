/** Logs with right checksums and a right digest chain around changed content: whatever reads them answers by a SessionError. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDifferences } from '../../src/cli/build-differences.js';
import { toJson } from '../../src/cli/json.js';
import { batchesOf, EntryReader } from '../../src/cli/log-entries.js';
import {
  fold,
  type Log,
  loadHashes,
  readLog,
  SessionError,
  type StoredRecord,
  verify,
} from '../../src/index.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { compareLogs } from '../../src/session/compare-logs.js';
import { chartsMermaid } from '../../src/store/charts-mermaid.js';
import { decodeHeader } from '../../src/store/log-header.js';
import { scanLogFile } from '../../src/store/read-log-file.js';
import { writeLogs } from './logs.js';

const SEED = 20_261_130;
const MUTANTS = 150;
const BATCH_KIND = 1;
const DIGEST_BYTES = 8;

const hashes = await loadHashes();
let directory: string;
let records: readonly StoredRecord[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dugout-hostile-'));
  const scanned = await scanLogFile((await writeLogs(directory)).host);
  if (scanned.ok) records = scanned.records;
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Changes one to three bytes of one record, and makes the chain right again. */
function mutate(below: (limit: number) => number): StoredRecord[] {
  const copies = records.map(({ seq, bytes }) => ({ seq, bytes: bytes.slice() }));
  const { bytes } = copies[below(3) === 0 ? 0 : below(copies.length)] as StoredRecord;
  for (let change = below(3); change >= 0; change--) bytes[5 + below(bytes.length - 5)] = below(256);
  let { digest } = decodeHeader((copies[0] as StoredRecord).bytes, hashes);
  for (const { bytes: record } of copies) {
    if (record[0] !== BATCH_KIND) continue;
    digest = hashes.digest(record.subarray(0, -DIGEST_BYTES), digest);
    new DataView(record.buffer).setBigUint64(record.length - DIGEST_BYTES, digest, true);
  }
  return copies;
}

const good = (): Log => readLog(records, hashes);

const READERS: Readonly<Record<string, (log: Log) => void>> = {
  fold: (log) => toJson([...fold(log).actors]),
  cat: (log) => {
    const reader = new EntryReader(log, homeRunDerby.protocol);
    for (const batch of batchesOf(log)) toJson([reader.inputs(batch), reader.steps(batch)]);
  },
  charts: (log) => chartsMermaid(log.header.core.charts),
  diff: (log) => compareLogs(good(), log),
  differences: (log) => buildDifferences(log.header, homeRunDerby),
  verify: (log) => verify({ log, game: homeRunDerby }),
};

it('is refused in words or read, by everything that reads a log', () => {
  const generator = xoroshiro128plus(SEED);
  const below = (limit: number): number => (generator.next() >>> 0) % limit;
  let [refused, read] = [0, 0];
  for (let mutant = 0; mutant < MUTANTS; mutant++) {
    let log: Log | undefined;
    for (const name of ['open', ...Object.keys(READERS)]) {
      try {
        if (name === 'open') log = readLog(mutate(below), hashes);
        else if (log) READERS[name]?.(log);
        read++;
      } catch (error) {
        expect(error, `seed ${SEED}, mutant ${mutant}, ${name}`).toBeInstanceOf(SessionError);
        refused++;
      }
    }
  }
  expect(refused).toBeGreaterThan(50);
  expect(read).toBeGreaterThan(50);
});
