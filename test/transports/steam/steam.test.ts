import { describe, expect, it } from 'vitest';
import { createFakeSteam, type FakeSteamOptions } from '../../../src/testing/fake-steam.js';
import {
  type HostSteamOptions,
  hostSteam,
  type JoinSteamOptions,
  joinSteam,
  type SteamLike,
} from '../../../src/transports/steam/index.js';
import type { Transport } from '../../../src/transports/transport.js';
import { polled } from '../polled.js';

type Call = readonly [name: string, ...args: unknown[]];

/** `steam`, with every call written down. */
function recorded(steam: SteamLike): { readonly steam: SteamLike; readonly calls: Call[] } {
  const calls: Call[] = [];
  const handler: ProxyHandler<SteamLike> = {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        calls.push([String(name), ...args]);
        return Reflect.apply(value, target, args);
      };
    },
  };
  return { steam: new Proxy(steam, handler), calls };
}

/** A Steam with a host, and clients that join it. */
async function session(options: Partial<HostSteamOptions> = {}, fakeOptions: FakeSteamOptions = {}) {
  const fake = createFakeSteam(fakeOptions);
  const { clock } = fake;
  const host = await hostSteam({ steam: fake.login(), clock, ...options });
  const lines = new Map<Transport, string[]>([[host, []]]);
  const run = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) {
      for (const [transport, heard] of lines) heard.push(...polled(transport));
      for (const transport of lines.keys()) transport.flush();
      fake.advance(20);
    }
  };
  return {
    fake,
    host,
    run,
    async join(own: Partial<JoinSteamOptions> = {}) {
      const client = await joinSteam({ steam: fake.login(), clock, lobby: host.lobby, ...own });
      lines.set(client, []);
      return client;
    },
    /** What a transport heard since the last time. */
    heard: (transport: Transport) => lines.get(transport)?.splice(0) ?? [],
  };
}

