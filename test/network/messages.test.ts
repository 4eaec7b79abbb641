/** What a declared message does, by target, delivery and side. Loopback: two or three games in one process. */
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../src/errors.js';
import { bytes, createNetwork, encodeRecord, float32, uint16 } from '../../src/network/index.js';
import { HOST_PEER } from '../../src/peers.js';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import type { Wire } from '../../src/transports/wire.js';
import { createGame, frame, type Game, join } from './game.js';

/** A host and its clients, all in one session. */
async function play(clients: number, wire: Wire = createLoopbackWire()): Promise<Game[]> {
  const host = createGame(wire);
  await host.network.host();
  const games = [host];
  for (let count = 0; count < clients; count++) {
    const client = createGame(wire);
    await join(client, host);
    games.push(client);
  }
  return games;
}

function pair(games: readonly Game[]): { host: Game; client: Game; other: Game } {
  const [host, client, other = client] = games;
  if (host === undefined || client === undefined || other === undefined) throw new Error('Too few games.');
  return { host, client, other };
}

describe('with no session', () => {
  it('runs what is for the host or everyone here, from the host, and nothing else', () => {
    const { messages, said, network } = createGame(createLoopbackWire());
    messages.fire({ angle: 1.2 });
    messages.roundEnded();
    messages.opened({ door: 1 });
    messages.fire.sendTo(HOST_PEER, { angle: 2 });
    messages.fire.sendTo(7, { angle: 3 });
    expect(said).toEqual(['fire 1.2 from 0', 'roundEnded from 0', 'fire 2.0 from 0']);
    expect([network.isHost, network.localPeer, network.isNetworked]).toEqual([true, 0, false]);
  });

  it('decodes what runs here from its bytes: a float is rounded, a list is a copy', () => {
    const seen: unknown[] = [];
    const { messages } = createNetwork({
      wire: createLoopbackWire(),
      describe(net) {
        const turn = net.message('turn', { angle: float32, picture: bytes });
        net.on(turn, (value) => seen.push(value));
        return { turn };
      },
    });
    const picture = Uint8Array.of(1, 2);
    messages.turn({ angle: 1.2, picture });
    picture.fill(9);
    expect(seen).toEqual([{ angle: Math.fround(1.2), picture: Uint8Array.of(1, 2) }]);
  });

  it('lets a handler send what runs here at once, and again', () => {
    const seen: number[] = [];
    const { messages } = createNetwork({
      wire: createLoopbackWire(),
      describe(net) {
        const countDown = net.message('countDown', { from: uint16 });
        net.on(countDown, ({ from }) => {
          if (from > 0) countDown({ from: from - 1 });
          seen.push(from);
        });
        return { countDown };
      },
    });
    messages.countDown({ from: 3 });
    expect(seen).toEqual([0, 1, 2, 3]);
  });
});

