import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  branchLog,
  createLoopback,
  createMemoryStore,
  fold,
  type Log,
  loadHashes,
  type MemoryDisk,
  type MemoryStore,
  type Notice,
  readLog,
  SessionError,
} from '../../src/index.js';
import { BATCH_KIND, decodeInputs } from '../../src/store/batch.js';
import { createFileStore } from '../../src/store/file-store.js';
import { temporaryDirectory } from '../store/temporary-directory.js';
import { hostOn, joinOn, setTable, startRun, startTurn, type Table, verifyStore } from './table.js';

const hashes = await loadHashes();
const logOf = (store: MemoryStore, session = 'session'): Log => readLog(store.readAll(session), hashes);

/** A table whose host was killed, as far as its log can tell: a copy of the disk, taken while it plays. */
async function killedTable(play: (table: Table) => void): Promise<{ store: MemoryStore; table: Table }> {
  const disk: MemoryDisk = new Map();
  const table = await setTable({ names: ['Ann', 'Bo', 'Cy'], store: createMemoryStore(disk) });
  play(table);
  const copy = new Map([...disk].map(([name, records]) => [name, [...records]]));
  return { store: createMemoryStore(copy), table };
}

describe('continuing a log', () => {
  it('goes on where it ended: the players of before have left, new ones come', async () => {
    const { store, table: before } = await killedTable((table) => table.run(10));
    const { frames } = before.host.log;
    const table = await setTable({ names: ['Ann', 'Dee'], store });
    expect(table.host.log.transitions).toBe(before.host.log.transitions);
    expect(table.host.frameNumber).toBeLessThanOrEqual(frames);
    table.run(10);
    for (const { view } of [table.host, ...table.clients]) {
      expect(view.roster.map(({ name }) => name)).toEqual(['Ann', 'Dee']);
    }
    startRun(table);
    expect(verifyStore(store).verdict).toBe('identical');
  });

  it('goes on in the middle of a turn', async () => {
    const { store, table: before } = await killedTable(startTurn);
    const table = await setTable({ names: ['Ann'], store });
    expect(table.host.view.score).toEqual(before.host.view.score);
    table.run(5);
    expect(table.host.view.roster.map(({ name, connected }) => `${name} ${connected}`)).toEqual([
      'Ann true',
      'Bo false',
      'Cy false',
    ]);
    expect(table.host.view.turn?.batter).toBe(0);
    expect(verifyStore(store).verdict).toBe('identical');
  });

  it('goes on from every record a crash can leave behind, the header alone included', async () => {
    const { store } = await killedTable(startTurn);
    const records = store.readAll('session').map(({ bytes }) => bytes);
    expect(records.length).toBeGreaterThan(5);
    for (let count = 0; count <= records.length; count++) {
      const cut = createMemoryStore(new Map([['session', records.slice(0, count)]]));
      const table = await setTable({ names: ['Ann'], store: cut });
      table.run(5);
      const me = table.host.view.roster.find(({ id }) => id === 0);
      expect(me, `cut after ${count} records`).toMatchObject({ name: 'Ann', connected: true });
      const closing = table.host.close();
      await closing;
      expect(verifyStore(cut).verdict, `cut after ${count} records`).toBe('identical');
      expect(fold(logOf(cut)).actors.get('session')?.state).toBe('closed');
    }
  });

  it('tells in its first frame that a torn tail was cut', async () => {
    const directory = await temporaryDirectory();
    const first = await setTable({ store: createFileStore({ directory }) });
    first.run(10);
    await appendFile(join(directory, 'session'), Uint8Array.of(0x44, 0x55, 0x47));
    const host = await hostOn(createLoopback().host, { name: 'Ann', store: createFileStore({ directory }) });
    const notices: Notice[] = [];
    host.notice$.subscribe((notice) => notices.push(notice));
    host.frame(0);
    host.frame(20);
    expect(notices).toEqual([
      {
        kind: 'torn-tail',
        sentence: expect.stringMatching(/^Record \d+, 3 bytes, was cut from the end of the log: /),
      },
    ]);
  });

  it('refuses a log that has ended, naming what can be done', async () => {
    const store = createMemoryStore();
    const table = await setTable({ names: ['Ann'], store });
    table.run(5);
    await table.host.close();
    const again = hostOn(createLoopback().host, { name: 'Ann', store });
    await expect(again).rejects.toThrow(
      new SessionError(
        'session/closed',
        'The session cannot be continued: its log has ended; branch it from an earlier frame.',
      ),
    );
  });

  it("refuses a client's log, to a host and to a client", async () => {
    const loopback = createLoopback();
    const store = createMemoryStore();
    const client = await joinOn(loopback.connect(), { name: 'Bo', store });
    await client.close();
    await expect(hostOn(loopback.host, { name: 'Ann', store })).rejects.toMatchObject({
      code: 'replay/unknown-game',
    });
    await expect(joinOn(loopback.connect(), { name: 'Bo', store })).rejects.toMatchObject({
      code: 'store/conflict',
    });
  });

  it('is fenced against a second writer: the first one ends with a fault and sends no more', async () => {
    const disk: MemoryDisk = new Map();
    const first = await setTable({ store: createMemoryStore(disk) });
    first.run(10);
    const second = await setTable({ names: ['Ann'], store: createMemoryStore(disk) });
    second.run(5);
    first.host.command('startRun', null);
    first.run(2);
    expect(first.notices.at(-1)).toMatchObject({ kind: 'fault', error: { code: 'store/conflict' } });
    await first.host.close();
    first.run(2);
    expect(first.clients[0]?.view.phase).toBe('lost');
    second.run(5);
    expect(verifyStore(createMemoryStore(disk)).verdict).toBe('identical');
  });
});

