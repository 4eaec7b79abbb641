/** Sessions: who is told what, in which order, and that no try to get into one hangs. Loopback and wires made for a case. */
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../src/errors.js';
import { createNetwork, type NetworkDescriptor } from '../../src/network/index.js';
import { createLoopback } from '../../src/transports/loopback/loopback.js';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import type { Wire, WireEnd } from '../../src/transports/wire.js';
import { createGame, frame, type Game, join, logTo, settle } from './game.js';

async function pair(): Promise<{ wire: Wire; host: Game; client: Game }> {
  const wire = createLoopbackWire();
  const [host, client] = [createGame(wire), createGame(wire)];
  await host.network.host({ name: 'Kitchen table', maxPeers: 4 });
  await join(client, host);
  return { wire, host, client };
}

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

describe('events', () => {
  it('tell opened, then joined once per peer; a client that leaves: left, and closed', async () => {
    const { host, client } = await pair();
    expect([host.events, client.events]).toEqual([
      ['opened', 'joined 1'],
      ['opened', 'joined 0'],
    ]);
    await client.network.leave();
    frame(host, client);
    expect(host.events).toEqual(['opened', 'joined 1', 'left 1 left']);
    expect(client.events).toEqual(['opened', 'joined 0', 'closed closed']);
  });

  it('tell a newcomer of everybody at once, with the whole roster from opened on, and everybody of it', async () => {
    const { wire, host, client } = await pair();
    const late = createGame(wire);
    const rosters: number[] = [];
    late.network.listen({ onSessionOpened: ({ peerCount }) => rosters.push(peerCount) });
    await join(late, host);
    frame(host, client);
    expect(late.events).toEqual(['opened', 'joined 0', 'joined 1']);
    expect(rosters).toEqual([2]);
    expect(host.events.at(-1)).toBe('joined 2');
    expect(client.events.at(-1)).toBe('joined 2');
    await late.network.leave();
    frame(host, client);
    frame(host, client);
    expect(client.events.at(-1)).toBe('left 2 left');
    expect(client.network.session?.hasPeer(2)).toBe(false);
  });

  it('go forward for beginnings and in reverse for endings', async () => {
    const wire = createLoopbackWire();
    const host = createGame(wire);
    const log: string[] = [];
    host.network.listen(logTo(log, 'a '));
    const remove = host.network.listen(logTo(log, 'b '));
    await host.network.host();
    const client = createGame(wire);
    await join(client, host);
    await client.network.leave();
    frame(host);
    remove();
    await host.network.leave();
    expect(log).toEqual([
      ...['a opened', 'b opened', 'a joined 1', 'b joined 1'],
      ...['b left 1 left', 'a left 1 left', 'a closed closed'],
    ]);
  });

  it('tell closed when the session is null already, and no left per peer', async () => {
    const { host, client } = await pair();
    const seen: unknown[] = [];
    for (const { network } of [host, client]) {
      network.listen({ onSessionClosed: (reason) => seen.push([reason, network.session, network.isHost]) });
    }
    await host.network.leave();
    frame(client);
    expect(seen).toEqual([
      ['closed', null, true],
      ['host-gone', null, true],
    ]);
    expect([host.events.at(-2), client.events.at(-2)]).toEqual(['joined 1', 'joined 0']);
  });

  it('come before the messages of a peer, also in the same poll', async () => {
    const { wire, host } = await pair();
    const late = createGame(wire);
    late.network.listen({ onSessionOpened: () => late.messages.fire({ angle: 1 }) });
    const order: string[] = [];
    host.network.listen({ onPeerJoined: (peer) => order.push(`joined ${peer}, ${host.said.length} said`) });
    await join(late, host);
    frame(late, host);
    expect(order).toEqual(['joined 2, 0 said']);
    expect(host.said).toEqual(['fire 1.0 from 2']);
  });
});

