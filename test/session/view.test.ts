import { describe, expect, it } from 'vitest';
import { createLoopback } from '../../src/index.js';
import type { DerbyView } from '../../src/machines/view.js';
import { hostOn, joinOn, setTable, startRun, startTurn } from './table.js';

/** A signal that says how many listeners it has. */
function watchedSignal(): { controller: AbortController; listeners(): number } {
  const controller = new AbortController();
  const { signal } = controller;
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    count++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    count--;
    remove(...args);
  };
  return { controller, listeners: () => count };
}

describe('view', () => {
  it('shows the same roster on every side, in order of ids, and takes out who leaves', async () => {
    const table = await setTable({ names: ['Ann', 'Bo', 'Cy'] });
    table.run(10);
    for (const { view } of [table.host, ...table.clients]) {
      expect(view.phase).toBe('lobby');
      expect(view.roster.map(({ id, name }) => `${id} ${name}`)).toEqual(['0 Ann', '1 Bo', '2 Cy']);
    }
    expect([table.host, ...table.clients].map(({ view }) => view.me)).toEqual([0, 1, 2]);
    await table.clients[0]?.close();
    table.run(5);
    expect(table.host.view.roster.map(({ name }) => name)).toEqual(['Ann', 'Cy']);
    expect(table.clients[1]?.view.roster.map(({ name }) => name)).toEqual(['Ann', 'Cy']);
  });

  it('says whom a gate waits for, on every side', async () => {
    const table = await setTable({ names: ['Ann', 'Bo', 'Cy'] });
    startRun(table);
    const [bo, cy] = table.clients;
    const gates = () => [table.host, ...table.clients].map(({ view }) => view.gate?.sentence);
    for (const sentence of gates()) {
      expect(sentence).toMatch(/^Waiting for (Ann|Bo|Cy), (Ann|Bo|Cy) and (Ann|Bo|Cy)$/);
    }
    table.host.send('IntroDone', {});
    cy?.send('IntroDone', {});
    table.run(5);
    expect(gates()).toEqual(['Waiting for Bo', 'Waiting for Bo', 'Waiting for Bo']);
    bo?.send('IntroDone', {});
    table.run(5);
    expect(gates()).toEqual([undefined, undefined, undefined]);
    expect(table.host.view.phase).toBe('inning');
  });

  it('emits once a frame that changed something, and not in the others', async () => {
    const table = await setTable();
    const views: DerbyView[] = [];
    table.host.view$.subscribe((view) => views.push(view));
    table.run(10);
    const quiet = views.length;
    expect(quiet).toBeGreaterThan(1);
    table.run(100);
    expect(views).toHaveLength(quiet);
    expect(new Set(views).size).toBe(quiet);
    expect(table.host.view).toBe(views.at(-1));
  });

  it('emits a selected part only when it became another', async () => {
    const table = await setTable({ names: ['Ann', 'Bo', 'Cy'] });
    const counts: number[] = [];
    const phases: string[] = [];
    table.host.select((view) => view.roster.length).subscribe((count) => counts.push(count));
    table.host.select((view) => view.phase).subscribe((phase) => phases.push(phase));
    startTurn(table);
    expect(counts).toEqual([0, 1, 3]);
    expect(phases).toEqual(['lobby', 'starting', 'intro', 'inning']);
  });

  it('shows the plays of the turn in the feed, on every side', async () => {
    const table = await setTable({ names: ['Ann', 'Bo'] });
    startTurn(table);
    const batter = table.host.view.turn?.batter;
    const session = batter === 0 ? table.host : table.clients[0];
    const begin = { batter: batter ?? 0, batUpgradeId: '', outs: 0, ringRadius: 1, teamScore: 0 };
    expect(session?.send('AtBatBegin', begin)).toEqual({ ok: true });
    table.run(3);
    for (const distanceFt of [401, 402]) {
      session?.send('PlayFeed', {
        ...{ batter: 9, headline: `${distanceFt} ft`, r: 1, g: 2, b: 3 },
        ...{ teamScore: distanceFt, homeRun: true, wasOut: false, distanceFt },
      });
      table.run(3);
    }
    for (const { view } of [table.host, ...table.clients]) {
      expect(view.feed.map(({ headline }) => headline)).toEqual(['401 ft', '402 ft']);
      expect(view.feed.map((play) => play.batter)).toEqual([batter, batter]);
    }
  });
});

describe('until', () => {
  it('resolves with the view that fits, at once when it is there already', async () => {
    const table = await setTable();
    const [bo] = table.clients;
    const later = bo?.until((view) => view.phase === 'lobby');
    table.run(10);
    expect(await later).toBe(bo?.view);
    expect(await bo?.until((view) => view.phase === 'lobby')).toBe(bo?.view);
  });

  it('rejects when the session is closed before, and after', async () => {
    const host = await hostOn(createLoopback().host, { name: 'Ann' });
    const never = host.until(() => false);
    const outcome = expect(never).rejects.toMatchObject({ code: 'session/lost' });
    await host.close();
    await outcome;
    await expect(host.until(() => true)).rejects.toMatchObject({ code: 'session/lost' });
  });

  it('rejects when its signal fires, or had fired, and leaves no listener behind', async () => {
    const host = await hostOn(createLoopback().host, { name: 'Ann' });
    const { controller, listeners } = watchedSignal();
    const { signal } = controller;
    await host.until(() => true, { signal });
    expect(listeners()).toBe(0);
    const outcome = expect(host.until(() => false, { signal })).rejects.toMatchObject({
      code: 'session/aborted',
    });
    expect(listeners()).toBe(1);
    controller.abort();
    await outcome;
    expect(listeners()).toBe(0);
    let asked = 0;
    const late = host.until(() => ++asked > 0, { signal });
    await expect(late).rejects.toMatchObject({ code: 'session/aborted' });
    expect(asked).toBe(0);
  });

  it('asks no more once it is settled', async () => {
    const table = await setTable();
    const controller = new AbortController();
    let asked = 0;
    const never = table.host.until(() => ++asked < 0, { signal: controller.signal });
    const outcome = expect(never).rejects.toMatchObject({ code: 'session/aborted' });
    expect(asked).toBe(1);
    controller.abort();
    await outcome;
    table.run(10);
    expect(asked).toBe(1);
  });

  it('rejects with what its condition throws, and the session goes on', async () => {
    const table = await setTable();
    const wrong = table.host.until(() => {
      throw new RangeError('no such thing');
    });
    await expect(wrong).rejects.toThrow('no such thing');
    table.run(10);
    expect(table.clients[0]?.view.phase).toBe('lobby');
  });

  it('waits for a refusal as for anything else', async () => {
    const table = await setTable({ names: ['Ann'] });
    const client = await joinOn(table.loopback.connect(), { name: 'Bo', version: '0' });
    table.seat(client);
    const refused = client.until(({ phase }) => phase === 'refused');
    table.run(10);
    expect((await refused).ending).toBe('This game has version 1, yours has 0.');
  });
});
