/** A seat is for who hears us: forged requests, programs started anew on a port, copies that come late, and who is told of whom. */
import { describe, expect, it } from 'vitest';
import { encodeConnectRequest, encodeDisconnect } from '../../../src/transports/p2p/framing.js';
import type { Frame } from '../../../src/transports/p2p/payload.js';
import type { Transport } from '../../../src/transports/transport.js';
import { ofKind, type RawPeer, Table } from './table.js';

const request = (table: Table) => encodeConnectRequest({ schemaHash: 0, code: table.host.code });

/** Plays a client until its link is open; the number of the packet it acknowledged. */
function joinByHand(table: Table, peer: RawPeer): number {
  peer.send(request(table));
  table.frames(2);
  const ack = ofKind(peer.packets(), 'payload').at(-1)?.header.seq ?? -1;
  peer.sendPayload({ ack, ackValid: true });
  table.frames(2);
  return ack;
}

describe('who only asks', () => {
  it('gets no seat, and is forgotten after two seconds', async () => {
    const table = await Table.with({ playersMax: 2 });
    const forger = await table.raw();
    forger.send(request(table));
    table.frames(2);
    expect(ofKind(forger.packets(), 'connect-accept').length).toBe(1);
    const client = await table.join();
    expect([table.host.peers, client.localPeer]).toEqual([[2], 2]);
    table.seconds(2);
    forger.take();
    table.seconds(1);
    expect(forger.take()).toEqual([]);
    expect(table.said(table.host)).toEqual(['opened 2']);
  });

  it('must name a packet it was sent: guessing is not hearing', async () => {
    const table = await Table.with();
    const forger = await table.raw();
    forger.send(request(table));
    table.frames(1);
    const heard = ofKind(forger.packets(), 'payload').at(-1)?.header.seq ?? -1;
    forger.sendPayload({});
    for (const ack of [0, heard - 1, heard + 1000]) forger.sendPayload({ ack: ack & 0xffff, ackValid: true });
    table.frames(2);
    expect([table.said(table.host), table.host.stats.datagramsDropped]).toEqual([[], 4]);
    forger.sendPayload({ ack: heard, ackValid: true });
    table.frames(2);
    expect(table.said(table.host)).toEqual(['opened 1']);
  });

  it('guesses no better for asking often, or for long', async () => {
    const table = await Table.with();
    const forger = await table.raw();
    for (let count = 0; count < 300; count++) forger.send(request(table));
    table.frames(2);
    const first = ofKind(forger.packets(), 'payload');
    expect(first.length).toBe(1);
    for (let count = 0; count < 40; count++) {
      forger.send(request(table));
      table.frames(6);
    }
    forger.sendPayload({ ack: first[0]?.header.seq ?? -1, ackValid: true });
    table.frames(2);
    expect(table.said(table.host)).toEqual([]);
  });

  it('begins each link at a number of its own', async () => {
    const table = await Table.with();
    const firsts = [];
    for (let count = 0; count < 5; count++) firsts.push(joinByHand(table, await table.raw()));
    expect(new Set(firsts).size).toBe(5);
    expect(table.host.peers).toEqual([1, 2, 3, 4, 5]);
  });

  it('cannot crowd out those who do hear: who asked first is forgotten, and asks again', async () => {
    const table = await Table.with();
    const forgers = await Promise.all(Array.from({ length: 100 }, () => table.raw()));
    const flood = () => {
      for (const forger of forgers) forger.send(request(table));
    };
    flood();
    table.frames(2);
    for (const forger of forgers) forger.take();
    table.seconds(0.5);
    // Not more than so many hear from us any more.
    expect(forgers.filter((forger) => forger.take().length > 0).length).toBe(32);
    flood();
    const client = await table.join();
    expect(table.host.peers).toEqual([client.localPeer]);
  });

  it('is turned away when somebody else was faster', async () => {
    const table = await Table.with({ playersMax: 2 });
    const [first, second] = [await table.raw(), await table.raw()];
    first.send(request(table));
    second.send(request(table));
    table.frames(2);
    const [, firstAck = 0, secondAck = 0] = [
      0,
      ...[first, second].map((peer) => ofKind(peer.packets(), 'payload')[0]?.header.seq),
    ];
    first.sendPayload({ ack: firstAck, ackValid: true });
    table.frames(1);
    second.sendPayload({ ack: secondAck, ackValid: true });
    table.frames(2);
    expect(table.host.peers).toEqual([1]);
    expect(ofKind(second.packets(), 'disconnect').map(({ reason }) => reason)).toEqual([0, 0, 0]);
    second.send(request(table));
    table.frames(2);
    expect(ofKind(second.packets(), 'connect-reject').map(({ reason }) => reason)).toEqual([0]);
  });
});