describe('a session', () => {
  it('says who is there, by index and by id', async () => {
    const { host, client } = await pair();
    const [hosted, joined] = [host.network.session, client.network.session];
    expect(hosted).toMatchObject({
      name: 'Kitchen table',
      localPeer: 0,
      isHost: true,
      isOpen: true,
      peerCount: 1,
    });
    expect(joined).toMatchObject({ name: 'Kitchen table', localPeer: 1, isHost: false, isOpen: true });
    expect(joined?.id).toBe(hosted?.id);
    expect([hosted?.peerAt(0), hosted?.peerAt(1), hosted?.peerAt(-1)]).toEqual([1, undefined, undefined]);
    expect([hosted?.hasPeer(1), hosted?.hasPeer(0), joined?.hasPeer(0)]).toEqual([true, false, true]);
    expect([host.network.isNetworked, client.network.isHost, client.network.localPeer]).toEqual([
      true,
      false,
      1,
    ]);
  });

  it('has a link between host and client, one object each, and none between clients', async () => {
    const { wire, host, client } = await pair();
    const other = createGame(wire);
    await join(other, host);
    frame(client);
    const session = client.network.session;
    expect([session?.hasPeer(2), session?.connectionTo(2), session?.connectionTo(1)]).toEqual([
      true,
      null,
      null,
    ]);
    const link = session?.connectionTo(0);
    expect(link).toBe(session?.connectionTo(0));
    expect(link).toMatchObject({ peer: 0, state: 'connected', roundTripMs: 0, packetLoss: 0 });
  });

  it('ends a link: the host is told closed, its client refused with the sentence', async () => {
    const { host, client } = await pair();
    const link = host.network.session?.connectionTo(1);
    const sentences: string[] = [];
    client.network.listen({ onSessionClosed: (_, sentence) => sentences.push(sentence) });
    link?.disconnect('Too many shots.');
    link?.disconnect();
    frame(host, client);
    expect(host.events.at(-1)).toBe('left 1 closed');
    expect(client.events.at(-1)).toBe('closed refused');
    expect(sentences).toEqual(['Too many shots.']);
    expect(link).toMatchObject({ state: 'disconnected', disconnectReason: 'closed' });
    link?.send(Uint8Array.of(1));
    expect(() => link?.send(new Uint8Array(300_000))).toThrow(/300000 bytes are too many: 261120/);
  });

  it('a client ends its link: closed here, left there', async () => {
    const { host, client } = await pair();
    client.network.session?.connectionTo(0)?.disconnect();
    frame(client, host);
    expect([host.events.at(-1), client.events.at(-1)]).toEqual(['left 1 left', 'closed closed']);
  });

  it('stays as it was when it ended, and can be followed by another at once', async () => {
    const { host, client } = await pair();
    const before = host.network.session;
    await host.network.leave();
    expect(before).toMatchObject({ isOpen: false, peerCount: 1 });
    const again = await host.network.host();
    expect(again.id).not.toBe(before?.id);
    frame(client);
    await join(client, host);
    expect(client.network.session?.id).toBe(again.id);
  });

  it('gives nobody the id of who left before', async () => {
    const { wire, host, client } = await pair();
    await client.network.leave();
    frame(host);
    const next = createGame(wire);
    await join(next, host);
    expect([host.network.session?.hasPeer(1), next.network.localPeer]).toEqual([false, 2]);
  });

  it('drops what waits for a peer that left, and sends what was said before leaving', async () => {
    const { host, client } = await pair();
    client.messages.fire({ angle: 1 });
    await client.network.leave();
    host.messages.opened({ door: 1 });
    frame(host, client);
    expect(host.said).toEqual(['fire 1.0 from 1']);
    expect(client.said).toEqual([]);
    client.messages.fire({ angle: 2 });
    expect(client.said).toEqual(['fire 2.0 from 0']);
  });

  it('delivers nothing more of a batch once a handler left', async () => {
    const wire = createLoopbackWire();
    const said: string[] = [];
    const describePass = (leave: () => void) => (net: NetworkDescriptor) => {
      const stop = net.signal('stop', { to: 'clients' });
      net.on(stop, () => {
        said.push('stop');
        leave();
      });
      return { stop };
    };
    const host = createNetwork({ wire, describe: describePass(() => {}) });
    const client = createNetwork({ wire, describe: describePass(() => void client.leave()) });
    const joined = client.join((await host.host()).id);
    for (let turn = 0; turn < 3; turn++) {
      await settle();
      host.poll();
      client.poll();
    }
    await joined;
    host.messages.stop();
    host.messages.stop();
    host.flush();
    client.poll();
    expect(said).toEqual(['stop']);
    expect(client.session).toBeNull();
  });
});

describe('joining', () => {
  it('is refused for an unknown code, and can be tried again', async () => {
    const { wire, host } = await pair();
    const late = createGame(wire);
    await expect(late.network.join('ZZZZZZ')).rejects.toMatchObject({ code: 'session/refused' });
    expect(late.network.session).toBeNull();
    await join(late, host);
    expect(late.network.session?.isOpen).toBe(true);
  });

  it('is refused to another build, with both hashes, and the host hears nothing of it', async () => {
    const { wire, host } = await pair();
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
    const { wire, host } = await pair();
    const late = createGame(wire);
    const joined = late.network.join(host.network.session?.id ?? '');
    await settle();
    await host.network.leave();
    frame(late);
    await expect(joined).rejects.toMatchObject({ code: 'session/unreachable' });
  });

  it('is refused while in a session or on the way into one, and the first try goes on', async () => {
    const { wire, host, client } = await pair();
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
    const { wire, host } = await pair();
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
    const { wire, host } = await pair();
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

it('leave does nothing with no session', async () => {
  const { network, events } = createGame(createLoopbackWire());
  await network.leave();
  network.poll();
  network.flush();
  expect(events).toEqual([]);
});

it.each([0, 1, 1.5, Number.NaN])(
  'maxPeers of %d is refused on every wire, and another try is allowed',
  async (maxPeers) => {
    const { network } = createGame(createLoopbackWire());
    await expect(network.host({ maxPeers })).rejects.toThrow(InvariantError);
    await expect(network.host({ maxPeers: 2 })).resolves.toMatchObject({ isOpen: true });
  },
);