describe('targets', () => {
  it('a client’s request runs on the host only, from the client', async () => {
    const { host, client, other } = pair(await play(2));
    client.messages.fire({ angle: 1.2 });
    frame(client, host, other);
    expect([host.said, client.said, other.said]).toEqual([['fire 1.2 from 1'], [], []]);
  });

  it('the host’s own request runs at once, on the host only', async () => {
    const { host, client } = pair(await play(1));
    host.messages.fire({ angle: 1.2 });
    expect(host.said).toEqual(['fire 1.2 from 0']);
    frame(host, client);
    expect([host.said, client.said]).toEqual([['fire 1.2 from 0'], []]);
  });

  it('what is for clients runs on each client and not on the host', async () => {
    const { host, client, other } = pair(await play(2));
    host.messages.opened({ door: 3 });
    frame(host, client, other);
    expect([host.said, client.said, other.said]).toEqual([[], ['opened 3 from 0'], ['opened 3 from 0']]);
  });

  it('what is for everyone runs on each client, and on the host within the call', async () => {
    const { host, client, other } = pair(await play(2));
    host.messages.roundEnded();
    expect(host.said).toEqual(['roundEnded from 0']);
    frame(host, client, other);
    for (const { said } of [host, client, other]) expect(said).toEqual(['roundEnded from 0']);
  });

  it('a client that sends what only the host may throws, and nothing leaves', async () => {
    const { host, client } = pair(await play(1));
    expect(() => client.messages.opened({ door: 1 })).toThrow(/opened is for the host to send/);
    expect(() => client.messages.roundEnded()).toThrow(InvariantError);
    expect(() => client.messages.roundEnded.sendTo(1)).toThrow(InvariantError);
    frame(client, host);
    expect([host.said, host.faults, client.said]).toEqual([[], [], []]);
  });

  it('what comes from the wrong end is dropped, counted and told, and what follows runs', async () => {
    const { host, client } = pair(await play(1));
    host.messages.fire.sendTo(1, { angle: 1 });
    host.messages.opened({ door: 1 });
    frame(host, client);
    expect(client.said).toEqual(['opened 1 from 0']);
    expect(client.faults).toEqual([{ kind: 'rejected', from: 0, message: 'fire' }]);
    expect(client.network.counters).toEqual({ malformed: 0, rejected: 1, unhandled: 0, threw: 0 });
    expect(host.said).toEqual([]);
  });

  it('a client that forges what only the host may send is not heard', async () => {
    const { host, client } = pair(await play(1));
    const { schema, session } = client.network;
    session?.sendToAll(encodeRecord(schema, client.messages.opened.declaration, { door: 1 }));
    session?.sendToAll(encodeRecord(schema, client.messages.roundEnded.declaration));
    client.messages.fire({ angle: 1 });
    frame(client, host);
    expect(host.said).toEqual(['fire 1.0 from 1']);
    expect(host.faults).toEqual([
      { kind: 'rejected', from: 1, message: 'opened' },
      { kind: 'rejected', from: 1, message: 'roundEnded' },
    ]);
  });
});

describe('sendTo', () => {
  it('reaches one peer', async () => {
    const { host, client, other } = pair(await play(2));
    host.messages.opened.sendTo(2, { door: 4 });
    frame(host, client, other);
    expect([host.said, client.said, other.said]).toEqual([[], [], ['opened 4 from 0']]);
  });

  it('to oneself runs here, whatever the target', async () => {
    const { host, client } = pair(await play(1));
    host.messages.opened.sendTo(HOST_PEER, { door: 4 });
    client.messages.fire.sendTo(1, { angle: 1 });
    expect([host.said, client.said]).toEqual([['opened 4 from 0'], ['fire 1.0 from 1']]);
  });

  it('to somebody who left does nothing; from a client to another is a mistake', async () => {
    const { host, client, other } = pair(await play(2));
    expect(() => client.messages.fire.sendTo(2, { angle: 1 })).toThrow(/no link to peer 2/);
    await other.network.leave();
    frame(host, client);
    host.messages.opened.sendTo(2, { door: 4 });
    frame(host, client);
    expect([client.said, other.said]).toEqual([[], []]);
  });

  it('keeps the order of a delivery also between one peer and all', async () => {
    const { host, client } = pair(await play(1));
    host.messages.opened.sendTo(1, { door: 1 });
    host.messages.opened({ door: 2 });
    host.messages.opened.sendTo(1, { door: 3 });
    frame(host, client);
    expect(client.said).toEqual(['opened 1 from 0', 'opened 2 from 0', 'opened 3 from 0']);
  });
});