describe('a program started anew on the port of one that is gone', () => {
  /** A client that talked for two seconds and then is gone without a word. */
  async function afterCrash(table: Table): Promise<void> {
    const client = await table.join({ localPort: 5000 });
    table.seconds(1);
    for (let count = 0; count < 40; count++) client.send(0, Uint8Array.of(count), 'reliable');
    table.host.send(1, Uint8Array.of(1), 'reliable');
    table.seconds(1);
    table.abandon(client);
    const silenced = table.network.conditions.loss;
    table.network.setConditions({ loss: 1 });
    await client.close();
    table.network.setConditions({ loss: silenced });
    table.host.send(1, Uint8Array.of(2), 'reliable');
    table.take(table.host);
  }

  it.each([
    ['clean', {}],
    ['bad', { seed: 5, loss: 0.2, duplicate: 0.2, reorder: 0.2, delayMs: 10, jitterMs: 20 }],
  ])('gets in at once with a link of its own, on a %s network', async (_, conditions) => {
    const table = await Table.with({ playersMax: 2 }, conditions);
    await afterCrash(table);
    const again = await table.knock({ localPort: 5000 });
    table.until(() => table.said(table.host).includes('opened 2'));
    expect(table.said(table.host)).toEqual(['closed 1 left', 'opened 2']);
    for (let count = 50; count < 60; count++) {
      again.send(0, Uint8Array.of(count), 'reliable');
      table.host.send(2, Uint8Array.of(count), 'reliable');
      table.frames(1);
    }
    table.seconds(3);
    const numbers = (transport: Transport) =>
      table.said(transport).filter((line) => line.startsWith('reliable'));
    const expected = (from: number) =>
      Array.from({ length: 10 }, (_, i) => `reliable ${50 + i} from ${from}`);
    // Nothing of the first one's: neither is what was on its way to it told to the second.
    expect(numbers(table.host)).toEqual(expected(2));
    expect(numbers(again)).toEqual(expected(0));
    expect(table.said(again)[0]).toBe('opened 0');
    table.seconds(6);
    expect(table.host.peers).toEqual([2]);
  });

  it('is not taken for the one before, by what it says before it hears us', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    joinByHand(table, peer);
    table.seconds(2.1);
    peer.take();
    const frame = (payload: number): Frame => ({
      kind: 'reliable',
      messageId: 0,
      fragment: undefined,
      payload: Uint8Array.of(payload),
    });
    peer.send(request(table));
    table.frames(2);
    const beside = ofKind(peer.packets(), 'payload').find(({ header }) => !header.ackValid)?.header.seq ?? -1;
    peer.sendPayload({ seq: 1, frames: [frame(7)] });
    table.frames(2);
    expect(table.said(table.host)).toEqual(['opened 1']);
    peer.sendPayload({ seq: 2, ack: beside, ackValid: true, frames: [frame(7)] });
    table.frames(2);
    expect(table.said(table.host)).toEqual(['opened 1', 'closed 1 left', 'opened 2', 'reliable 7 from 2']);
  });

  it('is heard at numbers that to the one before are old copies', async () => {
    const table = await Table.with();
    for (let count = 0; count < 20; count++) {
      const peer = await table.raw();
      const open = joinByHand(table, peer);
      table.seconds(2.1);
      peer.take();
      peer.send(request(table));
      table.frames(2);
      const beside =
        ofKind(peer.packets(), 'payload').find(({ header }) => !header.ackValid)?.header.seq ?? -1;
      const behind = (open - beside) & 0xffff;
      expect(behind).toBeGreaterThan(2000);
      expect(behind).toBeLessThan(0x8000 - 2000);
      table.host.disconnect(table.host.peers[0] ?? 0, '');
    }
  });

  it('costs who is there nothing when it is but a late copy of a request', async () => {
    const table = await Table.with();
    const client = await table.join({ localPort: 5000 });
    table.seconds(2);
    await client.close();
    table.seconds(1);
    const peer = await table.raw(5000);
    const first = joinByHand(table, peer);
    // A client that lives on, and what the network kept for two seconds: its request, and its packet that heard nothing yet.
    for (let second = 0; second < 4; second++) {
      peer.send(request(table));
      peer.sendPayload({ seq: 0 });
      for (let seq = 1; seq < 11; seq++) {
        const newest = ofKind(peer.packets(), 'payload').map(({ header }) => (header.seq - first) & 0xffff);
        const ack = Math.max(0, ...newest.filter((ahead) => ahead < 2000)) + first;
        peer.sendPayload({ seq: 10 * second + seq, ack: ack & 0xffff, ackValid: true });
        table.frames(6);
      }
    }
    expect(table.said(table.host)).toEqual(['opened 1', 'closed 1 left', 'opened 2']);
  });
});

