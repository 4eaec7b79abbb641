import { describe, expect, it } from 'vitest';
import { createFakeSteam, type FakeSteam, type FakeSteamOptions } from '../../../src/testing/fake-steam.js';
import type { SteamConnection, SteamLike } from '../../../src/transports/steam/index.js';

const [UNRELIABLE, NO_NAGLE, RELIABLE] = [0, 1, 8];

/** Time, in small steps. */
function wait(fake: FakeSteam, ms: number): void {
  for (let passed = 0; passed < ms; passed += 10) fake.advance(10);
}

/** Two users with a connection. */
function connected(options: FakeSteamOptions = {}) {
  const fake = createFakeSteam(options);
  const [host, client] = [fake.login(), fake.login()];
  host.listen();
  const there = client.connect(host.userId);
  let here = 0;
  while (host.info(here).state !== 'connected' || client.info(there).state !== 'connected') {
    for (const { connection } of host.takeIncoming()) {
      here = connection;
      host.accept(connection);
    }
    wait(fake, 10);
    if (fake.clock.now() > 60_000) break;
  }
  return { fake, host, client, here, there };
}

const received = (steam: SteamLike, connection: SteamConnection) =>
  steam.receive(connection, 10_000).map(({ bytes, isReliable }) => [isReliable, bytes[0] ?? -1] as const);

describe('connections', () => {
  it('wait for an answer, as long as Steam waits', () => {
    const fake = createFakeSteam();
    const [host, client] = [fake.login(), fake.login()];
    host.listen();
    const connection = client.connect(host.userId);
    wait(fake, 5000);
    expect(client.info(connection).state).toBe('connecting');
    expect(host.takeIncoming()).toEqual([{ connection: 1, user: client.userId }]);
    expect(host.takeIncoming()).toEqual([]);
    host.accept(1);
    wait(fake, 1000);
    expect([client.info(connection).state, host.info(1).state]).toEqual(['connected', 'connected']);
  });

  it('to somebody who does not listen time out', () => {
    const fake = createFakeSteam();
    const [host, client] = [fake.login(), fake.login()];
    const connection = client.connect(host.userId);
    wait(fake, 9900);
    expect(client.info(connection).state).toBe('connecting');
    wait(fake, 200);
    expect(client.info(connection)).toMatchObject({ state: 'problem', endReason: 5003 });
  });

  it('survive silence of less than the timeout and end after it, on both sides', () => {
    const { fake, host, client, here, there } = connected();
    fake.setConditions({ blackOut: 'both' });
    wait(fake, 3500);
    fake.setConditions({ blackOut: 'none' });
    wait(fake, 3500);
    expect([host.info(here).state, client.info(there).state]).toEqual(['connected', 'connected']);
    fake.setConditions({ blackOut: 'both' });
    wait(fake, 6500);
    expect([host.info(here).state, client.info(there).state]).toEqual(['problem', 'problem']);
  });

  it('that one side gave up end on the other with a timeout', () => {
    const { fake, host, client, here, there } = connected();
    fake.setConditions({ blackOut: 'to-host' });
    wait(fake, 6000);
    expect(host.info(here).state).toBe('problem');
    host.close(here, 1000, '', false);
    wait(fake, 100);
    expect(client.info(there)).toMatchObject({ state: 'closed-by-peer', endReason: 5003 });
  });

  it('leave to be read what came before the peer closed', () => {
    const { fake, host, client, here, there } = connected();
    host.send(here, Uint8Array.of(1), RELIABLE);
    host.close(here, 1234, 'Bye.', true);
    wait(fake, 500);
    expect(host.info(here).state).toBe('none');
    expect(client.info(there)).toEqual({ state: 'closed-by-peer', endReason: 1234, endText: 'Bye.' });
    expect(received(client, there)).toEqual([[true, 1]]);
    client.close(there, 1000, '', false);
    expect([client.info(there).state, fake.openHandles]).toEqual(['none', 1]);
  });

  it('discard what was not sent when closed without lingering', () => {
    const { fake, host, client, here, there } = connected();
    host.send(here, Uint8Array.of(1), RELIABLE);
    host.close(here, 1234, 'Bye.', false);
    wait(fake, 500);
    expect(client.info(there).endReason).toBe(1234);
    expect(received(client, there)).toEqual([]);
  });

  it('repeat a goodbye that was lost', () => {
    const { fake, host, client, here, there } = connected();
    fake.setConditions({ blackOut: 'both' });
    host.close(here, 1234, 'Bye.', false);
    wait(fake, 100);
    fake.setConditions({ blackOut: 'none' });
    wait(fake, 2000);
    expect(client.info(there).endReason).toBe(1234);
  });
});

