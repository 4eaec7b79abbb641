/** The intro and the shop: who is waited for, in which order, and what ends the wait. */
import { describe, expect, it } from 'vitest';
import type { PeerId } from '../../src/peers.js';
import { host, hostRig, PLAYERS, run, shortRules } from './driver.js';
import { left, message, type Rig } from './harness.js';

const gates = [
  {
    gate: 'intro',
    ready: 'IntroDone',
    rule: 'run/no-intro-or-already-done',
    limitMs: shortRules.waits.introMs,
    open: host.startRun,
  },
  {
    gate: 'shop',
    ready: 'ShopReady',
    rule: 'run/no-shop-or-already-ready',
    limitMs: shortRules.waits.shopMs,
    open: host.openShop,
  },
] as const;

const orders: readonly (readonly PeerId[])[] = [
  [1, 2, 3],
  [1, 3, 2],
  [2, 1, 3],
  [2, 3, 1],
  [3, 1, 2],
  [3, 2, 1],
];

describe.each(gates)('the $gate gate', ({ gate, ready, rule, limitMs, open }) => {
  const opened = (): Rig => {
    const rig = hostRig();
    open(rig);
    expect(rig.state('run')).toBe(gate);
    return rig;
  };
  const isReady = (peer: PeerId) => message(peer, ready, {});

  it.each([
    [1, 2],
    [2, 1],
  ])('players %i and %i ready in the same frame both count', (one, other) => {
    const rig = opened();
    rig.deliver(isReady(one), isReady(other));
    expect(run(rig).ready).toEqual([one, other]);
    expect(rig.state('run')).toBe(gate);
    rig.deliver(isReady(3));
    expect(rig.state('run')).toBe('inning.batting');
  });

  it.each(orders)('all ready in one frame, in the order %i %i %i, opens it', (...peers) => {
    const rig = opened();
    const turns = rig.sent('TurnStart').length;
    const steps = rig.deliver(...peers.map(isReady));
    expect(steps.filter(({ kind }) => kind === 'refusal')).toEqual([]);
    expect(rig.state('run')).toBe('inning.batting');
    expect(rig.sent('TurnStart')).toHaveLength(turns + 1);
  });

  it('a player is ready once: the second time is refused', () => {
    const rig = opened();
    const steps = rig.deliver(isReady(1), isReady(1));
    expect(steps.at(-1)).toEqual({ kind: 'refusal', cause: 2, actor: 'run', event: ready, rule });
    expect(run(rig).ready).toEqual([1]);
  });

  it('ready from nobody of the run is refused', () => {
    const rig = opened();
    const steps = rig.deliver(isReady(0), isReady(77));
    expect(steps).toMatchObject([
      { kind: 'refusal', rule },
      { kind: 'refusal', rule },
    ]);
  });

  it.each([
    ['leaves, then the other is ready', [left(2), isReady(3)]],
    ['leaves after the other is ready', [isReady(3), left(2)]],
    ['is ready and leaves in one frame', [isReady(2), left(2), isReady(3)]],
  ])('one of the last two %s: it opens once', (_, inputs) => {
    const rig = opened();
    const before = rig.sent('RoundStart').length;
    rig.deliver(isReady(1));
    rig.deliver(...inputs);
    expect(rig.state('run')).toBe('inning.batting');
    expect(rig.sent('RoundStart')).toHaveLength(before + 1);
    expect(run(rig).connected).not.toContain(2);
  });

  it('opens by its limit, not a frame earlier', () => {
    const rig = opened();
    rig.deliver(isReady(1));
    rig.advance(limitMs - 1000);
    expect(rig.state('run')).toBe(gate);
    rig.advance(1000);
    expect(rig.state('run')).toBe('inning.batting');
  });

  it('when it is open, ready is refused', () => {
    const rig = opened();
    rig.deliver(...PLAYERS.map(isReady));
    expect(rig.deliver(isReady(1))).toMatchObject([{ kind: 'refusal', rule }]);
  });
});

describe('what the gates tell', () => {
  it('the intro tells all who is still reading, after each', () => {
    const rig = hostRig();
    host.startRun(rig);
    rig.deliver(message(2, 'IntroDone', {}));
    rig.deliver(message(3, 'IntroDone', {}));
    const told = rig.sent('IntroProgress');
    expect(told.map(({ to }) => to)).toEqual(['all', 'all']);
    const waiting = (without: readonly PeerId[]) =>
      run(rig).setup.battingOrder.filter((peer) => !without.includes(peer));
    expect(told.map(({ value }) => value)).toEqual([
      { done: 1, total: 3, playerIds: waiting([2]) },
      { done: 2, total: 3, playerIds: waiting([2, 3]) },
    ]);
  });

  it('the shop tells all who is ready, and a player ready before it opens counts', () => {
    const rig = hostRig();
    host.clearInning(rig);
    expect(rig.state('run')).toBe('roundEnd');
    rig.deliver(message(3, 'ShopReady', {}));
    rig.advance(shortRules.waits.roundEndMs);
    expect(rig.state('run')).toBe('shop');
    rig.deliver(message(1, 'ShopReady', {}));
    expect(rig.sent('ReadyState').map(({ value }) => value)).toEqual([
      { playerIds: [3] },
      { playerIds: [3, 1] },
    ]);
  });

  it('all ready before the shop opens: it is passed in one step', () => {
    const rig = hostRig();
    host.clearInning(rig);
    rig.deliver(...PLAYERS.map((peer) => message(peer, 'ShopReady', {})));
    rig.advance(shortRules.waits.roundEndMs);
    expect(rig.state('run')).toBe('inning.batting');
  });
});