describe('branching a log', () => {
  it('goes on another way from a frame, and the original stays as it is', async () => {
    const { store, table: original } = await killedTable(startRun);
    const before = logOf(store);
    const start = frameOfCommand(before, 'startRun');
    expect(await branchLog(store, 'session', 'other', start - 1)).toBeGreaterThan(3);
    const table = await setTable({ names: ['Ann', 'Dee'], store, host: { session: 'other' } });
    expect(table.host.view.phase).toBe('lobby');
    expect(table.host.log.session).toBe('other');
    expect(logOf(store, 'other').header).toMatchObject({
      core: before.header.core,
      notes: { ...before.header.notes, session: 'other' },
    });
    table.run(5);
    table.host.command('startRun', { parkId: 'moon' });
    table.run(100);
    expect(table.host.view.phase).toBe('intro');
    expect(table.host.view.roster.map(({ name }) => name)).toEqual(['Ann', 'Dee']);
    expect(logOf(store).digest).toBe(before.digest);
    expect(verifyStore(store).verdict).toBe('identical');
    expect(verifyStore(store, 'other').verdict).toBe('identical');
    expect(logOf(store, 'other').digest).not.toBe(before.digest);
    expect(original.host.view.phase).toBe('intro');
  });

  it('goes on the same way when the same things happen', async () => {
    const store = createMemoryStore();
    const table = await setTable({ names: ['Ann'], store });
    table.run(5);
    await branchLog(store, 'session', 'same', table.host.frameNumber);
    const branch = await setTable({ names: ['Ann'], store, host: { session: 'same' } });
    for (const { host, run } of [table, branch]) {
      host.command('startRun', null);
      run(100);
    }
    expect(branch.host.view.battingOrder).toEqual(table.host.view.battingOrder);
    const seeds = ['session', 'same'].map(
      (name) => fold(logOf(store, name)).actors.get('run')?.context.setup,
    );
    expect(seeds[1]).toEqual(seeds[0]);
  });

  it('refuses a name that is taken, and a log that is not there', async () => {
    const { store } = await killedTable((table) => table.run(5));
    await branchLog(store, 'session', 'taken', 3);
    await expect(branchLog(store, 'session', 'taken', 3)).rejects.toMatchObject({ code: 'store/conflict' });
    await expect(branchLog(store, 'nowhere', 'new', 3)).rejects.toMatchObject({
      code: 'store/unknown-session',
    });
    await expect(branchLog(store, 'session', 'session', 3)).rejects.toMatchObject({ code: 'store/conflict' });
    expect(await store.list()).toEqual(['session', 'taken']);
  });

  it('refuses a source without a header, and leaves nothing behind', async () => {
    const store = createMemoryStore(
      new Map([
        ['empty', []],
        ['strange', [Uint8Array.of(9, 9, 9, 9, 9, 9)]],
      ]),
    );
    for (const source of ['empty', 'strange']) {
      await expect(branchLog(store, source, 'new', 3)).rejects.toMatchObject({ code: 'store/not-a-log' });
    }
    expect(await store.list()).toEqual(['empty', 'strange']);
  });

  it('leaves no file behind for a source that is not there', async () => {
    const store = createFileStore({ directory: await temporaryDirectory() });
    await expect(branchLog(store, 'nowhere', 'new', 3)).rejects.toMatchObject({
      code: 'store/unknown-session',
    });
    expect(await store.list()).toEqual([]);
    await store.close();
  });
});

function frameOfCommand(log: Log, name: string): number {
  for (const { bytes, seq } of log.batches) {
    if (bytes[0] !== BATCH_KIND) continue;
    const { frame, inputs } = decodeInputs(bytes, seq);
    if (inputs.some((input) => input.kind === 'command' && input.name === name)) return frame;
  }
  throw new RangeError(`no command ${name} in the log`);
}