describe('joining', () => {
  it('gives each client its id in the first message', async () => {
    const { host, join, run, heard } = await session();
    const [a, b] = [await join(), await join()];
    run(500);
    expect([a.localPeer, b.localPeer, host.peers]).toEqual([1, 2, [1, 2]]);
    expect([heard(host), heard(a), heard(b)]).toEqual([['opened 1', 'opened 2'], ['opened 0'], ['opened 0']]);
  });

  it('lets in a member the host hears of only after it asked', async () => {
    const { host, join, run, heard } = await session({}, { lobbyNewsMs: 1500 });
    await join();
    run(1400);
    expect(heard(host)).toEqual([]);
    run(500);
    expect(heard(host)).toEqual(['opened 1']);
    expect(host.stats.datagramsDropped).toBe(0);
  });

  it('sends away and counts who is no member of the lobby', async () => {
    const { fake, host, run, heard } = await session();
    const stranger = fake.login();
    const connection = stranger.connect(stranger.lobbyOwner(host.lobby));
    run(3000);
    expect(stranger.info(connection)).toEqual({
      state: 'closed-by-peer',
      endReason: 1001,
      endText: 'Only members of the lobby may connect; join it first.',
    });
    expect(heard(host)).toEqual([]);
    expect(host.stats.datagramsDropped).toBe(1);
  });

  it('sends away the first of too many strangers', async () => {
    const { fake, host, run } = await session();
    const strangers = Array.from({ length: 65 }, () => fake.login());
    const connections = strangers.map((user) => user.connect(user.lobbyOwner(host.lobby)));
    run(500);
    const states = strangers.map((user, index) => user.info(connections[index] ?? 0).state);
    expect(states).toEqual(['closed-by-peer', ...Array.from({ length: 64 }, () => 'connecting')]);
  });

  it.each([
    [{ version: 'OLD' }, 'This host speaks DUGOUT-STEAM-1, your game speaks OLD; update the older one.'],
    [
      { schemaHash: 0xc0ffee },
      "This host's messages have schema 0x00000001, yours 0x00c0ffee; update the older one.",
    ],
    [{ lobby: '12' }, 'There is no lobby 12: its host closed it, or the id is wrong.'],
  ])('a client refuses itself before it connects: %j', async (asks, sentence) => {
    const { fake, host, join, run, heard } = await session({ schemaHash: 1 });
    const { steam, calls } = recorded(fake.login());
    const client = await join({ steam, schemaHash: 1, ...asks });
    expect(client.peers).toEqual([]);
    run(500);
    expect(heard(client)).toEqual([`closed 0 refused: ${sentence}`]);
    expect(heard(host)).toEqual([]);
    expect(calls.map(([name]) => name)).not.toContain('connect');
    expect(steam.lobbyMembers(host.lobby)).not.toContain(steam.userId);
  });

  it('is refused by a full lobby, until one left it', async () => {
    const { join, run, heard } = await session({ playersMax: 2 });
    const first = await join();
    run(500);
    const second = await join();
    run(500);
    expect(heard(second)).toEqual(['closed 0 refused: The session is full: its lobby has no place left.']);
    await first.close();
    run(500);
    const third = await join();
    run(500);
    expect(heard(third)).toEqual(['opened 0']);
  });

  it('is refused by a full session whose lobby has a place', async () => {
    const { fake, host, join, run, heard } = await session({ playersMax: 2 });
    const user = fake.login();
    await join({ steam: user });
    run(500);
    user.leaveLobby(host.lobby);
    const second = await join();
    run(500);
    expect(heard(second)).toEqual(['closed 0 refused: The session is full: it has room for 2 players.']);
    expect(heard(host)).toEqual(['opened 1']);
  });

  it('ends as host-gone in a lobby that Steam handed on to another', async () => {
    const { fake, host, join, run, heard } = await session();
    await fake.login().joinLobby(host.lobby);
    await host.close();
    const late = await join();
    run(100);
    expect(heard(late)).toEqual(['closed 0 host-gone']);
  });

  it('times out when no host answers', async () => {
    const { fake, join, run, heard } = await session();
    fake.setConditions({ blackOut: 'to-host' });
    const client = await join();
    run(12_000);
    expect(heard(client)).toEqual(['closed 0 timed-out']);
  });

  it('times out when a host lets in but never greets', async () => {
    const fake = createFakeSteam();
    const { clock } = fake;
    const { steam } = recorded(fake.login());
    const host = await hostSteam({ steam, clock });
    const client = await joinSteam({ steam: fake.login(), clock, lobby: host.lobby, connectTimeoutMs: 3000 });
    for (let passed = 0; passed < 2900; passed += 20) {
      for (const { connection } of steam.takeIncoming()) steam.accept(connection);
      expect(polled(client)).toEqual([]);
      fake.advance(20);
    }
    fake.advance(200);
    expect(polled(client)).toEqual(['closed 0 timed-out']);
  });

  it('refuses a host that greets as no host does', async () => {
    const fake = createFakeSteam();
    const { clock } = fake;
    const steam = fake.login();
    const host = await hostSteam({ steam, clock });
    const client = await joinSteam({ steam: fake.login(), clock, lobby: host.lobby });
    const heard: string[] = [];
    let connection = 0;
    const run = () => {
      for (let passed = 0; passed < 500; passed += 20) {
        for (const incoming of steam.takeIncoming()) {
          connection = incoming.connection;
          steam.accept(connection);
        }
        heard.push(...polled(client));
        fake.advance(20);
      }
    };
    run();
    // One that may have overtaken the greeting says nothing of the host; one that may not does.
    steam.send(connection, Uint8Array.of(40, 1), 1);
    run();
    expect([heard, client.stats.datagramsDropped]).toEqual([[], 1]);
    steam.send(connection, Uint8Array.of(11, 1), 8 | 1);
    run();
    expect(heard).toEqual([
      'closed 0 refused: The host does not greet as this game does; update the older one.',
    ]);
    expect(client.stats.datagramsDropped).toBe(2);
    expect(steam.info(connection).state).toBe('closed-by-peer');
  });

  it('rejects when Steam has no lobby or no answer', async () => {
    const offline = new Proxy(createFakeSteam().login(), {
      get: (target, name) =>
        name === 'createLobby' || name === 'joinLobby'
          ? () => Promise.reject(new RangeError('k_EResultNoConnection'))
          : Reflect.get(target, name),
    });
    const expected = {
      code: 'transport/bind-failed',
      message: expect.stringContaining('k_EResultNoConnection'),
    };
    await expect(hostSteam({ steam: offline })).rejects.toMatchObject(expected);
    await expect(joinSteam({ steam: offline, lobby: '1' })).rejects.toMatchObject(expected);
  });

  it('refuses options that are none', async () => {
    const steam = createFakeSteam().login();
    await expect(hostSteam({ steam, playersMax: 251 })).rejects.toThrow(/playersMax must be 1 to 250/);
    await expect(hostSteam({ steam, version: '' })).rejects.toThrow(/version must be 1 to 100/);
    await expect(joinSteam({ steam, lobby: '1', schemaHash: -1 })).rejects.toThrow(
      /schemaHash must be 32 bits/,
    );
  });
});

