import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemoryStore, digestText, loadHashes, readLog, verify } from '../../src/index.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { createFileStore } from '../../src/store/file-store.js';
import { simulateRun } from '../../src/testing/index.js';
import { temporaryDirectory } from '../store/temporary-directory.js';
import { runNode } from '../support/spawn.js';

const SEED = 31;
const NO_WORLD = new URL('./fixtures/no-world.mjs', import.meta.url).href;
const REPLAY = fileURLToPath(new URL('./fixtures/replay-without-world.mjs', import.meta.url));
const hashes = await loadHashes();

async function recordRun(): Promise<{ directory: string; digest: string; transitions: number }> {
  const directory = await temporaryDirectory();
  const store = createFileStore({ directory });
  const { log } = await simulateRun({ seed: SEED, store });
  await store.close();
  return { directory, digest: log.digest, transitions: log.transitions };
}

describe('replay of a whole run', () => {
  let digest = '';
  beforeAll(async () => {
    digest = (await simulateRun({ seed: SEED })).log.digest;
  });

  it('RP1 is the same run for the same seed, with or without a log, and another for another', async () => {
    const store = createMemoryStore();
    const logged = await simulateRun({ seed: SEED, store, checkPlain: true });
    // A log's header is where the digest starts, and it is the same without a store.
    expect(logged.log.digest).toBe(digest);
    expect(digestText(readLog(store.readAll('session'), hashes).digest)).toBe(digest);
    expect((await simulateRun({ seed: SEED + 1 })).log.digest).not.toBe(digest);
  });

  it('RP1 RP2 gives the same digest in processes without sockets, files, timers and clocks, by any step', async () => {
    const { directory, transitions } = await recordRun();
    for (const framesPerStep of ['1', '6', '300']) {
      const { stdout, stderr, exitCode } = await runNode([
        '--import',
        NO_WORLD,
        REPLAY,
        directory,
        framesPerStep,
      ]);
      expect({ stdout, stderr, exitCode }).toEqual({
        stdout: `identical ${digest} ${digest} ${transitions}`,
        stderr: '',
        exitCode: 0,
      });
    }
  });

  it('RP2 would be noticed if it drew chance: the canary is', async () => {
    const { directory } = await recordRun();
    const { exitCode, stderr } = await runNode(['--import', NO_WORLD, REPLAY, directory, '6', 'canary']);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('Math.random was used by a replay');
  });

  it('RP1 gives the same digest by any step in one process', async () => {
    const store = createMemoryStore();
    await simulateRun({ seed: SEED, store });
    const log = readLog(store.readAll('session'), hashes);
    for (const framesPerStep of [1, 6, 300, Number.POSITIVE_INFINITY]) {
      const report = verify({ log, game: homeRunDerby, framesPerStep });
      expect(report).toMatchObject({ verdict: 'identical', digest: log.digest });
    }
  });
});
