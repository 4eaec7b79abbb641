import { fileURLToPath } from 'node:url';
import type { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createMemoryStore, type LinkEnd, type Session } from '../../src/index.js';
import type { DerbyTypes } from '../../src/machines/home-run-derby.js';
import { hostLocalUdp, joinLocalUdp } from '../../src/transports/local-udp/index.js';
import { runNode, waitFor } from '../support/spawn.js';
import { hostOn, joinOn, setTable, startRun, startTurn, type Table, verifyStore } from './table.js';

const FIXTURE = fileURLToPath(new URL('./fixtures/close-and-exit.mjs', import.meta.url));

/** What a session's observables do: the names of those that completed. */
function watchEnds(session: Session<DerbyTypes>): Set<string> {
  const ended = new Set<string>();
  const { view$, received$, notice$, linkEnded$ } = session;
  const streams: Record<string, Observable<unknown>> = { view$, received$, notice$, linkEnded$ };
  for (const [name, stream$] of Object.entries(streams))
    stream$.subscribe({ complete: () => ended.add(name) });
  return ended;
}

const phases: readonly (readonly [string, (table: Table) => void])[] = [
  ['before its first frame', () => undefined],
  ['in the lobby', (table) => table.run(10)],
  [
    'while a run starts',
    (table) => {
      table.run(10);
      table.host.command('startRun', null);
      table.run(10);
    },
  ],
  ['in the intro', startRun],
  ['in a turn', startTurn],
];

describe('close', () => {
  it.each(phases)(
    'of the host %s: clients are told, nothing is left, and the log verifies',
    async (_name, play) => {
      const store = createMemoryStore();
      const table = await setTable({ names: ['Ann', 'Bo', 'Cy'], store });
      play(table);
      const ended = watchEnds(table.host);
      const closing = table.host.close();
      expect(table.host.close()).toBe(closing);
      expect(table.host.isOver).toBe(true);
      await Promise.resolve();
      table.run(3);
      await closing;
      table.run(3);
      expect([...ended].sort()).toEqual(['linkEnded$', 'notice$', 'received$', 'view$']);
      expect(table.host.view.phase).toBe('closed');
      for (const client of table.clients) {
        expect(client.view).toMatchObject({ phase: 'lost', ending: 'The host closed the session.' });
        expect(client.isOver).toBe(true);
      }
      expect(verifyStore(store).verdict).toBe('identical');
    },
  );

  it.each(phases)('of a client %s: the host sees it leave, and it sees itself left', async (_name, play) => {
    const table = await setTable({ names: ['Ann', 'Bo', 'Cy'] });
    play(table);
    const [bo] = table.clients;
    const isLinked = bo?.localPeer !== undefined;
    const ends: [number, LinkEnd][] = [];
    table.host.linkEnded$.subscribe(({ peer, end }) => ends.push([peer, end]));
    const closing = bo?.close();
    await Promise.resolve();
    table.run(5);
    await closing;
    table.run(5);
    expect(bo?.view.phase).toBe('left');
    if (isLinked) expect(ends).toEqual([[1, expect.stringMatching(/left|closed/)]]);
    const bos = table.host.view.roster.filter(({ name, connected }) => name === 'Bo' && connected);
    expect(bos).toEqual([]);
    expect(table.host.view.roster.some(({ name }) => name === 'Cy')).toBe(true);
  });

  it('throws at every call after it, and frames do nothing', async () => {
    const table = await setTable({ names: ['Ann'] });
    await table.host.close();
    const closed = expect.objectContaining({ code: 'session/closed' });
    expect(() => table.host.command('startRun', null)).toThrow(closed);
    expect(() => table.host.send('IntroDone', {})).toThrow(closed);
    const { frames, digest } = table.host.log;
    table.run(5);
    expect(table.host.log).toMatchObject({ frames, digest });
    expect(table.host.links).toEqual([]);
  });

  it('may be called in the middle of a frame, by whatever the session tells', async () => {
    const table = await setTable();
    startTurn(table);
    const [bo] = table.clients;
    bo?.linkEnded$.subscribe(() => void bo.close());
    table.host.select(({ turn }) => turn).subscribe((turn) => turn === null && void table.host.close());
    const closing = table.host.close();
    await Promise.resolve();
    table.run(5);
    await closing;
    table.run(5);
    await bo?.close();
    expect(bo?.view.phase).toBe('lost');
    expect(table.host.view.phase).toBe('closed');
  });

  it.each([
    ['client first', 'left closed'],
    ['host first', 'lost closed'],
  ])(
    'leaves no socket and no timer over real sockets, %s: the process ends by itself',
    async (order, phases) => {
      const { exitCode, stdout, stderr } = await runNode([FIXTURE, order]);
      expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: phases, stderr: '' });
    },
  );
});

describe('a loop of its own', () => {
  it('brings host and client into the lobby, and stops at close', async () => {
    const transport = await hostLocalUdp();
    const host = await hostOn(transport, { name: 'Ann', loop: 'own' });
    const client = await joinOn(await joinLocalUdp({ port: transport.port }), { name: 'Bo', loop: 'own' });
    host.frame(1e9);
    expect(host.frameNumber).toBe(0);
    const signal = AbortSignal.timeout(10_000);
    const view = await client.until(({ roster }) => roster.length === 2, { signal });
    expect(view.roster.map(({ name }) => name)).toEqual(['Ann', 'Bo']);
    await waitFor(() => host.links[0]?.roundTripMs !== undefined, 10_000, 'a round trip');
    expect(host.links).toMatchObject([{ peer: 1 }]);
    const closing = client.close();
    await closing;
    await host.close();
    const { frameNumber } = host;
    await new Promise((resolve) => setImmediate(resolve));
    expect(host.frameNumber).toBe(frameNumber);
  });

  it('takes the time from the clock it is given', async () => {
    let nowMs = 0;
    const transport = await hostLocalUdp();
    const clock = { now: () => nowMs };
    const host = await hostOn(transport, { name: 'Ann', loop: 'own', clock });
    await waitFor(
      () => {
        nowMs += 17;
        return host.view.roster.length === 1;
      },
      10_000,
      'Ann in her own lobby',
    );
    expect(host.frameNumber).toBeLessThanOrEqual(Math.floor((nowMs * 60) / 1000));
    await host.close();
  });
});
