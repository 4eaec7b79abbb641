/** Who gets in and who does not, in bytes and in words. */
import { describe, expect, it } from 'vitest';
import {
  encodeConnectAccept,
  encodeConnectReject,
  encodeConnectRequest,
} from '../../../src/transports/p2p/framing.js';
import { hostP2p, joinP2p } from '../../../src/transports/p2p/index.js';
import { codeOf, ofKind, Table } from './table.js';
import { fromHex, hex } from './vectors.js';

const request = (table: Table, schemaHash = 0) => encodeConnectRequest({ schemaHash, code: table.host.code });

describe('the bytes of a join', () => {
  it('are those of good_net_p2p at the host', async () => {
    const table = await Table.with({ name: 'Kitchen table', schemaHash: 0xd1cb928d });
    const peer = await table.raw();
    peer.send(request(table, 0xd1cb928d));
    table.frames(2);
    const [accept, keepalive] = peer.take();
    expect(accept && hex(accept)).toBe('676e01030100000008000d4b69746368656e207461626c6500');
    expect(keepalive?.length).toBe(13);
  });

  it('are those of good_net_p2p at a client, which asks five times a second', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    await table.knock({ code: peer.code, schemaHash: 0xd1cb928d });
    table.frames(61);
    const asked = peer.take().map(hex);
    expect(asked[0]).toBe(`676e01028d92cbd10a${Buffer.from(peer.code).toString('hex')}`);
    expect(asked).toEqual(Array.from({ length: 5 }, () => asked[0]));
  });
});

describe('refusals', () => {
  const answersTo = async (bytes: (table: Table) => Uint8Array) => {
    const table = await Table.with();
    const peer = await table.raw();
    peer.send(bytes(table));
    table.frames(3);
    return peer.take().map(hex);
  };
  const ofVersion = (version: number) => (table: Table) =>
    request(table).map((byte, at) => (at === 2 ? version : byte));

  it('answer a request, of another version in its own; and nothing else is answered', async () => {
    const elsewhere = encodeConnectRequest({ schemaHash: 0, code: '2222222223' });
    expect(await answersTo(() => elsewhere)).toEqual(['676e010402']);
    expect(await answersTo((table) => request(table, 1))).toEqual(['676e010401']);
    expect(await answersTo(ofVersion(2))).toEqual(['676e02040401']);
    expect(await answersTo(ofVersion(0))).toEqual(['676e00040401']);
    expect(await answersTo(() => fromHex('676e0205000000000000000000'))).toEqual([]);
    expect(await answersTo(() => fromHex('676e0105000000000000000000'))).toEqual([]);
    expect(await answersTo(() => fromHex('986e01028d92cbd10a4132444239334857454d'))).toEqual([]);
  });

  it.each([
    [encodeConnectReject(0), 'The session is full.'],
    [encodeConnectReject(1), "its messages differ from this one's (0x0000002a)"],
    [encodeConnectReject(2), 'another code than'],
    [encodeConnectReject(3), 'Nobody hosts under the code'],
    [fromHex('676e01040409'), 'The host speaks version 9 of this protocol and this game version 1'],
    [encodeConnectReject(9), 'for a reason it calls 9'],
    [encodeConnectAccept({ slot: 256, generation: 0, playersMax: 999, name: '', others: [] }), 'number 256'],
  ])('tell the player why', async (answer, words) => {
    const table = await Table.with();
    const peer = await table.raw();
    const client = await table.knock({ code: peer.code, schemaHash: 42 });
    table.frames(2);
    peer.reply(answer);
    table.seconds(1);
    expect(table.said(client)).toEqual([expect.stringContaining(words)]);
    expect(table.said(client)[0]).toMatch(/^closed 0 refused: .*\.$/);
  });

  it('come from a client that is asked: it hosts nothing', async () => {
    const table = await Table.with();
    await table.knock({ code: codeOf(1), localPort: 5000 });
    const client = await table.knock({ code: codeOf(5000) });
    table.frames(5);
    expect(table.said(client)).toEqual([
      `closed 0 refused: Nobody hosts under the code ${codeOf(5000)} now; ask for a new one.`,
    ]);
  });

  it('count from the host only, and only while joining', async () => {
    const table = await Table.with();
    const stranger = await table.raw();
    const client = await table.knock({ localPort: 5000 });
    stranger.sendTo(5000, encodeConnectReject(0));
    table.seconds(1);
    expect(table.said(client)).toEqual(['opened 0']);
  });
});

describe('joining', () => {
  it('gives up after its own time, whatever the timeout of a link', async () => {
    const table = await Table.with({ timeoutMs: 100 });
    table.network.setConditions({ loss: 1 });
    const client = await table.knock({ connectTimeoutMs: 300, timeoutMs: 100 });
    table.frames(18);
    expect(table.said(client)).toEqual([]);
    table.frames(2);
    expect(table.said(client)).toEqual(['closed 0 timed-out']);
    table.seconds(5);
    expect(table.said(client)).toEqual(['closed 0 timed-out']);
    expect(table.network.counters.sent).toBe(2);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('survives a loss of one half, seed %i', async (seed) => {
    const table = await Table.with({}, { seed, loss: 0.5, delayMs: 20, jitterMs: 20 });
    const client = await table.join();
    client.send(0, Uint8Array.of(1), 'reliable');
    table.until(() => table.said(table.host).includes('reliable 1 from 1'));
    expect([table.said(client)[0], table.host.peers]).toEqual(['opened 0', [1]]);
  });

  it('hears nothing of a link before the accept, which then comes again', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    const client = await table.knock({ code: peer.code });
    table.frames(2);
    peer.reply(fromHex('676e01050000000000000000000002000500000200000000000001002a'));
    table.frames(20);
    expect([table.said(client), client.peers]).toEqual([[], []]);
    expect(ofKind(peer.packets(), 'payload')).toEqual([]);
  });

  it('refuses what is no code before any packet', async () => {
    const table = await Table.with();
    for (const code of ['ABCD12', '', '4km2qx9p7t', 'ZZZZZZZZZZ', '2222222222']) {
      await expect(table.knock({ code })).rejects.toMatchObject({ code: 'transport/bad-code' });
    }
    await expect(joinP2p({ code: 'ABCD12' })).rejects.toThrow('"ABCD12" is no join code');
    expect(table.network.counters.sent).toBe(0);
    expect(table.network.socketCount).toBe(1);
  });

  it('a host cannot choose its code, and must have room for a client', async () => {
    const { network, host } = await Table.with({ port: 7 });
    await expect(hostP2p({ network, port: 8, code: host.code })).rejects.toMatchObject({
      code: 'transport/bad-code',
    });
    expect(network.socketCount).toBe(1);
    const again = await hostP2p({ network, address: '127.0.0.1', port: 8, code: codeOf(8) });
    expect([again.code, again.port]).toEqual([codeOf(8), 8]);
    for (const playersMax of [1, 236]) {
      await expect(hostP2p({ network, playersMax })).rejects.toThrow(`not ${playersMax}`);
    }
  });

  it('a host at an address that no code can name is refused, and leaves no socket', async () => {
    const { network } = await Table.with();
    for (const address of ['::1', 'localhost']) {
      await expect(hostP2p({ network, address })).rejects.toMatchObject({ code: 'session/bad-options' });
    }
    expect(network.socketCount).toBe(1);
  });
});
