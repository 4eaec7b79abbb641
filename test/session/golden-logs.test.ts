/**
 * Logs of released builds, read for ever. Beside each log lies what it says: a newer build must fold it to the same states, and
 * replay it identically as long as its expectation says so. To add one for a new version: `UPDATE_GOLDEN=1 npx vitest run
 * test/session/golden-logs.test.ts`; a log that is there is never written over.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMemoryStore, digestText, fold, LIBRARY_VERSION, type Plain, verify } from '../../src/index.js';
import { defaultRules, homeRunDerby } from '../../src/machines/home-run-derby.js';
import { createFileStore, openLogFile } from '../../src/store/file-store.js';
import { simulateRun } from '../../src/testing/bots/simulate.js';

const FOLDER = 'test/golden/logs';

/** What a golden log says. */
interface Expectation {
  readonly digest: string;
  readonly transitions: number;
  readonly frames: number;
  /** False once the game's machines were changed on purpose: then the log is only folded. */
  readonly replaysIdentically: boolean;
  readonly actors: Readonly<Record<string, { readonly state: string; readonly context: Plain }>>;
}

const openGolden = (name: string) => openLogFile(`${FOLDER}/${name}`);

async function addGolden(name: string): Promise<void> {
  const store = createFileStore({ directory: FOLDER });
  await simulateRun({ players: 3, seed: 5, rules: { ...defaultRules, innings: 2 }, store, session: name });
  await store.close();
  const log = await openGolden(name);
  const { actors, ...folded } = fold(log);
  const expectation: Expectation = {
    ...folded,
    digest: digestText(folded.digest),
    replaysIdentically: true,
    actors: Object.fromEntries(actors),
  };
  writeFileSync(`${FOLDER}/${name}.json`, `${JSON.stringify(expectation, null, 2)}\n`);
}

const current = `home-run-derby-${LIBRARY_VERSION}.dugout`;
if (process.env.UPDATE_GOLDEN === '1' && !existsSync(`${FOLDER}/${current}`)) await addGolden(current);

const names = readdirSync(FOLDER).filter((name) => name.endsWith('.dugout'));

describe('golden logs', () => {
  it('hold one of this version', () => {
    expect(names).toContain(current);
  });

  it.each(names)('%s is read, folded and replayed as ever', async (name) => {
    const expected: Expectation = JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8'));
    const log = await openGolden(name);
    expect(log.tornTail).toBeNull();
    const folded = fold(log);
    expect(digestText(folded.digest)).toBe(expected.digest);
    expect(folded.transitions).toBe(expected.transitions);
    expect(folded.transitions).toBeGreaterThan(50);
    expect(Object.fromEntries(folded.actors)).toEqual(expected.actors);
    if (!expected.replaysIdentically) return;
    const report = verify({ log, game: homeRunDerby });
    expect(report.firstDivergence).toBeNull();
    expect(digestText(report.digest)).toBe(expected.digest);
  });

  it('a run played now has the same log, byte for byte, as the one of this version', async () => {
    const store = createMemoryStore();
    const run = await simulateRun({ players: 3, seed: 5, rules: { ...defaultRules, innings: 2 }, store });
    const expected: Expectation = JSON.parse(readFileSync(`${FOLDER}/${current}.json`, 'utf8'));
    expect(run.log.digest).toBe(expected.digest);
  });
});
