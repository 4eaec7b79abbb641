/** A whole run of nine innings over every transport, with datagrams lost, doubled and overtaken: everybody agrees, and the log replays. */
import { describe, expect, it } from 'vitest';
import { createMemoryStore, loadHashes, readLog, verify } from '../../src/index.js';
import { createHomeRunDerby } from '../../src/machines/home-run-derby.js';
import { defaultRules } from '../../src/machines/rules.js';
import { simulateRun } from '../../src/testing/index.js';
import { builtInTargets } from '../../src/testing/targets/index.js';

const PLAYERS = 4;
const SEEDS = [1, 2];
const hashes = await loadHashes();

const targets = builtInTargets.map((target) => [target.name, target] as const);

describe.each(targets)('a run of four over %s at 20 %% loss', (_, target) => {
  it.each(SEEDS)('comes to its end, and its log replays identically, seed %i', async (seed) => {
    const subject = await target.create({ seed, isImpaired: true });
    const host = await subject.createHost({ playersMax: PLAYERS });
    const clients = [];
    for (let seat = 1; seat < PLAYERS; seat++) clients.push(await subject.createClient(host));
    const store = createMemoryStore();
    const shown: unknown[] = [];
    const { result, view, log } = await simulateRun({
      ...{ seed, store, players: PLAYERS },
      wire: { host, clients },
      onFrame: async (match) => {
        for (const [seat, { view }] of match.clients.entries()) shown[seat] = view.lastRun ?? shown[seat];
        await subject.advance();
      },
    });
    await subject.dispose?.();
    expect(view.roster.length, `seed ${seed}`).toBe(PLAYERS);
    expect(shown, `seed ${seed}`).toEqual([result, result, result]);
    const report = verify({
      log: readLog(store.readAll('session'), hashes),
      game: createHomeRunDerby(defaultRules),
    });
    expect(report.firstDivergence, `seed ${seed}`).toBeNull();
    expect(report).toMatchObject({ verdict: 'identical', transitions: log.transitions });
    expect(report.digest.toString(16).padStart(16, '0')).toBe(log.digest);
  });
});
