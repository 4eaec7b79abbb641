/**
 * The sessions and bytes of good_net's conformance list, as a game sees them, over every wire that can carry them. Its number in
 * that list is in front of each title.
 */
import { describe, expect, it } from 'vitest';
import { encodeRecord } from '../../src/network/index.js';
import { WIRE_TARGETS } from './targets.js';
import { gamesOver, idOf } from './wire-games.js';

describe.each(WIRE_TARGETS)('over $name', (target) => {
  const { wire, game, pass, until, settled, host, join, heard } = gamesOver(target);

  it('1. hosts: this side is the host, alone, under a code', async () => {
    const { network } = await host();
    expect(network.session).toMatchObject({
      isHost: true,
      localPeer: 0,
      name: 'Kitchen table',
      peerCount: 0,
    });
    expect(network.session?.id).toMatch(/^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]+$|^ws:\/\//);
  });

  it('2. joins: each has exactly the other, and a link to it', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    const [here, there] = [hosting.network.session, joining.network.session];
    expect([here?.peerCount, here?.peerAt(0), there?.peerCount, there?.peerAt(0)]).toEqual([1, 1, 1, 0]);
    expect([here?.connectionTo(1)?.state, there?.connectionTo(0)?.state]).toEqual(['connected', 'connected']);
    expect(there).toMatchObject({ isHost: false, id: here?.id, localPeer: 1 });
    expect(there?.name).toBe(target.carriesName ? 'Kitchen table' : '');
    expect([hosting.events, joining.events]).toEqual([
      ['opened', 'joined 1'],
      ['opened', 'joined 0'],
    ]);
  });

  it('3. carries reliable bytes both ways, and says whose they are', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    joining.messages.raw({ bytes: Uint8Array.of(1, 0, 255) });
    hosting.messages.rawDown({ bytes: Uint8Array.of(7) });
    expect(await heard(hosting, joining)).toBe(true);
    expect([hosting.said, joining.said]).toEqual([['raw 3 from 1'], ['rawDown 1 from 0']]);
    expect([hosting.payloads, joining.payloads]).toEqual([[Uint8Array.of(1, 0, 255)], [Uint8Array.of(7)]]);
  });

  it('4. sends a slice of bytes as that slice', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    const record = encodeRecord(joining.network.schema, joining.messages.fire.declaration, { angle: 1 });
    const padded = Uint8Array.of(9, 9, ...record, 9);
    joining.network.session?.connectionTo(0)?.send(padded.subarray(2, 2 + record.length));
    padded.fill(0);
    expect(await heard(hosting)).toBe(true);
    expect([hosting.said, hosting.faults]).toEqual([['fire 1.0 from 1'], []]);
  });

  it('5. keeps the order of twenty reliable messages', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    for (let angle = 0; angle < 20; angle++) joining.messages.fire({ angle });
    expect(await until(() => hosting.said.length === 20)).toBe(true);
    expect(hosting.said).toEqual(Array.from({ length: 20 }, (_, angle) => `fire ${angle}.0 from 1`));
  });

  it('6. delivers an unreliable message where nothing is lost', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    joining.messages.aim({ at: 500 });
    expect(await heard(hosting)).toBe(true);
    expect(hosting.said).toEqual(['aim 500 from 1']);
  });

  it('7. delivers 8000 reliable bytes whole, and a record of exactly the ceiling', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    const picture = Uint8Array.from({ length: 8000 }, (_, at) => at % 251);
    joining.messages.raw({ bytes: picture });
    joining.messages.raw({ bytes: new Uint8Array(wire().limits.reliable - 15) });
    expect(await until(() => hosting.said.length === 2)).toBe(true);
    expect(hosting.payloads[0]).toEqual(picture);
    expect(hosting.payloads[1]).toHaveLength(wire().limits.reliable - 15);
  });

  it('8. refuses one byte more than a delivery takes, naming both numbers, and sends nothing of it', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    const { reliable, sequenced } = wire().limits;
    const { raw, rawLossy, fire } = joining.messages;
    expect(() => raw({ bytes: new Uint8Array(reliable - 14) })).toThrow(
      new RegExp(`${reliable + 1} bytes.*may have ${reliable} `),
    );
    expect(() => rawLossy({ bytes: new Uint8Array(sequenced - 14) })).toThrow(
      new RegExp(`${sequenced + 1} bytes.*may have ${sequenced} `),
    );
    const link = joining.network.session?.connectionTo(0);
    expect(() => link?.send(new Uint8Array(reliable + 1))).toThrow(/too many.*reliable/);
    expect(() => link?.send(new Uint8Array(sequenced + 1), 'unreliable')).toThrow(/too many.*unreliable/);
    fire({ angle: 1 });
    expect(await heard(hosting)).toBe(true);
    expect([hosting.said, hosting.faults]).toEqual([['fire 1.0 from 1'], []]);
  });

  it('9. delivers an unreliable record of exactly the ceiling', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    const { sequenced } = wire().limits;
    joining.messages.rawLossy({ bytes: new Uint8Array(sequenced - 15).fill(3) });
    expect(await heard(hosting)).toBe(true);
    expect(hosting.payloads).toEqual([new Uint8Array(sequenced - 15).fill(3)]);
  });

  it('10. sends to all once, and not to oneself', async () => {
    const hosting = await host();
    const [first, second] = [await join(hosting), await join(hosting)];
    const { schema, session } = hosting.network;
    session?.sendToAll(encodeRecord(schema, hosting.messages.opened.declaration, { door: 1 }));
    hosting.messages.opened({ door: 2 });
    expect(await until(() => first.said.length > 1 && second.said.length > 1)).toBe(true);
    const both = ['opened 1 from 0', 'opened 2 from 0'];
    expect([hosting.said, first.said, second.said]).toEqual([[], both, both]);
  });

  it('11. delivers nothing until the receiver polls, and then once', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    joining.messages.fire({ angle: 1 });
    await pass(20, joining);
    expect(hosting.said).toEqual([]);
    expect(await heard(hosting)).toBe(true);
    await pass(20);
    expect(hosting.said).toEqual(['fire 1.0 from 1']);
  });

  it('12. a client leaves: the host is told, and its roster is empty', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    await settled(joining.network.leave());
    expect(await until(() => hosting.events.length === 3)).toBe(true);
    expect([hosting.events.at(-1), joining.events.at(-1)]).toEqual(['left 1 left', 'closed closed']);
    expect([hosting.network.session?.peerCount, hosting.network.session?.hasPeer(1)]).toEqual([0, false]);
    expect(joining.network.session).toBeNull();
  });

  it('13. the host leaves: the client is told, and neither has a session', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    await settled(hosting.network.leave());
    expect(await until(() => joining.network.session === null)).toBe(true);
    expect([hosting.events.at(-1), joining.events.at(-1)]).toEqual(['closed closed', 'closed host-gone']);
    expect(hosting.network.session).toBeNull();
  });

  it('14. who comes next has an id that is not the former one’s, and the former is nobody', async () => {
    const hosting = await host();
    const former = await join(hosting);
    await settled(former.network.leave());
    expect(await until(() => hosting.network.session?.peerCount === 0)).toBe(true);
    const next = await join(hosting);
    expect([next.network.localPeer, hosting.network.session?.hasPeer(1)]).toEqual([2, false]);
    hosting.messages.opened.sendTo(1, { door: 1 });
    hosting.messages.opened.sendTo(2, { door: 2 });
    expect(await heard(next)).toBe(true);
    expect([former.said, next.said]).toEqual([[], ['opened 2 from 0']]);
  });

  it('15. joining a code nobody hosts under rejects in time, and another try is allowed', async () => {
    const hosting = await host();
    const joining = game();
    const refused = joining.network.join(target.nobody);
    await expect(settled(refused)).rejects.toMatchObject({
      code: expect.stringMatching(/^session\/(refused|unreachable)$/),
    });
    expect(joining.network.session).toBeNull();
    await settled(joining.network.join(idOf(hosting)));
    expect(joining.events).toEqual(['opened', 'joined 0']);
  });

  it('16. a session of two takes no third', async () => {
    const hosting = await host({ maxPeers: 2 });
    await join(hosting);
    const third = game();
    await expect(settled(third.network.join(idOf(hosting)))).rejects.toMatchObject({
      code: 'session/refused',
    });
    expect([third.network.session, hosting.network.session?.peerCount]).toEqual([null, 1]);
  });

  it('17. other messages: refused, naming the hash, and the host hears nothing of it', async () => {
    const hosting = await host();
    const other = game(['more']);
    const hash = `0x${other.network.schema.hash.toString(16).padStart(8, '0')}`;
    await expect(settled(other.network.join(idOf(hosting)))).rejects.toMatchObject({
      code: 'session/refused',
      message: expect.stringContaining(hash),
    });
    expect([other.events, hosting.events]).toEqual([[], ['opened']]);
  });

  it('ends a link with a sentence, on wires that carry one', async () => {
    const hosting = await host();
    const joining = await join(hosting);
    const sentences: string[] = [];
    joining.network.listen({ onSessionClosed: (_, sentence) => sentences.push(sentence) });
    hosting.network.session?.connectionTo(1)?.disconnect('Too loud.');
    expect(await until(() => sentences.length > 0)).toBe(true);
    expect([joining.events.at(-1), hosting.events.at(-1)]).toEqual(['closed refused', 'left 1 closed']);
    expect(sentences).toEqual([target.kickedWith]);
  });

  it('finds what is announced, of these messages only', async () => {
    const hosting = await host({ maxPeers: 4 });
    const [looking, other] = [game(), game(['more'])];
    const found = { id: idOf(hosting), name: 'Kitchen table', peerCount: 1, maxPeers: 4, isFull: false };
    expect(await settled(looking.network.discover())).toEqual(target.announces ? [found] : []);
    expect(await settled(other.network.discover())).toEqual([]);
  });

  it('tells a newcomer of everybody before anything else', async () => {
    const hosting = await host();
    const first = await join(hosting);
    const second = await join(hosting);
    expect(await until(() => first.events.length === 3)).toBe(true);
    expect(second.events).toEqual(['opened', 'joined 0', 'joined 1']);
    expect(first.events).toEqual(['opened', 'joined 0', 'joined 2']);
  });
});