describe('an open link', () => {
  it('greets at once, and sends by the flags of each delivery, with one flush', async () => {
    const fake = createFakeSteam();
    const { steam, calls } = recorded(fake.login());
    const { host, join, run } = await session({ steam, clock: fake.clock });
    await join({ steam: fake.login(), clock: fake.clock });
    for (let passed = 0; passed < 300; passed += 20) {
      run(20);
      fake.advance(20);
    }
    expect(host.peers).toEqual([1]);
    const sent = () => calls.splice(0).filter(([name]) => name === 'send' || name === 'flush');
    expect(sent()).toEqual([['send', 1, Uint8Array.of(0xff, 1), 8 | 1]]);
    host.flush();
    expect(sent()).toEqual([]);
    host.send(1, Uint8Array.of(1), 'reliable');
    host.send(1, Uint8Array.of(2), 'sequenced');
    host.send(1, Uint8Array.of(3), 'unreliable');
    expect(sent()).toEqual([]);
    host.flush();
    expect(sent()).toEqual([
      ['send', 1, Uint8Array.of(1), 8],
      ['send', 1, Uint8Array.of(2), 8],
      ['send', 1, Uint8Array.of(3), 0],
      ['flush', 1],
    ]);
  });

  it('passes on a game message whatever its first byte', async () => {
    const { host, join, run, heard } = await session();
    const client = await join();
    run(500);
    for (const transport of [host, client]) heard(transport);
    host.send(1, Uint8Array.of(0xff, 9), 'reliable');
    client.send(0, Uint8Array.of(0xff, 9), 'reliable');
    run(100);
    expect([heard(host), heard(client)]).toEqual([['reliable 255,9 from 1'], ['reliable 255,9 from 0']]);
  });

  it('waits with reliable messages that Steam has no room for, in order, and drops the others', async () => {
    const { host, join, run, heard } = await session();
    const client = await join();
    run(500);
    heard(client);
    for (const first of [1, 2, 3]) {
      host.send(1, new Uint8Array(400_000).fill(first), 'reliable');
      host.send(1, new Uint8Array(1132).fill(first), 'unreliable');
    }
    host.flush();
    expect(host.backlog(1)).toBe(3);
    run(1000);
    const arrived = heard(client).map((line) => line.split(',')[0]);
    expect(arrived.filter((line) => line?.startsWith('reliable'))).toEqual([
      'reliable 1',
      'reliable 2',
      'reliable 3',
    ]);
    expect(host.backlog(1)).toBe(0);
  });

  it('ends when more waits than may, by bytes', async () => {
    const { host, join, run, heard } = await session();
    await join();
    run(500);
    heard(host);
    for (let count = 0; count < 33; count++) host.send(1, new Uint8Array(524_288), 'reliable');
    expect(host.backlog(1)).toBe(0);
    run(100);
    expect(heard(host)).toEqual(['closed 1 overflow']);
  });

  it('says how good it is', async () => {
    const { host, join, run } = await session({}, { conditions: { delayMs: 50 } });
    const client = await join();
    run(500);
    host.send(1, Uint8Array.of(1), 'reliable');
    client.send(0, Uint8Array.of(1), 'reliable');
    run(500);
    for (const quality of [host.quality(1), client.quality(0)]) {
      expect(quality?.loss).toBe(0);
      expect(quality?.roundTripMs).toBeGreaterThanOrEqual(100);
      expect(quality?.roundTripMs).toBeLessThan(150);
    }
    expect([host.quality(2), client.quality(1)]).toEqual([undefined, undefined]);
  });
});

