import { describe, expect, it } from 'vitest';
import { bareLoopbackTarget, loopbackTarget } from '../../src/testing/targets/loopback.js';
import { p2pTarget } from '../../src/testing/targets/p2p.js';
import {
  type ConformanceTarget,
  conformancePlan,
  runConformanceCase,
  transportConformance,
} from '../../src/testing/transport-conformance.js';
import { broken, FAULTS } from './broken-transports.js';

function caseOf(id: string) {
  const found = transportConformance.find((item) => item.id === id);
  if (found === undefined) throw new RangeError(`There is no case ${id}.`);
  return found;
}

describe('the transport conformance suite', () => {
  it('has a case for every rule, each with an id and a title of its own', () => {
    const ids = transportConformance.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(transportConformance.map(({ title }) => title)).size).toBe(ids.length);
    const rules = new Set(ids.map((id) => id.split('/')[0]));
    expect(rules).toEqual(new Set(Array.from({ length: 13 }, (_, index) => `TR${index + 1}`)));
  });

  it.each(FAULTS)('%s finds a transport that %s', async (id, what, fault) => {
    const run = runConformanceCase(broken(what, fault), caseOf(id), 'plain', 1);
    await expect(run).rejects.toThrow(`${what}, ${id}, plain, seed 1: `);
    await runConformanceCase(bareLoopbackTarget, caseOf(id), 'plain', 1);
  });

  it('plans every case in every mode, impaired with every seed', () => {
    const { runs, inapplicable } = conformancePlan(loopbackTarget, [4, 5]);
    const own = runs.filter((run) => run.case.id === 'TR4/order').map(({ mode, seed }) => [mode, seed]);
    expect(own).toEqual([
      ['plain', 4],
      ['second', 4],
      ['impaired', 4],
      ['impaired', 5],
    ]);
    const planned = new Set(runs.map((run) => run.case.id));
    expect(planned.size + inapplicable.length).toBe(transportConformance.length);
    expect(inapplicable.find(({ id }) => id === 'TR9/timed-out')?.reasons).toHaveLength(1);
  });

  it('leaves the impaired mode out where the network cannot be set, and says why', () => {
    const { runs, inapplicable } = conformancePlan(bareLoopbackTarget);
    expect(runs.some(({ mode }) => mode === 'impaired')).toBe(false);
    expect(inapplicable[0]).toEqual({ id: 'impaired', reasons: [bareLoopbackTarget.cannot.conditions] });
  });

  it('tells what cases only pass over: the words of a goodbye', () => {
    const { inapplicable } = conformancePlan(p2pTarget);
    expect(inapplicable).toEqual([{ id: 'goodbye-text', reasons: [p2pTarget.cannot['goodbye-text']] }]);
  });

  it('fails a case whose ability is lacking without a reason', async () => {
    const silent: ConformanceTarget = { ...bareLoopbackTarget, cannot: {} };
    const run = runConformanceCase(silent, caseOf('TR10/malformed'), 'plain', 1);
    await expect(run).rejects.toThrow('The subject has no sendMalformed, and `cannot` does not say why.');
  });

  it('fails a transport that leaves something open', async () => {
    const leaky: ConformanceTarget = {
      ...bareLoopbackTarget,
      create: async (options) => ({ ...(await bareLoopbackTarget.create(options)), openHandles: () => 1 }),
    };
    const run = runConformanceCase(leaky, caseOf('TR4/order'), 'plain', 1);
    await expect(run).rejects.toThrow('sockets and timers left when all was closed: expected 0, got 1.');
  });
});
