/** A session that is on: who is there, the links to them, and what is sent as somebody leaves. Loopback. */
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../src/errors.js';
import { createNetwork, type NetworkDescriptor } from '../../src/network/index.js';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import { createGame, frame, join, pairOn, settle } from './game.js';

describe('a session', () => {
  it('says who is there, by index and by id', async () => {
    const { host, client } = await pairOn();
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
    const { wire, host, client } = await pairOn();
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
    const { host, client } = await pairOn();
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
    const { host, client } = await pairOn();
    client.network.session?.connectionTo(0)?.disconnect();
    frame(client, host);
    expect([host.events.at(-1), client.events.at(-1)]).toEqual(['left 1 left', 'closed closed']);
  });

  it('stays as it was when it ended, and can be followed by another at once', async () => {
    const { host, client } = await pairOn();
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
    const { wire, host, client } = await pairOn();
    await client.network.leave();
    frame(host);
    const next = createGame(wire);
    await join(next, host);
    expect([host.network.session?.hasPeer(1), next.network.localPeer]).toEqual([false, 2]);
  });

  it('drops what waits for a peer that left, and sends what was said before leaving', async () => {
    const { host, client } = await pairOn();
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
