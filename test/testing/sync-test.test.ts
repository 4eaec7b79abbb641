/** `syncTest`: a game that follows from its inputs is identical, one that does not is told by name. */
import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { InvariantError } from '../../src/errors.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { randomOf } from '../../src/random.js';
import { syncTest } from '../../src/testing/sync-test.js';
import { tinyGame } from '../session/tiny-game.js';

const counter = (count: (before: number) => number) =>
  tinyGame(
    setup({ types: {} as { context: { count: number }; events: { type: 'Nudge' } } }).createMachine({
      id: 'counter',
      context: { count: 0 },
      on: { Nudge: { actions: assign({ count: ({ context }) => count(context.count) }) } },
    }),
  );

const nudges = [1, 2, 3].map((from) => ({ from, send: 'Nudge', value: { by: 1 } }) as never);
const look = { name: 'Ann', batterId: 'rookie', cosmeticIds: [] };
const hello = { protocol: 'HRD-COOP-7', version: '1', player: { ...look, id: 0, connected: true } };

describe('syncTest', () => {
  it('of the Home Run Derby is identical, draws, timers and leaving included', async () => {
    const report = await syncTest(
      homeRunDerby,
      [
        { joins: 0 },
        { from: 0, send: 'Hello', value: hello },
        { joins: 2 },
        { from: 2, send: 'Hello', value: hello },
        { from: 2, send: 'ShopReady', value: {} },
        { command: 'startRun', value: null },
        { waitMs: 2_000 },
        { from: 0, send: 'IntroDone', value: {} },
        { from: 2, send: 'IntroDone', value: {} },
        { waitMs: 60_000 },
        { leaves: 2 },
        { waitMs: 600_000 },
      ],
      { options: { version: '1', player: null } },
    );
    expect(report).toMatchObject({ verdict: 'identical', firstDivergence: null });
    expect(report.refused).toEqual([{ index: 4, rule: 'actor/not-running' }]);
    expect(report.transitions).toBeGreaterThan(20);
    expect(report.digest).toMatch(/^[0-9a-f]{16}$/);
  });

  it('finds a machine that remembers something beside its context', async () => {
    let calls = 0;
    const { verdict, firstDivergence } = await syncTest(
      counter((before) => before + (++calls === 5 ? 2 : 1)),
      nudges,
    );
    expect(verdict).toBe('diverged');
    expect(firstDivergence).toMatchObject({
      frame: 2,
      actor: 'session',
      event: 'Nudge',
      field: 'count',
      expected: 2,
      actual: 3,
    });
  });

  it('finds one that draws chance it kept from before', async () => {
    const { random } = Math;
    const { firstDivergence } = await syncTest(
      counter(() => random()),
      nudges,
    );
    expect(firstDivergence?.sentence).toContain('count');
    await expect(
      syncTest(
        counter(() => Math.random()),
        nudges,
      ),
    ).rejects.toMatchObject({ code: 'machine/impure' });
  });

  it('finds one that changes its context in place', async () => {
    const machine = setup({
      types: {} as { context: { count: number }; events: { type: 'Nudge' } },
    }).createMachine({
      id: 'counter',
      context: { count: 0 },
      on: {
        Nudge: {
          actions: ({ context }) => {
            context.count++;
          },
        },
      },
    });
    await expect(syncTest(tinyGame(machine), nudges)).rejects.toMatchObject({ code: 'machine/failed' });
  });

  it('plays by the seed and the side it is given', async () => {
    const draws = tinyGame(
      setup({ types: {} as { context: { drawn: number } } }).createMachine({
        id: 'draws',
        context: { drawn: 0 },
        entry: assign({ drawn: ({ system }) => randomOf(system, 'any').integer(0, 1_000_000) }),
      }),
    );
    const digestOf = async (seed: number) => (await syncTest(draws, [], { seed })).digest;
    expect(await digestOf(1)).toBe(await digestOf(1));
    expect(await digestOf(1)).not.toBe(await digestOf(2));
    const client = await syncTest(homeRunDerby, [{ joins: 0 }], {
      role: 'client',
      options: { version: '1', player: look },
    });
    expect(client.transitions).toBe(2);
  });

  const pose = { t: 0, aim: [0, 0], hands: [0, 0, 0], direction: [0, 0, 1], twist: 0 };
  it.each([
    [{}, 'it is one of joins, leaves, send, command and waitMs'],
    [{ joins: 1, waitMs: 5 }, 'it is one of'],
    [{ joins: 256 }, 'a peer is 0 to 255, not 256'],
    [{ from: 1.5, send: 'ShopReady', value: {} }, 'a peer is 0 to 255, not 1.5'],
    [{ send: 'ShopReady', value: {} }, 'a peer is 0 to 255, not undefined'],
    [{ waitMs: Number.POSITIVE_INFINITY }, 'waitMs is 0 to 3600000, not Infinity'],
    [{ waitMs: -1 }, 'waitMs is 0 to 3600000, not -1'],
    [{ from: 0, send: 'AtBatPose', value: pose }, 'AtBatPose is superseded, so no machine hears it'],
  ])('refuses %o by its place', async (input, problem) => {
    const options = { options: { version: '1', player: null } } as const;
    const played = syncTest(homeRunDerby, [{ joins: 2 }, input as never], options);
    await expect(played).rejects.toThrow(InvariantError);
    await expect(played).rejects.toThrow(`Input 1 cannot be played: ${problem}`);
  });
});