describe('deliveries', () => {
  it('keep their order, each for itself', async () => {
    const { host, client } = pair(await play(1));
    client.messages.aim({ at: 1 });
    for (const angle of [1, 2, 3]) client.messages.fire({ angle });
    client.messages.aim({ at: 2 });
    frame(client, host);
    // One batch each, reliable first.
    expect(host.said).toEqual([
      ...['fire 1.0 from 1', 'fire 2.0 from 1', 'fire 3.0 from 1'],
      ...['aim 1 from 1', 'aim 2 from 1'],
    ]);
  });

  it('send nothing before flush, and hand over nothing before poll', async () => {
    const { host, client } = pair(await play(1));
    client.messages.fire({ angle: 1 });
    host.network.poll();
    expect(host.said).toEqual([]);
    client.network.flush();
    expect(host.said).toEqual([]);
    host.network.poll();
    expect(host.said).toEqual(['fire 1.0 from 1']);
  });

  it('carry 120,000 bytes of text and 70,000 of picture in one record', async () => {
    const { host, client } = pair(await play(1));
    host.messages.note({ text: 'x'.repeat(120_000), picture: new Uint8Array(70_000) });
    frame(host, client);
    expect(client.said).toEqual(['note 120000+70000 from 0']);
  });

  it('cut a batch between records: 40 of 100 bytes arrive through a ceiling of 1024', async () => {
    const { host, client } = pair(await play(1));
    for (let at = 0; at < 40; at++) client.messages.rawLossy({ bytes: new Uint8Array(85) });
    frame(client, host);
    expect(host.said).toEqual(Array.from({ length: 40 }, () => 'rawLossy 85 from 1'));
  });
});

describe('a game that does not flush', () => {
  it('hands over what is too much to keep, and loses nothing', async () => {
    const { host, client } = pair(await play(1));
    for (let count = 0; count < 9; count++) client.messages.raw({ bytes: new Uint8Array(250_000 + count) });
    frame(client, host);
    expect(host.said).toEqual(Array.from({ length: 9 }, (_, count) => `raw ${250_000 + count} from 1`));
  });

  it('for ever meets the limit of the transport: its link ends, and no call throws', async () => {
    const { host, client } = pair(await play(1, createLoopbackWire({ queueMax: 4 })));
    for (let count = 0; count < 30; count++) client.messages.raw({ bytes: new Uint8Array(250_000) });
    frame(client, host);
    expect([client.events.at(-1), host.events.at(-1)]).toEqual(['closed overflow', 'left 1 overflow']);
  });
});

describe('ceilings', () => {
  it('refuse a record at the call, by the delivery’s own, and what was sent before still goes', async () => {
    const { host, client } = pair(await play(1));
    client.messages.aim({ at: 1 });
    expect(() => client.messages.rawLossy({ bytes: new Uint8Array(1010) })).toThrow(
      /1025 bytes, 1010 of them of variable length; a record may have 1024/,
    );
    client.messages.raw({ bytes: new Uint8Array(1010) });
    client.messages.rawLossy({ bytes: new Uint8Array(1009) });
    frame(client, host);
    expect(host.said).toEqual(['raw 1010 from 1', 'aim 1 from 1', 'rawLossy 1009 from 1']);
  });

  it.each(['with no session', 'with an empty session'])('are the same %s, for every target', async (when) => {
    const { network, messages, said } = createGame(createLoopbackWire());
    if (when === 'with an empty session') await network.host();
    const tooLong = { bytes: new Uint8Array(261_120 - 14) };
    const refusal = expect.objectContaining({ code: 'transport/too-large' });
    expect(() => messages.raw(tooLong)).toThrow(refusal);
    expect(() => messages.rawDown(tooLong)).toThrow(refusal);
    expect(() => messages.rawDown.sendTo(9, tooLong)).toThrow(refusal);
    expect(() => messages.note({ text: '', picture: new Uint8Array(261_120) })).toThrow(refusal);
    expect(said).toEqual([]);
    messages.raw({ bytes: new Uint8Array(261_120 - 15) });
    expect(said).toEqual(['raw 261105 from 0']);
  });

  it('are those of the wire', () => {
    const wire = createLoopbackWire({ limits: { sequenced: 100 } });
    const { messages } = createGame(wire);
    messages.rawLossy({ bytes: new Uint8Array(85) });
    expect(() => messages.rawLossy({ bytes: new Uint8Array(86) })).toThrow(/may have 100/);
  });

  it('a value that does not fit its field leaves nothing behind', async () => {
    const { host, client } = pair(await play(1));
    client.messages.aim({ at: 1 });
    expect(() => client.messages.aim({ at: 70_000 })).toThrow(/aim\.at: expected/);
    client.messages.aim({ at: 2 });
    frame(client, host);
    expect(host.said).toEqual(['aim 1 from 1', 'aim 2 from 1']);
    expect(host.faults).toEqual([]);
  });
});
