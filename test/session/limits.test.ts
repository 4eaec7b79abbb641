/** What one side, or one mistake, cannot do to a session. */

import { describe, expect, it } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { createMemoryStore, HOST_PEER, openLog, SessionError, verify } from '../../src/index.js';
import {
  createHomeRunDerby,
  defaultRules,
  homeRunDerby,
  homeRunDerbyProtocol,
} from '../../src/machines/home-run-derby.js';
import { hostOn, joinOn, setTable } from './table.js';
import { tinyGame } from './tiny-game.js';

const big = 'x'.repeat(500);
const feed = {
  batter: 1,
  headline: big,
  r: 0,
  g: 0,
  b: 0,
  teamScore: 0,
  homeRun: false,
  wasOut: false,
  distanceFt: 0,
};

describe('a peer that floods', () => {
  it('is let go before it can fill the log, admitted or not, and the session goes on', async () => {
    const store = createMemoryStore();
    const table = await setTable({ store });
    const flooder = table.loopback.connect();
    const ends: string[] = [];
    const bytes = homeRunDerbyProtocol.encode('PlayFeed', feed);
    for (let frame = 0; frame < 600; frame++) {
      flooder.poll({
        opened: () => undefined,
        received: () => undefined,
        closed: (_peer, end) => ends.push(end),
      });
      for (let count = 0; count < 20; count++) flooder.send(HOST_PEER, bytes, 'reliable');
      flooder.flush();
      table.run(1);
    }
    expect(ends).toEqual(['refused']);
    expect(table.notices.some(({ kind, peer }) => kind === 'overflow' && peer === 2)).toBe(true);
    expect(table.host.isOver).toBe(false);
    const size = store.readAll('session').reduce((sum, record) => sum + record.bytes.length, 0);
    expect(size).toBeLessThan(400_000);
    expect(table.host.view.roster.map(({ name }) => name)).toEqual(['Ann', 'Bo']);
    await Promise.all([
      flooder.close(),
      ...table.clients.map((client) => client.close()),
      table.host.close(),
    ]);
  });

  it('of the local player’s own making is refused, and the next frame has room again', async () => {
    const table = await setTable();
    table.run(5);
    const look = { batterId: 'rookie', cosmeticIds: [] };
    const results = Array.from({ length: 300 }, () => table.host.send('SetBatter', look));
    expect(results.filter(({ ok }) => ok).length).toBe(256);
    expect(results.at(-1)).toMatchObject({ ok: false, rule: 'session/queue-full' });
    table.run(1);
    expect(table.host.send('SetBatter', look).ok).toBe(true);
    const commands = Array.from({ length: 70 }, () => table.host.command('startRun', null));
    expect(commands.filter(({ ok }) => ok).length).toBe(64);
    expect(commands.at(-1)).toMatchObject({ rule: 'session/queue-full' });
    await Promise.all([...table.clients.map((client) => client.close()), table.host.close()]);
  });
});

describe('a command', () => {
  it('acts on what the log gives back: undefined fields are none, later changes by the caller nothing', async () => {
    const store = createMemoryStore();
    const table = await setTable({ store });
    table.run(5);
    const command = { difficulty: 2, parkId: undefined } as { difficulty: number };
    expect(table.host.command('startRun', command as never)).toEqual({ ok: true });
    command.difficulty = 200;
    table.run(100);
    expect(table.host.view.phase).toBe('intro');
    await Promise.all([...table.clients.map((client) => client.close()), table.host.close()]);
    const log = await openLog(store, 'session');
    expect(verify({ log, game: homeRunDerby }).firstDivergence).toBeNull();
  });

  it.each([
    ['a BigInt', { difficulty: 1n }],
    ['a function', { difficulty: () => 1 }],
    ['a Date', { difficulty: new Date(0) }],
    ['NaN', { difficulty: Number.NaN }],
  ])('with %s is refused by name', async (_what, value) => {
    const table = await setTable({ names: ['Ann'] });
    expect(() => table.host.command('startRun', value as never)).toThrow(
      expect.objectContaining({ code: 'wire/bad-value' }),
    );
    await table.host.close();
  });
});