describe('a program', () => {
  it('that does not look at its connections for too long has crashed', () => {
    const { fake, host, client, here, there } = connected({ crashMs: 250 });
    const both = () => [host.info(here).state, client.info(there).state];
    for (let passed = 0; passed < 8000; passed += 100) {
      expect(both()).toEqual(['connected', 'connected']);
      wait(fake, 100);
    }
    while (host.info(here).state === 'connected' && fake.clock.now() < 20_000) wait(fake, 100);
    expect(both()[0]).toBe('problem');
  });
});

describe('messages', () => {
  it('wait for Nagle, a flush or a flag', () => {
    const { fake, host, client, here, there } = connected();
    const before = fake.counters.sent;
    for (let count = 0; count < 10; count++) host.send(here, Uint8Array.of(count), UNRELIABLE);
    expect(fake.counters.sent).toBe(before);
    host.flush(here);
    expect(fake.counters.sent).toBe(before + 1);
    host.send(here, Uint8Array.of(10), UNRELIABLE | NO_NAGLE);
    expect(fake.counters.sent).toBe(before + 2);
    host.send(here, Uint8Array.of(11), UNRELIABLE);
    wait(fake, 30);
    expect(received(client, there)).toEqual(Array.from({ length: 12 }, (_, count) => [false, count]));
  });

  it('arrive once and in order when reliable, at most once when not, on a bad network', () => {
    const { fake, host, client, here, there } = connected({
      seed: 5,
      conditions: { loss: 0.2, duplicate: 0.2, reorder: 0.2, delayMs: 10, jitterMs: 20 },
    });
    const got: (readonly [boolean, number])[] = [];
    for (let count = 0; count < 200; count++) {
      host.send(here, Uint8Array.of(count), RELIABLE | NO_NAGLE);
      host.send(here, Uint8Array.of(count), UNRELIABLE | NO_NAGLE);
      wait(fake, 10);
      for (const [isReliable, number = -1] of received(client, there))
        got.push([isReliable === true, number]);
    }
    wait(fake, 3000);
    got.push(...received(client, there));
    const numbers = (wanted: boolean) =>
      got.filter(([isReliable]) => isReliable === wanted).map(([, number]) => number);
    expect(numbers(true)).toEqual(Array.from({ length: 200 }, (_, count) => count));
    const unreliable = numbers(false);
    expect(new Set(unreliable).size).toBe(unreliable.length);
    expect(unreliable.length).toBeGreaterThan(100);
    expect(unreliable.length).toBeLessThan(200);
    expect(unreliable).not.toEqual([...unreliable].sort((a, b) => a - b));
    expect(host.status(here)).toMatchObject({ unackedReliableBytes: 0 });
    expect(client.status(there)?.quality).toBeGreaterThan(0.7);
    expect(client.status(there)?.quality).toBeLessThan(0.9);
  });

  it('are refused when too large, or when too much waits', () => {
    const { host, here } = connected();
    expect(host.send(here, new Uint8Array(524_289), RELIABLE)).toBe('gone');
    expect(host.send(here, new Uint8Array(524_288), RELIABLE)).toBe('ok');
    expect(host.send(here, new Uint8Array(1), RELIABLE)).toBe('full');
    expect(host.status(here)?.unackedReliableBytes).toBe(524_290);
    expect(host.send(99, new Uint8Array(1), RELIABLE)).toBe('gone');
  });

  it('that nobody takes stop at what Steam holds, and come when they are taken', () => {
    const { fake, host, client, here, there } = connected();
    for (let count = 0; count < 3000; count++) host.send(here, Uint8Array.of(count), RELIABLE | NO_NAGLE);
    wait(fake, 3000);
    const first = received(client, there).length;
    expect(first).toBeGreaterThanOrEqual(1000);
    expect(first).toBeLessThan(1300);
    let all = first;
    for (let frame = 0; frame < 100; frame++) {
      wait(fake, 100);
      all += received(client, there).length;
    }
    expect(all).toBe(3000);
  });
});

describe('lobbies', () => {
  it('have room for so many, data of their owner, and go on to the next member', async () => {
    const fake = createFakeSteam({ lobbyNewsMs: 100 });
    const [a, b, c] = [fake.login(), fake.login(), fake.login()];
    const lobby = await a.createLobby(2);
    a.setLobbyData(lobby, 'key', 'value');
    expect([await b.joinLobby(lobby), await c.joinLobby(lobby), await c.joinLobby('1')]).toEqual([
      'entered',
      'full',
      'missing',
    ]);
    b.setLobbyData(lobby, 'key', 'other');
    expect([b.lobbyData(lobby, 'key'), b.lobbyData(lobby, 'none')]).toEqual(['value', '']);
    expect([a.lobbyMembers(lobby), b.lobbyMembers(lobby)]).toEqual([[a.userId], [a.userId, b.userId]]);
    wait(fake, 100);
    expect(a.lobbyMembers(lobby)).toEqual([a.userId, b.userId]);
    a.leaveLobby(lobby);
    expect(b.lobbyOwner(lobby)).toBe(b.userId);
    b.leaveLobby(lobby);
    expect(await c.joinLobby(lobby)).toBe('missing');
  });
});
