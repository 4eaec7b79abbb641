import { describe, expect, it } from 'vitest';
import { createLoopback, createMemoryStore, type EventStore, type Notice } from '../../src/index.js';
import { OutboxGate } from '../../src/session/outbox-gate.js';
import { createFileStore } from '../../src/store/file-store.js';
import { temporaryDirectory } from '../store/temporary-directory.js';
import { createLateStore } from './late-store.js';
import { hello, hostOn, rawPeer, setTable, verifyStore } from './table.js';

/** A host in front of a late store, and a peer that listens to its wire. */
async function lateTable() {
  const late = createLateStore();
  const loopback = createLoopback();
  const host = await hostOn(loopback.host, { name: 'Ann', store: late.store });
  const notices: Notice[] = [];
  host.notice$.subscribe((notice) => notices.push(notice));
  let nowMs = 0;
  const hostFrame = (): void => {
    host.frame(nowMs);
    nowMs += 17;
  };
  for (let frames = 0; frames < 3; frames++) hostFrame();
  const peer = rawPeer(loopback.connect());
  const frame = (): void => {
    hostFrame();
    peer.poll();
  };
  frame();
  return { late, loopback, host, peer, notices, frame };
}

const reliable = (heard: readonly string[]): string[] => heard.filter((name) => name !== 'Ping');

describe('outbox', () => {
  it('RP4 lets nothing of a frame out before its append settled, the header first, order kept', async () => {
    const { late, peer, frame, host } = await lateTable();
    frame();
    peer.send(hello('Bo'));
    for (let frames = 0; frames < 5; frames++) frame();
    expect(host.view.roster).toHaveLength(2);
    expect(reliable(peer.heard)).toEqual(['opened']);
    // Header, start, Ann's Hello, Bo's link and Hello; the last one's effects are what Bo waits for.
    const appends = late.waiting;
    expect(appends).toBeGreaterThanOrEqual(4);
    for (let settled = 1; settled < appends; settled++) {
      await late.settle(1);
      frame();
      expect(reliable(peer.heard), `after ${settled} of ${appends} appends`).not.toContain('Welcome');
    }
    await late.settle(1);
    expect(reliable(peer.heard)).not.toContain('Welcome');
    frame();
    expect(reliable(peer.heard).slice(-2)).toEqual(['Welcome', 'Roster']);
    expect(verifyStore(late.inner).verdict).toBe('identical');
    await late.settle();
    const closing = host.close();
    await late.settle();
    await closing;
  });

  it('RP4 holds back a refusal and the end of a link, too', async () => {
    const { late, peer, frame, host } = await lateTable();
    await late.settle();
    frame();
    peer.heard.length = 1;
    peer.send(hello('Bo', { version: '0' }));
    frame();
    frame();
    expect(reliable(peer.heard)).toEqual(['opened']);
    await late.settle();
    frame();
    const sentence = 'This game has version 1, yours has 0.';
    expect(reliable(peer.heard)).toEqual(['opened', 'Refuse', `closed refused: ${sentence}`]);
    const closing = host.close();
    await late.settle();
    await closing;
  });

  it.each([
    ['memory', () => createMemoryStore()],
    ['written', async () => createFileStore({ directory: await temporaryDirectory() })],
  ])('RP4 sends in the same frame with a store of durability %s', async (_durability, create) => {
    const table = await setTable({ names: ['Ann'], store: await create() });
    table.run(2);
    const peer = rawPeer(table.loopback.connect());
    table.run(1);
    peer.send(hello('Bo'));
    table.run(1);
    peer.poll();
    expect(reliable(peer.heard)).toEqual(['opened', 'Welcome', 'Roster']);
  });

  it.each([
    [
      'rejects',
      new RangeError('no space left'),
      'The log "session" could not be written: RangeError: no space left',
    ],
    ['rejects with our own error', undefined, 'The disk is full.'],
  ])('RP4 closes the session when an append %s, and nothing of it leaves', async (_how, error, sentence) => {
    const { late, peer, frame, host, notices } = await lateTable();
    await late.settle();
    frame();
    peer.heard.length = 1;
    peer.send(hello('Bo'));
    frame();
    await late.fail(error);
    frame();
    expect(notices.filter(({ kind }) => kind === 'fault').map((notice) => notice.sentence)).toEqual([
      sentence,
    ]);
    expect(notices.at(-1)).toMatchObject({ error: { code: 'store/write-failed' } });
    expect(host.isOver).toBe(true);
    await host.close();
    peer.poll();
    expect(reliable(peer.heard)).toEqual(['opened', 'closed host-gone']);
    expect(() => host.command('startRun', null)).toThrow(expect.objectContaining({ code: 'session/closed' }));
    await expect(host.until(() => true)).rejects.toMatchObject({ code: 'session/lost' });
  });

  it('RP4 closes the session when an append throws, and nothing of it leaves', async () => {
    const inner = createMemoryStore();
    let isBroken = false;
    const store: EventStore = {
      ...inner,
      append(session, seq, record) {
        if (isBroken) throw new RangeError('no space left');
        return inner.append(session, seq, record);
      },
    };
    const table = await setTable({ store });
    table.run(10);
    isBroken = true;
    const heard: string[] = [];
    table.clients[0]?.received$.subscribe(({ name }) => heard.push(name));
    table.host.command('startRun', null);
    table.run(1);
    expect(table.notices.map(({ kind }) => kind)).toEqual(['fault']);
    await table.host.close();
    table.run(100);
    expect(heard).toEqual([]);
    expect(table.clients[0]?.view.phase).toBe('lost');
    expect(verifyStore(inner).verdict).toBe('identical');
  });

  it('RP4 a log that fails only while closing is told, and close resolves', async () => {
    const { late, frame, host, notices } = await lateTable();
    await late.settle();
    frame();
    const closing = host.close();
    await Promise.resolve();
    await Promise.resolve();
    await late.fail();
    await closing;
    expect(notices.at(-1)).toMatchObject({ kind: 'fault', sentence: 'The disk is full.' });
  });

  it('RP4 closes without sending what a store that hangs never took', async () => {
    const { host, peer, frame } = await lateTable();
    frame();
    peer.send(hello('Bo'));
    frame();
    await host.close();
    peer.poll();
    expect(reliable(peer.heard)).toEqual(['opened', 'closed host-gone']);
  });

  it('says when the store is too far behind to go on', () => {
    const gate = new OutboxGate<number>();
    const never = new Promise<void>(() => {});
    const fill = (): void => {
      for (let frame = 0; frame <= 4_096; frame++) gate.add([frame], never);
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'store/backlog-full' }));
    expect(gate.release()).toEqual([]);
  });

  it('keeps nothing for a frame that sends nothing and writes nothing', () => {
    const gate = new OutboxGate<number>();
    gate.add([], undefined);
    expect(gate.isEmpty).toBe(true);
    gate.add([1], undefined);
    expect(gate.isEmpty).toBe(false);
    expect(gate.release()).toEqual([1]);
  });

  it('plays on a late store as on a fast one, to the same digest', async () => {
    const digests: string[] = [];
    for (const late of [undefined, createLateStore()]) {
      const table = await setTable({ store: late?.store ?? createMemoryStore() });
      for (let frames = 0; frames < 20; frames++) {
        await late?.settle();
        table.run(1);
      }
      table.host.command('startRun', null);
      for (let frames = 0; frames < 80; frames++) {
        await late?.settle();
        table.run(1);
      }
      expect(table.clients[0]?.view.phase).toBe('intro');
      digests.push(table.host.log.digest);
    }
    expect(digests[1]).toBe(digests[0]);
  });
});