describe('ending', () => {
  it('tells a client the sentence it was put out with, cut to what Steam carries', async () => {
    const { host, join, run, heard } = await session();
    const client = await join();
    run(500);
    for (const transport of [host, client]) heard(transport);
    host.disconnect(1, `You ${'really '.repeat(30)}went too far.`);
    run(500);
    const [line = ''] = heard(client);
    expect(line).toMatch(/^closed 0 refused: You really .*$/);
    expect(line.slice('closed 0 refused: '.length)).toHaveLength(127);
    expect(heard(host)).toEqual(['closed 1 closed']);
  });

  it('delivers first what was flushed before', async () => {
    const { host, join, run, heard } = await session({}, { conditions: { loss: 0.3 }, seed: 3 });
    const client = await join();
    run(3000);
    heard(client);
    for (let count = 0; count < 50; count++) host.send(1, Uint8Array.of(count), 'reliable');
    host.flush();
    host.send(1, Uint8Array.of(99), 'reliable');
    host.disconnect(1, 'Bye.');
    run(9000);
    const expected = Array.from({ length: 50 }, (_, count) => `reliable ${count} from 0`);
    expect(heard(client)).toEqual([...expected, 'closed 0 refused: Bye.']);
  });

  it('is told at the next poll when this side asked for it, also from within one', async () => {
    const { host, join, run } = await session();
    const client = await join();
    run(500);
    host.send(1, Uint8Array.of(1), 'reliable');
    client.send(0, Uint8Array.of(1), 'reliable');
    run(0);
    for (const transport of [host, client]) transport.flush();
    run(20);
    for (const transport of [host, client]) {
      const lines: string[] = [];
      transport.poll({
        opened: () => {},
        received: (peer) => {
          lines.push('received');
          transport.disconnect(peer, '');
        },
        closed: (_, end) => lines.push(end),
      });
      expect(lines).toEqual(['received']);
      expect(polled(transport)).toEqual([`closed ${transport === host ? 1 : 0} closed`]);
    }
  });

  it('leaves the lobby, whoever ends the link', async () => {
    const { fake, host, join, run } = await session();
    const users = [fake.login(), fake.login()] as const;
    const [first, second] = [await join({ steam: users[0] }), await join({ steam: users[1] })];
    run(500);
    await first.close();
    host.disconnect(2, 'Bye.');
    run(500);
    expect(second.peers).toEqual([]);
    for (const user of users) expect(user.lobbyMembers(host.lobby)).toHaveLength(1);
  });

  it('a user who starts anew takes the place of the link left behind', async () => {
    const { fake, host, join, run, heard } = await session({ playersMax: 3 });
    const user = fake.login();
    await join({ steam: user });
    run(500);
    heard(host);
    const again = await join({ steam: user });
    run(500);
    expect(heard(host)).toEqual(['closed 1 left', 'opened 2']);
    expect([again.localPeer, host.peers]).toEqual([2, [2]]);
  });

  it('leaves no handle, listener or lobby behind', async () => {
    const { fake, host, join, run } = await session();
    const [first] = [await join(), await join()];
    run(500);
    expect(fake.openHandles).toBe(5);
    await first.close();
    await host.close();
    await host.close();
    run(500);
    expect(fake.openHandles).toBe(0);
    expect(fake.login().lobbyOwner(host.lobby)).toBe('0');
  });
});