describe('a received message', () => {
  it('is frozen: nobody who is shown it can change what an actor decides by', async () => {
    const table = await setTable();
    const shown: { name: string; value: unknown }[] = [];
    table.clients[0]?.received$.subscribe((message) => shown.push(message));
    table.run(10);
    table.host.command('startRun', null);
    table.run(100);
    const start = shown.find(({ name }) => name === 'StartRun')?.value as { battingOrder: number[] };
    expect(() => start.battingOrder.reverse()).toThrow(TypeError);
    await Promise.all([...table.clients.map((client) => client.close()), table.host.close()]);
  });
});

describe('actor logic that cannot be recorded', () => {
  it('is refused by name: a promise', async () => {
    const slow = fromPromise(async () => 1);
    const root = setup({ actors: { slow } }).createMachine({
      id: 'session',
      invoke: { src: 'slow', id: 'slow' },
    });
    const table = await setTable({ names: [] });
    await expect(hostOn(table.loopback.host, { game: tinyGame(root) as never, name: 'Ann' })).rejects.toThrow(
      expect.objectContaining({
        code: 'machine/unrecorded-actor',
        message: expect.stringContaining('"slow"'),
      }),
    );
    await table.host.close();
  });

  it('is refused by name: a machine started by value', async () => {
    const child = setup({}).createMachine({ id: 'child', initial: 'on', states: { on: {} } });
    const root = setup({ types: {} as { context: { ref: unknown } } }).createMachine({
      id: 'session',
      context: { ref: null },
      on: {
        'command.go': {
          actions: assign(({ spawn }) => void spawn(child as never, { id: 'hidden' } as never) as never),
        },
      },
    });
    const table = await setTable({ names: [] });
    const host = await hostOn(table.loopback.host, { game: tinyGame(root) as never, name: 'Ann' });
    const faults: unknown[] = [];
    host.notice$.subscribe(({ error }) => faults.push(error));
    host.frame(0);
    host.command('go' as never, null as never);
    host.frame(100);
    expect(faults).toMatchObject([{ code: 'machine/unrecorded-actor' }]);
    expect(host.isOver).toBe(true);
    await host.close();
    await table.host.close();
  });
});

describe('until', () => {
  it('rejects when the session is refused, also when asked afterwards', async () => {
    const table = await setTable();
    const late = await joinOn(table.loopback.connect(), { game: homeRunDerby, name: 'x'.repeat(40) });
    table.seat(late);
    const waiting = late.until(({ phase }) => phase === 'lobby');
    const refused = late.until(({ phase }) => phase === 'refused');
    table.run(20);
    await expect(waiting).rejects.toMatchObject({ code: 'session/lost' });
    await expect(refused).resolves.toMatchObject({ phase: 'refused' });
    await expect(late.until(({ phase }) => phase === 'lobby')).rejects.toBeInstanceOf(SessionError);
    await Promise.all([late.close(), ...table.clients.map((client) => client.close()), table.host.close()]);
  });
});

describe('the host’s own player', () => {
  it('is told when it is refused', async () => {
    const table = await setTable({ names: ['x'.repeat(40)] });
    table.run(3);
    expect(table.notices).toContainEqual(
      expect.objectContaining({ kind: 'refused', peer: 0, sentence: expect.stringContaining('24 bytes') }),
    );
    await table.host.close();
  });
});

describe('rules', () => {
  it('whose roster no message can carry are refused where declared', () => {
    expect(() => createHomeRunDerby({ ...defaultRules, playersMax: 61 })).toThrow('roster');
  });
});

describe('a stall', () => {
  it('lets what arrived meanwhile be acted on before the waits that ended within it', async () => {
    const table = await setTable();
    const late = await joinOn(table.loopback.connect(), { game: homeRunDerby, name: 'Cy' });
    table.seat(late);
    table.run(2);
    // The late one's Hello lies in the host's queue; 11 s are longer than the host waits for it.
    table.host.frame(table.now() + 11_000);
    table.host.frame(table.now() + 11_100);
    expect(table.host.view.roster.map(({ name }) => name)).toEqual(['Ann', 'Bo', 'Cy']);
    await Promise.all([late.close(), ...table.clients.map((client) => client.close()), table.host.close()]);
  });
});