describe('a request that comes twice', () => {
  it('is answered with the same accept, for two seconds after the link opened too', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    joinByHand(table, peer);
    table.frames(30);
    peer.take();
    peer.send(request(table));
    table.frames(2);
    const packets = peer.packets();
    expect(ofKind(packets, 'connect-accept').map(({ slot }) => slot)).toEqual([1]);
    expect(ofKind(packets, 'payload').every(({ header }) => header.ackValid)).toBe(true);
  });

  it('is one of a new program once the old one has said something, however soon', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    const ack = joinByHand(table, peer);
    const payload = Uint8Array.of(1);
    const frames: Frame[] = [{ kind: 'unreliable', messageId: 0, fragment: undefined, payload }];
    peer.sendPayload({ seq: 1, ack, ackValid: true, frames });
    table.frames(2);
    peer.take();
    peer.send(request(table));
    table.frames(2);
    expect(ofKind(peer.packets(), 'connect-accept').map(({ slot }) => slot)).toEqual([2]);
  });
});

describe('goodbyes', () => {
  it('tell a silent client that it timed out', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    joinByHand(table, peer);
    table.seconds(5.1);
    expect(table.said(table.host)).toEqual(['opened 1', 'closed 1 timed-out']);
    expect(ofKind(peer.packets(), 'disconnect').map(({ reason }) => reason)).toEqual([2, 2, 2]);
  });

  it('are said three times, and a late one turns nobody away who asks anew', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    peer.send(request(table));
    peer.send(encodeDisconnect(1));
    table.frames(2);
    const ack = ofKind(peer.packets(), 'payload')[0]?.header.seq ?? -1;
    peer.sendPayload({ ack, ackValid: true });
    table.frames(2);
    expect(table.said(table.host)).toEqual(['opened 1']);
    table.host.disconnect(1, 'Enough.');
    table.frames(2);
    expect(ofKind(peer.packets(), 'disconnect').map(({ reason }) => reason)).toEqual([0, 0, 0]);
  });

  it.each([
    [0, 'left'],
    [1, 'left'],
    [2, 'timed-out'],
    [3, 'left'],
    [4, 'left'],
    [7, 'timed-out'],
  ])('of a client with reason %i mean %s', async (reason, end) => {
    const table = await Table.with();
    const peer = await table.raw();
    joinByHand(table, peer);
    for (let copy = 0; copy < 3; copy++) peer.send(encodeDisconnect(reason));
    table.frames(2);
    expect(table.said(table.host)).toEqual(['opened 1', `closed 1 ${end}`]);
  });

  it.each([
    [0, 'refused: The host ended your link.'],
    [1, 'host-gone'],
    [2, 'timed-out'],
    [3, 'host-gone'],
    [4, 'host-gone'],
  ])('of a host with reason %i mean %s', async (reason, end) => {
    const table = await Table.with();
    const client = await table.join();
    const { host } = table;
    table.abandon(host);
    // The host's own socket, so that its address is right.
    await host.close();
    table.network.advance(20);
    const forged = await table.raw(host.port);
    const other = await table.knock({ code: forged.code });
    table.frames(1);
    forged.take();
    expect(table.said(client).at(-1)).toBe('closed 0 host-gone');
    forged.reply(Uint8Array.from([0x67, 0x6e, 1, 3, 1, 0, 0, 0, 8, 0, 0, 0]));
    table.frames(2);
    forged.reply(encodeDisconnect(reason));
    table.frames(2);
    expect(table.said(other)).toEqual(['opened 0', `closed 0 ${end}`]);
  });

  it('come after what was queued', async () => {
    const table = await Table.with();
    const client = await table.join();
    client.send(0, Uint8Array.of(7), 'reliable');
    await client.close();
    table.abandon(client);
    table.frames(2);
    expect(table.said(table.host)).toEqual(['opened 1', 'reliable 7 from 1', 'closed 1 left']);
  });
});

