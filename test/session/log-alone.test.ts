/** What a log needs besides itself: nothing to be read, and nothing of the machine it is replayed on. */
import { createHook } from 'node:async_hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ChartState, createMemoryStore, fold, loadHashes, readLog, verify } from '../../src/index.js';
import { defaultRules, homeRunDerby } from '../../src/machines/home-run-derby.js';
import { type Batch, decodeBatch } from '../../src/store/batch.js';
import { NameTable } from '../../src/store/names.js';
import { simulateRun } from '../../src/testing/bots/simulate.js';

const hashes = await loadHashes();
const store = createMemoryStore();
await simulateRun({ players: 3, seed: 5, rules: { ...defaultRules, innings: 2 }, store });
const log = readLog(store.readAll('session'), hashes);

/** The keys of all states on a path such as `inning.batting` have to be there, one inside the other. */
function hasState(chart: ChartState | undefined, path: string): boolean {
  let state = chart;
  for (const key of path.split('.')) state = state?.states[key];
  return state !== undefined;
}

describe('RP2: a replay', () => {
  afterEach(() => vi.restoreAllMocks());

  it('sets no timer and starts no work of the system', () => {
    const started: string[] = [];
    const hook = createHook({ init: (_id, type) => void started.push(type) });
    const spies = [
      vi.spyOn(performance, 'now'),
      vi.spyOn(globalThis, 'setTimeout'),
      vi.spyOn(globalThis, 'setInterval'),
    ];
    hook.enable();
    const report = verify({ log, game: homeRunDerby });
    fold(log);
    hook.disable();
    expect(report.transitions).toBeGreaterThan(50);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    expect(started.filter((type) => type !== 'PROMISE')).toEqual([]);
  });

  it('comes out the same whatever the time of day', () => {
    // XState stamps a scheduled event with it, in a place that is never looked at.
    vi.spyOn(Date, 'now').mockReturnValue(Number.NaN);
    expect(verify({ log, game: homeRunDerby })).toMatchObject({
      verdict: 'identical',
      digest: log.digest,
    });
  });
});

describe('RP7: a log explains itself', () => {
  const { core } = log.header;
  const names = new NameTable(core.names);
  const batches: Batch[] = log.batches.map(({ bytes, seq }) => decodeBatch(bytes, names, seq));

  it('its charts have every state that an actor was in', () => {
    const visited = new Set<string>();
    for (const { steps } of batches) {
      for (const step of steps) {
        if (step.kind === 'refusal') continue;
        visited.add(`${step.actor}: ${step.to}`);
        expect(hasState(core.charts[step.actor], step.to), `${step.actor}: ${step.to}`).toBe(true);
      }
    }
    expect(visited.size).toBeGreaterThan(15);
  });

  it('its messages have the layout of every message that came in', () => {
    const ids = new Set(
      batches.flatMap(({ inputs }) =>
        inputs.flatMap((input) => (input.kind === 'message' ? [input.bytes[0]] : [])),
      ),
    );
    expect(ids.size).toBeGreaterThan(5);
    const layouts = new Map(core.messages.map(([id, name, layout]) => [id, `${id} ${name} ${layout}`]));
    for (const id of ids) expect(layouts.get(id ?? -1)).toBeDefined();
    expect(layouts.get(33)).toBe('33 TurnEnd scoreGained:i32 homeRuns:u8 longestFt:f32');
  });

  it('its rules, protocol and schema are those of the game', () => {
    expect(core.rules).toMatchObject({ innings: 2, waits: { helloMs: 10_000 } });
    expect([core.protocol, core.schemaHash]).toEqual([
      homeRunDerby.protocol.name,
      homeRunDerby.protocol.schemaHash,
    ]);
  });
});
