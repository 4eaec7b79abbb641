/** Who gets in, who is told what, and how a run starts. */
import { describe, expect, it } from 'vitest';
import type { Plain } from '../../src/game.js';
import { createHomeRunDerby } from '../../src/machines/home-run-derby.js';
import type { LobbyContext } from '../../src/machines/lobby.js';
import { defaultRules } from '../../src/machines/rules.js';
import { type HomeRunDerbyMessages, homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import { host, hostRig, playOn, run, shortRules } from './driver.js';
import { command, joined, left, message, type Rig } from './harness.js';
import { hello, player } from './samples.js';

const lobby = (rig: Rig): LobbyContext => rig.context<LobbyContext>('lobby');

function disconnects(rig: Rig) {
  return rig.effects.filter((effect) => effect.type === 'disconnect');
}

/** What a peer that says `value` is told. */
function refusalOf(rig: Rig, value: HomeRunDerbyMessages['Hello'], peer = 9): string {
  rig.deliver(joined(peer), message(peer, 'Hello', value));
  const [refuse] = rig.sent('Refuse').slice(-1);
  const { reason } = (refuse?.value ?? { reason: '' }) as { reason: string };
  expect(refuse?.to).toBe(peer);
  expect(disconnects(rig)).toEqual([{ type: 'disconnect', peer, sentence: reason }]);
  expect(lobby(rig).strangers).not.toContain(peer);
  expect(lobby(rig).roster.map(({ id }) => id)).not.toContain(peer);
  return reason;
}

describe('Hello', () => {
  it('the right one gets Welcome with its id, and all get the roster by id, in that order', () => {
    const rig = hostRig();
    host.seat(rig, [5, 2]);
    expect(rig.sent()).toEqual([
      { to: 5, name: 'Welcome', value: { playerId: 5 } },
      { to: 'all', name: 'Roster', value: { players: [player(5)] } },
      { to: 2, name: 'Welcome', value: { playerId: 2 } },
      { to: 'all', name: 'Roster', value: { players: [player(2), player(5)] } },
    ]);
  });

  it('a player’s id is its link’s, whatever it says of itself', () => {
    const rig = hostRig();
    rig.deliver(
      joined(4),
      message(4, 'Hello', hello(0, { player: { ...player(0, 'Ann'), connected: false } })),
    );
    expect(lobby(rig).roster).toEqual([player(4, 'Ann')]);
  });

  it('the wrong protocol is refused', () => {
    expect(refusalOf(hostRig(), hello(9, { protocol: 'HRD-COOP-6' }))).toBe(
      'This game speaks HRD-COOP-7, yours speaks HRD-COOP-6.',
    );
  });

  it('the wrong version is refused', () => {
    expect(refusalOf(hostRig(), hello(9, { version: '0.9' }))).toBe(
      'This game has version 1.0, yours has 0.9.',
    );
  });

  it('a full game is refused, and has room again when somebody left', () => {
    const rig = hostRig();
    host.seat(rig, [1, 2, 3, 4]);
    expect(refusalOf(rig, hello(9))).toBe('The game is full: 4 players.');
    rig.deliver(left(9, 'closed'), left(2));
    host.seat(rig, [9]);
    expect(lobby(rig).roster.map(({ id }) => id)).toEqual([1, 3, 4, 9]);
  });

  it.each([
    ['too long a name', { name: 'é'.repeat(13) }, 'A name has 1 to 24 bytes.'],
    ['no name', { name: '' }, 'A name has 1 to 24 bytes.'],
    ['a name of spaces', { name: '   ' }, 'A name has 1 to 24 bytes.'],
    ['too long a batter id', { batterId: 'b'.repeat(25) }, 'An id has at most 24 bytes.'],
    ['too long a cosmetic id', { cosmeticIds: ['c'.repeat(25)] }, 'An id has at most 24 bytes.'],
    ['too many cosmetics', { cosmeticIds: ['a', 'b', 'c', 'd'] }, 'A player wears at most 3 cosmetics.'],
  ])('%s is refused', (_, look, sentence) => {
    expect(refusalOf(hostRig(), hello(9, { player: { ...player(9), ...look } }))).toBe(sentence);
  });

  it('names and ids of just the longest size are welcome, and a full roster of them fits a packet', () => {
    const rig = hostRig(createHomeRunDerby());
    const longest = {
      name: 'n'.repeat(24),
      batterId: 'b'.repeat(24),
      cosmeticIds: Array(3).fill('c'.repeat(24)),
    };
    for (let peer = 0; peer < defaultRules.playersMax; peer++) {
      rig.deliver(
        joined(peer),
        message(peer, 'Hello', hello(peer, { player: { ...player(peer), ...longest } })),
      );
    }
    const roster = rig.sent('Roster').at(-1)?.value as HomeRunDerbyMessages['Roster'];
    expect(roster.players).toHaveLength(8);
    expect(homeRunDerbyProtocol.encode('Roster', roster).length).toBeLessThanOrEqual(1200);
  });

  it.each([
    ['starting', (rig: Rig) => rig.deliver(command('startRun'))],
    ['inRun', (rig: Rig) => host.startRun(rig)],
  ])('in %s it is refused', (state, play) => {
    const rig = hostRig();
    host.seat(rig);
    play(rig);
    expect(rig.state('lobby')).toBe(state);
    expect(refusalOf(rig, hello(9))).toBe('A run is being played; try again after it.');
  });

  it('a second one, and one of somebody who is not linked, is refused by a rule and not answered', () => {
    const rig = hostRig();
    host.seat(rig, [1]);
    const { length } = rig.effects;
    const rule = 'lobby/hello-from-a-player';
    expect(rig.deliver(message(1, 'Hello', hello(1)), message(8, 'Hello', hello(8)))).toMatchObject([
      { kind: 'refusal', rule },
      { kind: 'refusal', rule },
    ]);
    expect(rig.effects).toHaveLength(length);
  });

  it('who does not say it in time is let go, and only that one', () => {
    const rig = hostRig();
    host.seat(rig, [1]);
    rig.deliver(joined(2));
    rig.deliver(joined(3));
    rig.deliver(left(3));
    rig.advance(shortRules.waits.helloMs - 100);
    expect(disconnects(rig)).toEqual([]);
    rig.advance(200);
    expect(disconnects(rig)).toEqual([{ type: 'disconnect', peer: 2, sentence: '' }]);
    expect(lobby(rig).strangers).toEqual([]);
    rig.advance(shortRules.waits.helloMs * 2);
    expect(disconnects(rig)).toHaveLength(1);
  });

  it('an id that is used again gets its own time', () => {
    const rig = hostRig();
    rig.deliver(joined(2));
    rig.advance(shortRules.waits.helloMs / 2);
    rig.deliver(left(2));
    rig.deliver(joined(2));
    rig.advance(shortRules.waits.helloMs - 100);
    expect(lobby(rig).strangers).toEqual([2]);
    rig.advance(200);
    expect(lobby(rig).strangers).toEqual([]);
  });

  it('before it, nothing else of a peer is acted on', () => {
    const rig = hostRig();
    rig.deliver(joined(2));
    const steps = rig.deliver(message(2, 'SetBatter', { batterId: 'x', cosmeticIds: [] }));
    expect(steps).toMatchObject([{ kind: 'refusal', rule: 'lobby/not-a-player-or-not-now' }]);
  });
});

describe('the host’s own player', () => {
  it('comes in by the game’s greeting, as everybody does', () => {
    const { name, batterId, cosmeticIds } = player(0);
    const game = createHomeRunDerby(shortRules);
    const greeting = game.host.greeting({ version: '1.0', player: { name, batterId, cosmeticIds } });
    expect(greeting.map((one) => one.name)).toEqual(['Hello']);
    const rig = hostRig(game);
    rig.deliver(joined(0), message(0, 'Hello', greeting[0]?.value as HomeRunDerbyMessages['Hello']));
    expect(lobby(rig).roster).toEqual([player(0)]);
  });

  it('cannot leave: the session is closed instead', () => {
    const rig = hostRig();
    host.seat(rig, [0, 1]);
    const steps = rig.deliver(message(0, 'Leave', {}), message(1, 'Leave', {}));
    expect(steps.map(({ kind }) => kind)).toEqual(['refusal', 'transition']);
    expect(disconnects(rig)).toEqual([{ type: 'disconnect', peer: 1, sentence: '' }]);
    expect(lobby(rig).roster.map(({ id }) => id)).toEqual([0, 1]);
    rig.deliver(left(1, 'closed'));
    expect(lobby(rig).roster).toEqual([player(0)]);
  });

  it('a host without one greets with nothing', () => {
    expect(createHomeRunDerby(shortRules).host.greeting({ version: '1.0', player: null })).toEqual([]);
  });
});

describe('SetBatter', () => {
  it('changes the look and tells all', () => {
    const rig = hostRig();
    host.seat(rig, [1, 2]);
    rig.deliver(message(2, 'SetBatter', { batterId: 'lefty', cosmeticIds: ['hat'] }));
    expect(rig.sent('Roster').at(-1)).toEqual({
      to: 'all',
      name: 'Roster',
      value: { players: [player(1), { ...player(2), batterId: 'lefty', cosmeticIds: ['hat'] }] },
    });
  });

  it('too long an id or too many cosmetics change nothing', () => {
    const rig = hostRig();
    host.seat(rig, [1]);
    const steps = rig.deliver(
      message(1, 'SetBatter', { batterId: 'b'.repeat(25), cosmeticIds: [] }),
      message(1, 'SetBatter', { batterId: 'b', cosmeticIds: ['a', 'b', 'c', 'd'] }),
    );
    expect(steps.map(({ kind }) => kind)).toEqual(['refusal', 'refusal']);
    expect(lobby(rig).roster).toEqual([player(1)]);
  });
});

describe('startRun', () => {
  it('tells exactly the connected players of the run, drawn from the seed alone', () => {
    const orders = [1, 1, 2, 3, 4, 5, 6].map((seed) => {
      const rig = hostRig(undefined, seed);
      host.startRun(rig);
      const start = rig.sent('StartRun');
      expect(start).toHaveLength(1);
      return start[0]?.value as HomeRunDerbyMessages['StartRun'];
    });
    expect(orders[0]).toEqual(orders[1]);
    expect(new Set(orders.map(({ seed }) => seed)).size).toBe(6);
    expect(new Set(orders.map(({ battingOrder }) => battingOrder.join())).size).toBeGreaterThan(1);
    for (const { battingOrder } of orders) expect([...battingOrder].sort()).toEqual([1, 2, 3]);
  });

  it('a player who leaves while it starts is not in it', () => {
    const rig = hostRig();
    host.seat(rig);
    rig.deliver(command('startRun'));
    rig.deliver(left(2));
    rig.advance(shortRules.waits.startMs);
    expect([...run(rig).setup.battingOrder].sort()).toEqual([1, 3]);
  });

  it('the last player leaves while it starts: back to gathering, no run', () => {
    const rig = hostRig();
    host.seat(rig, [1]);
    rig.deliver(command('startRun'));
    rig.deliver(left(1));
    expect(rig.state('lobby')).toBe('gathering');
    rig.advance(shortRules.waits.startMs * 2);
    expect(rig.sent('StartRun')).toEqual([]);
  });

  it('strangers hear nothing of the game', () => {
    const rig = hostRig();
    host.seat(rig, [1, 2]);
    rig.deliver(joined(3));
    rig.deliver(command('startRun'));
    rig.advance(shortRules.waits.startMs);
    rig.deliver(left(2));
    const { host: side } = rig.game;
    const members = [0, 1, 2, 3, 4].filter((peer) => side.isMember?.(rig.kernel.lookup, peer));
    expect(members).toEqual([1]);
  });

  it.each<[string, Plain]>([
    ['a difficulty out of range', { difficulty: 256 }],
    ['a negative difficulty', { difficulty: -1 }],
    ['a broken difficulty', { difficulty: 0.5 }],
    ['a difficulty in words', { difficulty: 'hard' }],
    ['too long a park id', { parkId: 'é'.repeat(33) }],
    ['a park id that is no text', { parkId: 3 }],
    ['a park id that is no Unicode', { parkId: 'park \ud800' }],
  ])('with %s is refused', (_, value) => {
    const rig = hostRig();
    host.seat(rig);
    expect(rig.deliver(command('startRun', value))).toMatchObject([
      { kind: 'refusal', rule: 'lobby/not-now-or-bad-setup' },
    ]);
  });

  it('with a difficulty of −0 it is 0: a log could not give −0 back', () => {
    const rig = hostRig();
    host.seat(rig);
    rig.deliver(command('startRun', { parkId: 'p', difficulty: -0 }));
    expect(lobby(rig).setup).toMatchObject({ parkId: 'p', difficulty: 0 });
  });

  it('with nobody there is refused', () => {
    const rig = hostRig();
    rig.deliver(joined(1));
    expect(rig.deliver(command('startRun'))).toMatchObject([{ kind: 'refusal' }]);
  });

  it('runs follow each other in one session, each with its own draw', () => {
    const rig = hostRig();
    host.startRun(rig);
    playOn(rig);
    rig.deliver(command('startRun'));
    playOn(rig);
    const seeds = rig.sent('StartRun').map(({ value }) => (value as { seed: number }).seed);
    expect(new Set(seeds).size).toBe(2);
    expect(rig.context('session')).toMatchObject({
      lastRun: { outcome: 'won', innings: [{ index: 0 }, { index: 1 }] },
    });
  });
});
