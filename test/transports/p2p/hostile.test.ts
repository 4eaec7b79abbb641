/** Whatever arrives: nothing is thrown, the link lives, and what is kept for a peer has a limit. */
import { describe, expect, it } from 'vitest';
import { createChance } from '../../../src/transports/datagram/chance.js';
import {
  decodePacket,
  encodeConnectAccept,
  encodeConnectRequest,
} from '../../../src/transports/p2p/framing.js';
import type { Frame } from '../../../src/transports/p2p/payload.js';
import { ofKind, type RawPeer, Table } from './table.js';
import { datagrams, fromHex } from './vectors.js';

/** A peer whose link is open; what it must acknowledge to be heard. */
async function admitted(table: Table): Promise<{ readonly peer: RawPeer; readonly ack: number }> {
  const peer = await table.raw();
  peer.send(encodeConnectRequest({ schemaHash: 0, code: table.host.code }));
  table.frames(2);
  const ack = ofKind(peer.packets(), 'payload').at(-1)?.header.seq ?? -1;
  peer.sendPayload({ ack, ackValid: true });
  table.frames(2);
  return { peer, ack };
}

/** Vectors with bytes changed, cut and appended, by a seed. */
function* mutated(seed: number, count: number): Generator<Uint8Array> {
  const chance = createChance(seed);
  const below = (limit: number) => Math.floor(chance() * limit);
  const sources = [...datagrams.datagrams, ...datagrams.malformed].map(({ hex }) =>
    fromHex(hex).slice(0, 80),
  );
  for (let i = 0; i < count; i++) {
    const source = sources[below(sources.length)] ?? new Uint8Array();
    const bytes = new Uint8Array(Math.max(0, source.length + below(9) - 4));
    bytes.set(source.subarray(0, bytes.length));
    for (let change = below(4); change > 0 && bytes.length > 3; change--) {
      bytes[2 + below(bytes.length - 2)] = below(256);
    }
    yield bytes;
  }
}

describe('noise', () => {
  it.each([1, 2, 3])('from strangers harms no link, seed %i', async (seed) => {
    const table = await Table.with({ playersMax: 3 });
    const client = await table.join({ localPort: 5000 });
    const stranger = await table.raw();
    for (const bytes of mutated(seed, 3000)) {
      stranger.send(bytes);
      stranger.sendTo(5000, bytes);
    }
    table.frames(5);
    expect(table.host.peers).toEqual([1]);
    client.send(0, Uint8Array.of(1), 'reliable');
    table.host.send(1, Uint8Array.of(2), 'reliable');
    table.frames(5);
    expect(table.said(table.host)).toEqual(['opened 1', 'reliable 1 from 1']);
    expect(table.said(client)).toEqual(['opened 0', 'reliable 2 from 0']);
  });

  it.each([1, 2, 3])(
    'from a peer with a link throws nothing and leaves the others alone, seed %i',
    async (seed) => {
      const table = await Table.with({ playersMax: 8 });
      const client = await table.join();
      const { peer, ack } = await admitted(table);
      let heard = 0;
      for (const bytes of mutated(seed, 3000)) {
        // Goodbyes are their right; everything else has the acknowledgement that makes it theirs.
        const packet = decodePacket(bytes);
        if (packet?.kind === 'disconnect') continue;
        if (packet?.kind === 'payload') {
          bytes.set([ack & 0xff, ack >> 8], 6);
          heard++;
        }
        peer.send(bytes);
        if (heard % 50 === 0) table.frames(1);
      }
      expect(heard).toBeGreaterThan(500);
      client.send(0, Uint8Array.of(1), 'reliable');
      table.frames(5);
      expect(table.said(table.host)).toContain('reliable 1 from 1');
      expect(table.said(client).filter((line) => line.startsWith('closed'))).toEqual([]);
    },
  );
});

describe('a peer that sends frames without the one before them', () => {
  it('has 4096 of them kept and the rest not acknowledged', async () => {
    const table = await Table.with();
    const { peer, ack } = await admitted(table);
    const frame = (messageId: number): Frame => ({
      kind: 'reliable',
      messageId,
      fragment: undefined,
      payload: Uint8Array.of(1),
    });
    const sendFrom = (first: number, last: number) => {
      for (let id = first; id <= last; id++)
        peer.sendPayload({ seq: id, ack, ackValid: true, frames: [frame(id)] });
      table.frames(4);
    };
    const before = table.host.stats.datagramsDropped;
    sendFrom(1, 3000);
    sendFrom(3001, 6000);
    expect(table.host.stats.datagramsDropped - before).toBe(6000 - 4095);
    const newest = Math.max(...ofKind(peer.packets(), 'payload').map(({ header }) => header.ack));
    expect(newest).toBe(4095);
    expect(table.said(table.host)).toEqual(['opened 1']);
  });
});

describe('a client whose game ends its link while it is told something', () => {
  it('is told nothing more, not even of others', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    const client = await table.knock({ code: peer.code });
    table.frames(2);
    peer.reply(encodeConnectAccept({ slot: 1, generation: 0, playersMax: 8, name: '', others: [] }));
    table.frames(2);
    const frames = [1, 2].map(
      (messageId): Frame => ({
        kind: messageId === 1 ? 'reliable' : 'system',
        messageId: messageId - 1,
        fragment: undefined,
        payload: Uint8Array.of(0, 2, 0, 0, 0),
      }),
    );
    peer.replyPayload({ frames });
    table.network.advance(20);
    const said: string[] = [];
    const tell = (what: string) => (peerId: number) => said.push(`${what} ${peerId}`);
    const poll = () =>
      client.poll({
        opened: tell('opened'),
        received: () => client.disconnect(0, ''),
        closed: tell('closed'),
        joined: tell('joined'),
      });
    poll();
    expect([said, client.peers]).toEqual([[], [0]]);
    poll();
    expect([said, client.peers]).toEqual([['closed 0'], []]);
  });
});

describe('a client whose host tells nonsense', () => {
  it('keeps its roster to what can be', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    const client = await table.knock({ code: peer.code });
    table.frames(2);
    // The host, a slot that is no peer id, and one that is named twice.
    const others = [2, 0, 300, 2].map((slot, generation) => ({ slot, generation }));
    peer.reply(encodeConnectAccept({ slot: 1, generation: 0, playersMax: 8, name: '', others }));
    table.frames(2);
    expect(client.peers).toEqual([0, 2]);
    const word = (messageId: number, ...payload: number[]): Frame => ({
      kind: 'system',
      messageId,
      fragment: undefined,
      payload: Uint8Array.from(payload),
    });
    const frames = [
      word(0, 0, 2, 0, 0, 0),
      word(1, 1, 2, 0, 7, 0, 1),
      word(2, 1, 9, 0, 0, 0, 1),
      word(3, 9),
      word(4, 0, 4, 0, 1, 0),
      word(5, 1, 4, 0, 1, 0, 2),
      word(6, 1, 2, 0, 0, 0),
    ];
    peer.replyPayload({ frames });
    table.frames(2);
    expect(table.said(client)).toEqual([
      'opened 0',
      'joined 2',
      'joined 4',
      'left 4 timed-out',
      'left 2 left',
    ]);
    expect(client.peers).toEqual([0]);
  });
});
