/** The rules are one object: its defaults are what the page says, and a game by other rules plays by them. */
import { describe, expect, it } from 'vitest';
import type { ClientRunContext } from '../../src/machines/client-run.js';
import { createHomeRunDerby } from '../../src/machines/home-run-derby.js';
import { type DerbyRules, defaultRules, describeRules } from '../../src/machines/rules.js';
import { findNotPlain } from '../../src/session/plain.js';
import { batter, clientRig, host, hostRig, PLAYERS, run, shortRules } from './driver.js';
import { left, message } from './harness.js';
import { client } from './recipes.js';
import { player } from './samples.js';

describe('rules that cannot be played', () => {
  it.each([
    ['innings', { innings: 0 }],
    ['players', { playersMax: 256 }],
    ['outs', { turnOuts: 1.5 }],
    ['batterMs', { waits: { ...defaultRules.waits, batterMs: Number.NaN } }],
  ])('are refused where they are declared: %s', (word, change) => {
    expect(() => createHomeRunDerby({ ...defaultRules, ...change })).toThrow(word);
  });

  it('in a log are damage, not a crash', () => {
    const logged = { ...(describeRules(defaultRules) as object), innings: 4000 };
    expect(() => createHomeRunDerby().byRules?.(logged)).toThrow(
      expect.objectContaining({ code: 'store/corrupt-record' }),
    );
  });
});

describe('the default rules', () => {
  it('are integers throughout, in range for the wire', () => {
    for (let players = 1; players <= 255; players++) {
      expect(defaultRules.pool({ index: 0, players })).toBe(Math.min(255, 3 * players));
    }
    for (let index = 0; index < defaultRules.innings; index++) {
      for (const difficulty of [0, 1, 3, 255]) {
        const target = defaultRules.target({ index, players: 4, difficulty });
        expect(Number.isInteger(target)).toBe(true);
        if (index > 0)
          expect(target).toBeGreaterThan(defaultRules.target({ index: index - 1, players: 4, difficulty }));
      }
    }
  });

  it('target rises with the inning, the players and the difficulty', () => {
    const target = (index: number, players: number, difficulty: number) =>
      defaultRules.target({ index, players, difficulty });
    for (const harder of [target(1, 4, 1), target(0, 5, 1), target(0, 4, 2)])
      expect(harder).toBeGreaterThan(target(0, 4, 1));
  });

  it('nextBatter goes round the order, past players who are not here', () => {
    const order = [3, 1, 2];
    const next = (connected: readonly number[], last: number | null) =>
      defaultRules.nextBatter({ order, connected, last });
    expect([next([1, 2, 3], null), next([1, 2, 3], 3), next([1, 2, 3], 1), next([1, 2, 3], 2)]).toEqual([
      3, 1, 2, 3,
    ]);
    expect([next([2, 3], 3), next([2], 2), next([1, 2], null)]).toEqual([2, 2, 1]);
    expect(next([], 1)).toBeUndefined();
  });

  it('are described as plain data, for the log’s header', () => {
    const described = describeRules(defaultRules);
    expect(findNotPlain(described, 'rules')).toBeUndefined();
    expect(described).toMatchObject({ innings: 9, playersMax: 8, turnOuts: 3, waits: { giveUpMs: 4000 } });
    expect(createHomeRunDerby(shortRules).rules).toMatchObject({ innings: 2 });
  });
});

describe('replaced rules', () => {
  const game = (changes: Partial<DerbyRules>) => createHomeRunDerby({ ...shortRules, ...changes });

  it('one inning of target 5: won after one turn of 5', () => {
    const rig = hostRig(game({ innings: 1, target: () => 5 }));
    host.clearInning(rig);
    expect(run(rig)).toMatchObject({ target: 5, innings: [{ index: 0, target: 5, cleared: true }] });
    rig.advance(shortRules.waits.roundEndMs);
    expect(rig.context('session')).toMatchObject({ lastRun: { outcome: 'won', teamScore: 100 } });
  });

  it('formulas are given the inning, who is here, and the difficulty', () => {
    const seen: unknown[] = [];
    const rig = hostRig(
      game({
        pool: (inning) => {
          if (inning.players !== 4) seen.push(inning);
          return 9;
        },
      }),
    );
    host.openShop(rig);
    rig.deliver(left(1));
    host.everybody(rig, 'ShopReady');
    expect(seen).toEqual([
      { index: 0, players: 3 },
      { index: 1, players: 2 },
    ]);
    expect(rig.sent('RoundStart').map(({ value }) => value)).toEqual([
      { inningIndex: 0, pool: 9 },
      { inningIndex: 1, pool: 9 },
    ]);
  });

  it('the next batter is whom they say', () => {
    const rig = hostRig(game({ nextBatter: ({ connected }) => Math.max(...connected) }));
    host.startInning(rig);
    host.endTurn(rig, 0);
    expect(batter(rig)).toBe(3);
  });

  it('turn outs larger than the pool cost no more than the pool', () => {
    const rig = hostRig(game({ turnOuts: 10, pool: () => 1 }));
    host.startInning(rig);
    expect(rig.context('turn')).toMatchObject({ outsMax: 1 });
  });

  it('an inning without outs is over after a turn', () => {
    const rig = hostRig(game({ pool: () => 0 }));
    host.startInning(rig);
    host.endTurn(rig, 0);
    expect(rig.state('run')).toBe('roundEnd');
  });
});

describe('a client by the same rules', () => {
  it('shows the target the host plays for, also when players have left', () => {
    const changes = { target: ({ players }: { players: number }) => 100 * players };
    const derby = createHomeRunDerby({ ...shortRules, ...changes });
    const hosting = hostRig(derby);
    host.startRun(hosting);
    hosting.deliver(left(1));
    host.everybody(hosting, 'IntroDone');
    expect(run(hosting).target).toBe(200);

    const rig = clientRig(derby);
    client.welcome(rig);
    rig.deliver(message(0, 'StartRun', { seed: 1, battingOrder: PLAYERS, parkId: 'p', difficulty: 1 }));
    const roster = PLAYERS.map((peer) => ({ ...player(peer), connected: peer !== 1 }));
    rig.deliver(message(0, 'Roster', { players: roster }));
    rig.deliver(message(0, 'RoundStart', { inningIndex: 0, pool: 6 }));
    expect(rig.context<ClientRunContext>('run').target).toBe(200);
  });
});
