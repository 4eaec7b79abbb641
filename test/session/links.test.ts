import { describe, expect, it } from 'vitest';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { freshStore, hello, joinOn, rawPeer, setTable, startTurn, verifyStore } from './table.js';

const { protocol } = homeRunDerby;
const bytesOf = (name: string, value: unknown) => protocol.encode(name, value);
const swing = { pressTime: 1 };

describe('links', () => {
  it('answers bytes that are no message with a notice, and the link and the session live', async () => {
    const store = freshStore();
    const table = await setTable({ store });
    const mallory = rawPeer(table.loopback.connect());
    table.run(10);
    const before = table.host.log;
    mallory.send(
      new Uint8Array(0),
      Uint8Array.of(255, 1, 2),
      hello('Mallory').subarray(0, 9),
      Uint8Array.of(...hello('Mallory'), 0),
      bytesOf('Hello', { ...protocolHello(), player: { ...protocolHello().player, name: '' } }).fill(0xff, 5),
    );
    table.run(2);
    expect(table.notices.map(({ kind }) => kind)).toEqual(Array(5).fill('malformed'));
    for (const notice of table.notices) {
      expect(notice).toMatchObject({ peer: 2, sentence: 'Malformed message from player 2 ignored' });
    }
    expect(table.host.log.digest).toBe(before.digest);
    mallory.send(hello('Mallory'));
    table.run(3);
    expect(table.clients[0]?.view.roster.map(({ name }) => name)).toEqual(['Ann', 'Bo', 'Mallory']);
    expect(verifyStore(store).verdict).toBe('identical');
  });

  it('drops what only the host may say, with a notice, and logs nothing of it', async () => {
    const table = await setTable();
    const mallory = rawPeer(table.loopback.connect());
    table.run(10);
    const { digest } = table.host.log;
    const turn = { batter: 0, turnIndex: 0, teamScore: 0, outsLeft: 3, pool: 3 };
    mallory.send(
      bytesOf('Roster', { players: [] }),
      bytesOf('TurnStart', turn),
      bytesOf('Welcome', { playerId: 0 }),
    );
    table.run(2);
    expect(table.notices.map(({ sentence }) => sentence)).toEqual([
      'Roster of player 2 was dropped: not-from-client.',
      'TurnStart of player 2 was dropped: not-from-client.',
      'Welcome of player 2 was dropped: not-from-client.',
    ]);
    expect(table.host.log.digest).toBe(digest);
  });

  it('refuses a peer that plays before its Hello, and one that plays in the turn of another', async () => {
    const table = await setTable({ names: ['Ann', 'Bo', 'Cy'] });
    startTurn(table);
    const mallory = rawPeer(table.loopback.connect());
    table.run(2);
    const { turn, score, roster } = table.host.view;
    mallory.send(
      bytesOf('TurnEnd', { scoreGained: 9999, homeRuns: 9, longestFt: 500 }),
      bytesOf('AtBatSwing', swing),
    );
    const bystander = table.clients.find(({ view }) => view.me !== turn?.batter);
    const end = { scoreGained: 9999, homeRuns: 9, longestFt: 500 };
    expect(bystander?.send('TurnEnd', end)).toMatchObject({ ok: false });
    table.run(2);
    expect(table.host.view).toMatchObject({ turn, score, roster });
    expect(table.notices.map(({ kind, peer }) => `${kind} ${peer}`)).toEqual(['refused 3', 'refused 3']);
    mallory.send(hello('Mallory'));
    table.run(1);
    mallory.poll();
    const sentence = 'A run is being played; try again after it.';
    expect(mallory.heard.slice(-2)).toEqual(['Refuse', `closed refused: ${sentence}`]);
  });

  it.each([
    ['of another version', { version: '0' }, 'This game has version 1, yours has 0.'],
    ['without a name', { name: ' ' }, 'A name has 1 to 24 bytes.'],
  ])('tells a client %s why it is refused', async (_who, seat, ending) => {
    const table = await setTable({ names: ['Ann'] });
    const client = await joinOn(table.loopback.connect(), { name: 'Bo', ...seat });
    table.seat(client);
    table.run(10);
    expect(client.view).toMatchObject({ phase: 'refused', ending });
    expect(client.isOver).toBe(true);
    expect(client.command('close', null)).toMatchObject({ ok: false });
  });

  it('tells a client that finds no room why it is refused, by the transport and by the lobby', async () => {
    const small = await setTable({ names: ['Ann', 'Bo'], loopback: { playersMax: 2 } });
    const full = await setTable({ names: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] });
    for (const [table, ending] of [
      [small, 'The session is full: it has room for 2 players.'],
      [full, 'The game is full: 8 players.'],
    ] as const) {
      table.run(5);
      const client = await joinOn(table.loopback.connect(), { name: 'Zed' });
      table.seat(client);
      table.run(10);
      expect(client.view).toMatchObject({ phase: 'refused', ending });
    }
  });

  it('sees a silent peer off, and nobody else', async () => {
    const table = await setTable();
    const silent = rawPeer(table.loopback.connect());
    table.run(2);
    silent.poll();
    table.run(60 * 10 + 5);
    silent.poll();
    expect(silent.heard.at(-1)).toBe('closed host-gone');
    expect(table.host.view.roster.map(({ name }) => name)).toEqual(['Ann', 'Bo']);
  });

  it('ends the link of a peer that floods, and of no other; the others play on', async () => {
    const store = freshStore();
    const table = await setTable({ names: ['Ann', 'Bo', 'Cy'], store });
    startTurn(table);
    const mallory = rawPeer(table.loopback.connect());
    table.run(2);
    table.notices.length = 0;
    mallory.send(...Array<Uint8Array>(1_000).fill(bytesOf('IntroDone', {})));
    table.run(2);
    mallory.poll();
    expect(mallory.heard.at(-1)).toMatch(
      /^closed refused: Player 3 sent more in one frame than the queue holds/,
    );
    const kinds = new Set(table.notices.map(({ kind, peer }) => `${kind} ${peer}`));
    expect([...kinds].sort()).toEqual(['link-ended 3', 'overflow 3', 'refused 3']);
    expect(table.notices.filter(({ kind }) => kind === 'overflow')).toHaveLength(1);
    expect(table.host.links.map(({ peer }) => peer)).toEqual([1, 2]);
    table.run(60);
    expect(table.clients.map(({ view }) => view.phase)).toEqual(['inning', 'inning']);
    expect(verifyStore(store).verdict).toBe('identical');
  });

  it('outlives a flood of probes by many peers at once: answers are dropped, not the session', async () => {
    const table = await setTable();
    const peers = Array.from({ length: 130 }, () => rawPeer(table.loopback.connect()));
    table.run(2);
    table.notices.length = 0;
    const pings = Array<Uint8Array>(40).fill(bytesOf('Ping', { sendTime: 1 }));
    for (const peer of peers) peer.send(...pings);
    table.run(1);
    for (const peer of peers) peer.poll();
    const pongs = peers.flatMap(({ heard }) => heard).filter((name) => name === 'Pong');
    expect(pongs).toHaveLength(2_048);
    const kinds = new Set(table.notices.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['dropped', 'send-failed']);
    expect(table.host.isOver).toBe(false);
    table.run(5);
    expect(table.clients[0]?.view.phase).toBe('lobby');
  });

  it('tells who ended a link, once', async () => {
    const table = await setTable({ names: ['Ann', 'Bo'] });
    table.run(5);
    const told: string[] = [];
    table.host.linkEnded$.subscribe(({ peer, end, sentence }) => told.push(`${peer} ${end} ${sentence}`));
    const closing = table.clients[0]?.close();
    await Promise.resolve();
    table.run(5);
    await closing;
    table.run(5);
    expect(told).toHaveLength(1);
    expect(table.notices).toEqual([
      {
        kind: 'link-ended',
        peer: 1,
        sentence: expect.stringMatching(/^The link to player 1 ended: (left|closed)\.$/),
      },
    ]);
  });

  it('tells a message that no packet of the transport holds as a notice, and the others go out', async () => {
    const short = protocol.encode('Hello', protocolHello());
    const table = await setTable({ names: ['Ann'], loopback: { limits: { reliable: short.length } } });
    table.run(3);
    const peer = rawPeer(table.loopback.connect());
    table.run(1);
    peer.send(short);
    table.run(1);
    peer.poll();
    expect(peer.heard).toContain('Welcome');
    expect(peer.heard).not.toContain('Roster');
    const failed = table.notices.filter(({ kind }) => kind === 'send-failed');
    expect(failed).toMatchObject([{ peer: 1, error: { code: 'transport/too-large' } }]);
  });
});

function protocolHello() {
  const player = { id: 0, name: 'Z', batterId: '', cosmeticIds: [], connected: true };
  return { protocol: protocol.name, version: '1', player };
}
