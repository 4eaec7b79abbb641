/** What handlers and listeners bring about while they are called: nobody hears of it in another order, and nothing hangs. */
import { describe, expect, it } from 'vitest';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import type { Transport } from '../../src/transports/transport.js';
import type { Wire } from '../../src/transports/wire.js';
import { createGame, type Game, join, logTo, settle } from './game.js';

async function pair(wire: Wire = createLoopbackWire()): Promise<{ host: Game; client: Game }> {
  const [host, client] = [createGame(wire), createGame(wire)];
  await host.network.host();
  await join(client, host);
  return { host, client };
}

describe('a listener that leaves', () => {
  it('when told opened: the others hear opened before closed, and the try resolves', async () => {
    const { network } = createGame(createLoopbackWire());
    const events: string[] = [];
    network.listen({ onSessionOpened: () => void network.leave() });
    network.listen({
      onSessionOpened: (opened) => expect([opened, opened.isOpen]).toEqual([network.session, true]),
    });
    network.listen(logTo(events));
    const session = await network.host();
    expect(events).toEqual(['opened', 'closed closed']);
    expect([session.isOpen, network.session, network.counters.threw]).toEqual([false, null, 0]);
  });

  it('when told of a joining: the others hear of it before closed', async () => {
    const wire = createLoopbackWire();
    const [host, client] = [createGame(wire), createGame(wire)];
    const events: string[] = [];
    host.network.listen({ onPeerJoined: () => void host.network.leave() });
    host.network.listen(logTo(events));
    await host.network.host();
    const joined = client.network.join(host.network.session?.id ?? '');
    await settle();
    host.network.poll();
    expect(events).toEqual(['opened', 'joined 1', 'closed closed']);
    client.network.poll();
    client.network.poll();
    await expect(joined).resolves.toMatchObject({ isOpen: false });
    expect(client.events).toEqual(['opened', 'joined 0', 'closed host-gone']);
  });

  it('when told of a leaving: the others hear of it before closed', async () => {
    const { host, client } = await pair();
    host.network.listen({ onPeerLeft: () => void host.network.leave() });
    await client.network.leave();
    host.network.poll();
    expect(host.events).toEqual(['opened', 'joined 1', 'left 1 left', 'closed closed']);
  });
});

it('a listener that hosts again when told closed is in the next session', async () => {
  const { host } = await pair();
  let again: Promise<unknown> | undefined;
  const stop = host.network.listen({
    onSessionClosed() {
      stop();
      again = host.network.host();
    },
  });
  await host.network.leave();
  await again;
  expect(host.events).toEqual(['opened', 'joined 1', 'closed closed', 'opened']);
  expect(host.network.session?.peerCount).toBe(0);
});

describe('a listener that was added', () => {
  it('twice is told twice, and each is removed by its own call, once', async () => {
    const { host } = await pair();
    const events: string[] = [];
    const listener = logTo(events);
    const [stop] = [host.network.listen(listener), host.network.listen(listener)];
    stop();
    stop();
    await host.network.leave();
    expect(events).toEqual(['closed closed']);
  });

  it('is not told once it was removed, also while others are', async () => {
    const { host } = await pair();
    const events: string[] = [];
    const stop = host.network.listen(logTo(events));
    host.network.listen({ onSessionClosed: stop });
    await host.network.leave();
    expect(events).toEqual([]);
  });
});

it('a handler that leaves, flushes and sends goes on in single player', async () => {
  const { host, client } = await pair();
  const before = host.said.length;
  host.network.listen({
    onPeerLeft() {
      void host.network.leave();
      host.network.flush();
      host.messages.fire({ angle: 3 });
    },
  });
  await client.network.leave();
  host.network.poll();
  expect(host.said.slice(before)).toEqual(['fire 3.0 from 0']);
  expect(host.faults).toEqual([]);
});

describe('a transport that fails', () => {
  /** A loopback wire whose transports are spoilt once they are open. */
  const spoilt = (spoil: (transport: Transport) => void): Wire => {
    const wire = createLoopbackWire();
    return {
      ...wire,
      async host(options) {
        const end = await wire.host(options);
        spoil(end.transport);
        return end;
      },
      async join(code, options) {
        const end = await wire.join(code, options);
        spoil(end.transport);
        return end;
      },
    };
  };
  const fail = (): never => {
    throw new RangeError('Out of order.');
  };

  it('in flush keeps nobody in its session', async () => {
    const { network, events } = createGame(spoilt((transport) => Object.assign(transport, { flush: fail })));
    await network.host();
    await expect(network.leave()).rejects.toThrow('Out of order.');
    expect([events, network.session]).toEqual([['opened', 'closed closed'], null]);
    await expect(network.host()).resolves.toMatchObject({ isOpen: true });
  });

  it('in poll, between a joining and its news, leaves no try undecided', async () => {
    const wire = spoilt((transport) => {
      const poll = transport.poll.bind(transport);
      if (transport.role === 'host') return;
      transport.poll = (events) => {
        poll(events);
        if (transport.localPeer !== undefined) fail();
      };
    });
    const [host, client] = [createGame(wire), createGame(wire)];
    const joined = client.network.join((await host.network.host()).id);
    await settle();
    host.network.poll();
    expect(() => client.network.poll()).toThrow('Out of order.');
    await client.network.leave();
    await expect(joined).resolves.toMatchObject({ isOpen: false });
    expect(client.events).toEqual(['opened', 'joined 0', 'closed closed']);
  });

  it('in close is told by leave, and ends no process', async () => {
    const close = () => Promise.reject(new RangeError('Out of order.'));
    const wire = spoilt((transport) => transport.role === 'client' && Object.assign(transport, { close }));
    const { host, client } = await pair(wire);
    await host.network.leave();
    client.network.poll();
    await settle();
    expect(client.events).toEqual(['opened', 'joined 0', 'closed host-gone']);
    await expect(client.network.leave()).rejects.toThrow('Out of order.');
  });
});
