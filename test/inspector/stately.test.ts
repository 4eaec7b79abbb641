/**
 * What the Stately inspector is told. The shapes are those of statelyai/inspect, src/types.ts: StatelyActorEvent,
 * StatelyEventEvent, StatelySnapshotEvent.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createMachine } from 'xstate';
import { createInspector } from '../../src/inspector/index.js';
import { machineConfig } from '../../src/inspector/stately/config.js';
import { connectStately } from '../../src/inspector/stately/connect.js';
import type { StatelyEvent } from '../../src/inspector/stately/events.js';
import { stateValue } from '../../src/inspector/stately/state-value.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { chartsOf } from '../../src/session/chart.js';
import type { Log } from '../../src/store/log.js';
import { openLogFile } from '../../src/store/open-log-file.js';
import { GOLDEN_RUN } from '../support/inspector.js';
import { waitFor } from '../support/spawn.js';
import { FollowedLog } from './followed-session.js';

let log: Log;
beforeAll(async () => {
  log = await openLogFile(GOLDEN_RUN);
});

const servers: WebSocketServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate();
    server.close();
  }
});

/** What stands between a program and the inspector's window. */
async function relay() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  await once(server, 'listening');
  const events: StatelyEvent[] = [];
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data: Buffer) => events.push(JSON.parse(String(data)) as StatelyEvent));
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, events, sockets };
}

describe('connectStately', () => {
  it('tells actors, events and snapshots as that inspector reads them', async () => {
    const { url, events, sockets } = await relay();
    const session = new FollowedLog(log);
    connectStately(session, { url, now: () => 1234.5 });
    await waitFor(() => session.isObserved, 10_000, 'the connection');
    session.run(log.batches.length);
    session.end();
    await waitFor(() => sockets[0]?.readyState === 3, 10_000, 'the end');

    const kinds = new Set(events.map(({ type }) => type));
    expect(kinds).toEqual(new Set(['@xstate.actor', '@xstate.event', '@xstate.snapshot']));
    for (const event of events) {
      expect(event).toMatchObject({ rootId: 'session', createdAt: '1235', _version: expect.any(String) });
      expect(event.sessionId).toEqual(expect.any(String));
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const actors = events.filter((event) => event.type === '@xstate.actor');
    expect(actors[0]).toMatchObject({ name: 'session', snapshot: { status: 'active' } });
    expect(actors.find(({ name }) => name === 'run')).toMatchObject({ parentId: 'session' });
    const snapshots = events.filter((event) => event.type === '@xstate.snapshot');
    expect(snapshots.some(({ snapshot }) => typeof snapshot.value === 'object')).toBe(true);
    expect(new Set(snapshots.map(({ snapshot }) => snapshot.status))).toEqual(
      new Set(['active', 'done', 'stopped']),
    );
  });

  it('tells a function just as well, until told to stop', async () => {
    const events: StatelyEvent[] = [];
    const session = new FollowedLog(log);
    const stop = connectStately(session, { send: (event) => events.push(event) });
    session.run(10);
    await waitFor(() => events.length > 10, 10_000, 'events');
    stop();
    expect(session.isObserved).toBe(false);
  });

  it('does not mind an inspector that is not there', async () => {
    const session = new FollowedLog(log);
    const stop = connectStately(session, { url: 'ws://127.0.0.1:9' });
    session.run(5);
    expect(session.isObserved).toBe(false);
    stop();
  });
});

describe('what connectStately is given', () => {
  it.each(['nonsense', 'http://127.0.0.1:9', 'ws://127.0.0.1:9/#top'])('is refused when it is %s', (url) => {
    expect(() => connectStately(new FollowedLog(log), { url })).toThrow('is no ws:// address');
  });
});

describe('a chart as a config', () => {
  it('may have events called as what every object has', () => {
    const leaf = { type: 'atomic', transitions: [], invokes: [], entry: [], exit: [], states: {} } as const;
    const transitions = ['constructor', '__proto__'].map((event) => ({ event, targets: [], actions: ['a'] }));
    const config = JSON.parse(JSON.stringify(machineConfig('odd', { ...leaf, transitions })));
    expect(Object.entries(config.on)).toEqual([
      ['constructor', [{ actions: ['a'] }]],
      ['__proto__', [{ actions: ['a'] }]],
    ]);
  });

  it('makes the same machine: states, initial ones and events', () => {
    const charts = chartsOf(homeRunDerby.host.root);
    expect(Object.keys(charts).length).toBeGreaterThan(2);
    for (const [id, chart] of Object.entries(charts)) {
      const machine = createMachine(JSON.parse(JSON.stringify(machineConfig(id, chart))));
      const again = chartsOf(machine)[id];
      expect(Object.keys(again?.states ?? {}), id).toEqual(Object.keys(chart.states));
      expect(again?.initial, id).toBe(chart.initial);
      for (const { event, targets } of chart.transitions)
        expect(again?.transitions, id).toContainEqual(expect.objectContaining({ event, targets }));
    }
  });

  it('has states as XState has them', () => {
    expect(stateValue('open')).toBe('open');
    expect(stateValue('open.lobby')).toEqual({ open: 'lobby' });
    expect(stateValue('a.b & c')).toEqual({ a: 'b', c: {} });
    expect(stateValue('a.b.c & d.e')).toEqual({ a: { b: 'c' }, d: 'e' });
  });
});

describe('createInspector', () => {
  it('serves a session until it is closed', async () => {
    const session = new FollowedLog(log);
    const { url, close } = await createInspector(session, { title: 'tonight' });
    expect(await (await fetch(new URL('feeds', url))).json()).toEqual([{ title: 'tonight', live: true }]);
    expect(session.isObserved).toBe(false);
    await close();
    await expect(fetch(url)).rejects.toThrow();
  });
});