describe('clients hear of each other', () => {
  it('also of who came while their accept was on its way', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    peer.send(request(table));
    table.frames(2);
    const packets = peer.packets();
    const accept = ofKind(packets, 'connect-accept')[0];
    expect(accept?.others).toEqual([]);
    await table.join();
    peer.sendPayload({ ack: ofKind(packets, 'payload')[0]?.header.seq ?? -1, ackValid: true });
    table.frames(2);
    const frames = ofKind(peer.packets(), 'payload').flatMap((packet) => packet.frames);
    expect(frames.map(({ kind, payload }) => [kind, ...payload])).toEqual([['system', 0, 2, 0, 0, 0]]);
  });

  it('also of who left while their accept was on its way', async () => {
    const table = await Table.with({}, { delayMs: 50 });
    const [leaving, staying] = [await table.join(), await table.join()];
    const late = await table.knock();
    // The request is there, the accept that names both is not back yet.
    table.frames(5);
    await leaving.close();
    table.abandon(leaving);
    table.seconds(1);
    expect(table.said(late)).toEqual(['opened 0', 'joined 1', 'joined 2', 'left 1 left']);
    expect([late.peers, staying.peers, table.host.peers]).toEqual([
      [0, 2],
      [0, 3],
      [2, 3],
    ]);
  });

  it('but not of who has no room for hearing of them', async () => {
    const table = await Table.with();
    const deaf = await table.join();
    table.abandon(deaf);
    for (let count = 0; count < 4096; count++) table.host.send(1, Uint8Array.of(1), 'reliable');
    const client = await table.knock();
    table.seconds(1);
    expect(table.said(table.host)).toEqual(['opened 1', 'opened 2', 'closed 1 overflow']);
    expect([client.peers, table.host.peers]).toEqual([[0], [2]]);
  });

  it('but not of who had their own address before', async () => {
    const table = await Table.with();
    const before = await table.join({ localPort: 5000 });
    before.send(0, Uint8Array.of(7), 'reliable');
    table.frames(2);
    table.abandon(before);
    table.network.setConditions({ blackOut: 'to-host' });
    await before.close();
    table.network.setConditions({ blackOut: 'none' });
    const again = await table.knock({ localPort: 5000 });
    table.seconds(1);
    expect([table.said(again), again.peers, table.host.peers]).toEqual([['opened 0'], [0], [2]]);
  });

  it('by slot, and a slot had before has a higher generation', async () => {
    const table = await Table.with({ playersMax: 4 });
    const [a, b] = [await table.join(), await table.join()];
    table.frames(2);
    expect([table.take(a), table.take(b)]).toEqual([
      ['opened 0', 'joined 2'],
      ['opened 0', 'joined 1'],
    ]);
    expect([a.peers, b.peers]).toEqual([
      [0, 2],
      [0, 1],
    ]);
    await b.close();
    table.abandon(b);
    table.frames(5);
    expect([table.take(a), a.peers]).toEqual([['left 2 left'], [0]]);
    // All ids have been somebody's: the next one is the one that is free for longest.
    for (let count = 3; count <= 255; count++) {
      const client = await table.join();
      await client.close();
      table.abandon(client);
      table.frames(2);
    }
    const peer = await table.raw();
    peer.send(request(table));
    table.frames(2);
    expect(ofKind(peer.packets(), 'connect-accept')[0]).toMatchObject({ slot: 2, generation: 1 });
  });
});
