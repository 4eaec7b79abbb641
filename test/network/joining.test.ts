/** Ways into a session: who is refused, that no try hangs, and who is found. Loopback and wires made for a case. */
import { describe, expect, it } from 'vitest';
import { createLoopback } from '../../src/transports/loopback/loopback.js';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import type { Wire, WireEnd } from '../../src/transports/wire.js';
import { createGame, frame, join, pairOn, settle } from './game.js';

/** A wire whose `join` is decided by the test. */
function pendingWire() {
  const loopback = createLoopback();
  let answer: { resolve(end: WireEnd): void; reject(error: unknown): void } | undefined;
  const closed: string[] = [];
  const transport = loopback.connect();
  const close = transport.close.bind(transport);
  transport.close = () => {
    closed.push('closed');
    return close();
  };
  const wire: Wire = {
    limits: loopback.host.limits,
    host: () => Promise.reject(new Error('Nobody hosts here.')),
    join: () =>
      new Promise((resolve, reject) => {
        answer = { resolve, reject };
      }),
  };
  const open = () => answer?.resolve({ transport, code: 'CODE', name: '' });
  return { wire, host: loopback.host, closed, open, fail: (error: Error) => answer?.reject(error) };
}

describe('joining', () => {
  it('is refused for an unknown code, and can be tried again', async () => {
    const { wire, host } = await pairOn();
    const late = createGame(wire);
    await expect(late.network.join('ZZZZZZ')).rejects.toMatchObject({ code: 'session/refused' });
    expect(late.network.session).toBeNull();
    await join(late, host);
    expect(late.network.session?.isOpen).toBe(true);
  });

  it('is refused to another build, with both hashes, and the host hears nothing of it', async () => {
    const { wire, host } = await pairOn();
    const other = createGame(wire, ['more']);
    const { hash } = host.network.schema;
    const refused = other.network.join(host.network.session?.id ?? '');
    await expect(refused).rejects.toThrow(
      new RegExp(
        `0x${hash.toString(16).padStart(8, '0')}.*0x${other.network.schema.hash.toString(16).padStart(8, '0')}`,
      ),
    );
    frame(host);
    expect(host.events).toEqual(['opened', 'joined 1']);
    expect(other.events).toEqual([]);
  });

  it('is refused when the session is full', async () => {
    const wire = createLoopbackWire();
    const [host, first, second] = [createGame(wire), createGame(wire), createGame(wire)];
    await host.network.host({ maxPeers: 2 });
    await join(first, host);
    await expect(join(second, host)).rejects.toMatchObject({
      code: 'session/refused',
      message: expect.stringContaining('full'),
    });
    expect(second.network.session).toBeNull();
  });

  it('fails when the host closes before it answers', async () => {
    const { wire, host } = await pairOn();
    const late = createGame(wire);
    const joined = late.network.join(host.network.session?.id ?? '');
    await settle();
    await host.network.leave();
    frame(late);
    await expect(joined).rejects.toMatchObject({ code: 'session/unreachable' });
  });

  it('is refused while in a session or on the way into one, and the first try goes on', async () => {
    const { wire, host, client } = await pairOn();
    const id = host.network.session?.id ?? '';
    await expect(client.network.join(id)).rejects.toMatchObject({ code: 'session/busy' });
    await expect(host.network.host()).rejects.toMatchObject({ code: 'session/busy' });
    const late = createGame(wire);
    const first = late.network.join(id);
    await expect(late.network.join(id)).rejects.toMatchObject({ code: 'session/busy' });
    await settle();
    frame(host, late);
    frame(host, late);
    await expect(first).resolves.toMatchObject({ localPeer: 2 });
  });

  it('ends with its signal: fired before, while it opens, and while it waits for an answer', async () => {
    const { wire, closed, open } = pendingWire();
    const { network } = createGame(wire);
    const code = { code: 'session/aborted' };
    await expect(network.join('CODE', { signal: AbortSignal.abort() })).rejects.toMatchObject(code);

    const opening = new AbortController();
    const first = network.join('CODE', opening);
    await settle();
    opening.abort();
    await expect(first).rejects.toMatchObject(code);
    open();
    await settle();
    expect(closed).toEqual(['closed']);

    const asked = pendingWire();
    const asking = createGame(asked.wire);
    const waiting = new AbortController();
    const second = asking.network.join('CODE', waiting);
    await settle();
    asked.open();
    await settle();
    frame(asking);
    waiting.abort();
    await expect(second).rejects.toMatchObject(code);
    expect(asked.closed).toEqual(['closed']);
  });

  it('ends with leave, and a signal that fires once inside does nothing', async () => {
    const { wire, host } = await pairOn();
    const late = createGame(wire);
    const given = late.network.join(host.network.session?.id ?? '');
    await Promise.all([
      late.network.leave(),
      expect(given).rejects.toMatchObject({ code: 'session/aborted' }),
    ]);
    const controller = new AbortController();
    const joined = late.network.join(host.network.session?.id ?? '', controller);
    for (let turn = 0; turn < 3; turn++) {
      await settle();
      frame(host, late);
    }
    await joined;
    controller.abort();
    expect(late.network.session?.isOpen).toBe(true);
  });

  it('rejects with what the wire throws, and so does hosting', async () => {
    const { wire, fail } = pendingWire();
    const { network } = createGame(wire);
    await expect(network.host()).rejects.toThrow('Nobody hosts here.');
    const joined = network.join('CODE');
    await settle();
    fail(new RangeError('No such code.'));
    await expect(joined).rejects.toThrow('No such code.');
    expect(network.session).toBeNull();
  });

  it('sends nothing meanwhile: this side is still its own host', async () => {
    const { wire, host } = await pairOn();
    const late = createGame(wire);
    const joined = late.network.join(host.network.session?.id ?? '');
    await settle();
    late.messages.fire({ angle: 1 });
    expect(late.said).toEqual(['fire 1.0 from 0']);
    for (let turn = 0; turn < 3; turn++) frame(late, host);
    await joined;
    expect(host.said).toEqual([]);
  });
});

describe('discover', () => {
  it('finds sessions of these messages that are advertised', async () => {
    const wire = createLoopbackWire();
    const [open, hidden, other, looking] = [
      ...[createGame(wire), createGame(wire)],
      ...[createGame(wire, ['more']), createGame(wire)],
    ];
    if (!open || !hidden || !other || !looking) throw new Error('Too few games.');
    const { id } = await open.network.host({ name: 'Open', maxPeers: 2 });
    await hidden.network.host({ advertise: false });
    await other.network.host();
    const found = { id, name: 'Open', peerCount: 1, maxPeers: 2, isFull: false };
    expect(await looking.network.discover()).toEqual([found]);
    await join(looking, open);
    expect(await hidden.network.discover()).toEqual([{ ...found, peerCount: 2, isFull: true }]);
    await open.network.leave();
    expect(await hidden.network.discover()).toEqual([]);
  });

  it('is over before it begins when its signal fired, on every wire', async () => {
    const { network } = createGame(createLoopbackWire());
    const search = network.discover({ signal: AbortSignal.abort() });
    await expect(search).rejects.toMatchObject({ code: 'session/aborted' });
  });

  it('finds nobody on a wire that cannot look', async () => {
    const { wire } = pendingWire();
    expect(await createGame(wire).network.discover()).toEqual([]);
  });
});
