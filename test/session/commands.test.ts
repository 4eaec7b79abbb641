import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/index.js';
import { batterOf, freshStore, setTable, startRun, startTurn, verifyStore } from './table.js';

const begin = { batter: 0, batUpgradeId: '', outs: 0, ringRadius: 1, teamScore: 0 };

describe('commands', () => {
  it('act in the next frame', async () => {
    const table = await setTable();
    table.run(5);
    expect(table.host.command('startRun', { difficulty: 3 })).toEqual({ ok: true });
    expect(table.host.view.phase).toBe('lobby');
    table.run(1);
    expect(table.host.view.phase).toBe('starting');
  });

  it('refused by the state of now, tell their rule and leave the log as it was', async () => {
    const digests: string[] = [];
    for (const isTried of [false, true]) {
      const store = freshStore();
      const table = await setTable({ store });
      startTurn(table);
      if (isTried) {
        const { host } = table;
        const [bo] = table.clients;
        const other = batterOf(table) === host ? bo : host;
        const swing = { pressTime: 1 };
        const refusals = [
          host.command('startRun', null),
          bo?.command('startRun', null),
          other?.send('AtBatBegin', begin),
          other?.send('TurnEnd', { scoreGained: 9, homeRuns: 0, longestFt: 0 }),
          batterOf(table).send('AtBatSwing', swing),
          host.send('SetBatter', { batterId: 'x', cosmeticIds: [] }),
          host.send('AtBatPose', { t: 1, aim: [0, 0], hands: [0, 0, 0], direction: [0, 1, 0], twist: 0 }),
        ];
        expect(refusals.map((refusal) => refusal?.ok)).toEqual(Array(7).fill(false));
        for (const refusal of refusals) {
          if (refusal?.ok !== false) continue;
          expect(refusal.rule).toMatch(/^[a-z-]+\/[a-z-]+$/);
          expect(refusal.sentence).toContain(`was refused: ${refusal.rule}.`);
        }
        expect(refusals[0]).toMatchObject({ rule: 'lobby/not-now-or-bad-setup' });
      }
      table.run(60);
      expect(table.notices).toEqual([]);
      digests.push(table.host.log.digest);
      expect(verifyStore(store).verdict).toBe('identical');
    }
    expect(digests[1]).toBe(digests[0]);
  });

  it('with values out of range are refused, or thrown when they fit no message', async () => {
    const table = await setTable();
    table.run(5);
    expect(table.host.command('startRun', { difficulty: 256 })).toMatchObject({ ok: false });
    expect(table.host.command('startRun', { parkId: 'x'.repeat(65) })).toMatchObject({ ok: false });
    const wrong = { batterId: 'x'.repeat(65), cosmeticIds: [] };
    expect(() => table.host.send('SetBatter', wrong)).toThrow(
      expect.objectContaining({ code: 'wire/bad-value' }),
    );
    expect(() => table.host.send('Nonsense' as 'Leave', {})).toThrow(
      expect.objectContaining({ code: 'wire/unknown-message' }),
    );
    expect(table.host.view.phase).toBe('lobby');
  });

  it('of a client that has no link yet are refused', async () => {
    const table = await setTable();
    expect(table.clients[0]?.localPeer).toBeUndefined();
    expect(table.clients[0]?.send('IntroDone', {})).toMatchObject({ ok: false, rule: 'session/not-linked' });
  });

  it("host's own player and clients go the same way: a look is seen by all", async () => {
    const table = await setTable();
    table.run(10);
    expect(table.host.send('SetBatter', { batterId: 'anns', cosmeticIds: ['cap'] })).toEqual({ ok: true });
    expect(table.clients[0]?.send('SetBatter', { batterId: 'bos', cosmeticIds: [] })).toEqual({ ok: true });
    table.run(5);
    for (const { view } of [table.host, ...table.clients]) {
      expect(view.roster.map(({ batterId }) => batterId)).toEqual(['anns', 'bos']);
    }
  });
});

describe('frames', () => {
  it('RP1 a stall of five seconds leaves the log that small steps leave', async () => {
    const digests: string[] = [];
    for (const steps of [1, 7, 300]) {
      const store = createMemoryStore();
      const table = await setTable({ names: ['Ann'], store });
      table.run(2);
      table.host.command('startRun', null);
      table.run(1);
      const from = table.now();
      for (let step = 1; step <= steps; step++) table.host.frame(from + (5_000 * step) / steps);
      expect(table.host.view.phase).toBe('intro');
      expect(table.host.frameNumber).toBeGreaterThan(290);
      digests.push(table.host.log.digest);
      expect(verifyStore(store).verdict).toBe('identical');
    }
    expect(new Set(digests).size).toBe(1);
  });

  it('of a time that does not go on do nothing; of none are a mistake', async () => {
    const table = await setTable();
    startRun(table);
    const { frameNumber } = table.host;
    for (const nowMs of [table.now() - 1000, 0, -5]) table.host.frame(nowMs);
    expect(table.host.frameNumber).toBe(frameNumber);
    expect(() => table.host.frame(Number.NaN)).toThrow('A frame needs its time in milliseconds, not NaN.');
  });
});
