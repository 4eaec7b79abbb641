/** What both sides are told of a session, in which order, over every wire. */
import { describe, expect, it } from 'vitest';
import { logTo } from './game.js';
import { WIRE_TARGETS } from './targets.js';
import { gamesOver } from './wire-games.js';

describe.each(WIRE_TARGETS)('over $name', (target) => {
  const { game, host, join, two, three, until, settled } = gamesOver(target);

  it('opened, then joined once per peer; a client that leaves: left, and closed', async () => {
    const { hosting, client } = await two();
    expect([hosting.events, client.events]).toEqual([
      ['opened', 'joined 1'],
      ['opened', 'joined 0'],
    ]);
    await settled(client.network.leave());
    expect(await until(() => hosting.events.length > 2)).toBe(true);
    expect(hosting.events).toEqual(['opened', 'joined 1', 'left 1 left']);
    expect(client.events).toEqual(['opened', 'joined 0', 'closed closed']);
  });

  it('a newcomer hears of everybody at once, with the whole roster from opened on, and everybody of it', async () => {
    const { hosting, client } = await two();
    const late = game();
    const rosters: number[] = [];
    late.network.listen({ onSessionOpened: ({ peerCount }) => rosters.push(peerCount) });
    await join(hosting, late);
    expect(await until(() => client.events.length > 2)).toBe(true);
    expect(late.events).toEqual(['opened', 'joined 0', 'joined 1']);
    expect(rosters).toEqual([2]);
    expect([hosting.events.at(-1), client.events.at(-1)]).toEqual(['joined 2', 'joined 2']);
    await settled(late.network.leave());
    expect(await until(() => client.events.length > 3)).toBe(true);
    expect(client.events.at(-1)).toBe('left 2 left');
    expect(client.network.session?.hasPeer(2)).toBe(false);
  });

  it('beginnings go forward through the listeners, and endings in reverse', async () => {
    const hosting = game();
    const log: string[] = [];
    hosting.network.listen(logTo(log, 'a '));
    const remove = hosting.network.listen(logTo(log, 'b '));
    await hosting.network.host();
    const client = await join(hosting);
    await settled(client.network.leave());
    expect(await until(() => hosting.network.session?.peerCount === 0)).toBe(true);
    remove();
    await settled(hosting.network.leave());
    expect(log).toEqual([
      ...['a opened', 'b opened', 'a joined 1', 'b joined 1'],
      ...['b left 1 left', 'a left 1 left', 'a closed closed'],
    ]);
  });

  it('closed comes when the session is null already, and no left per peer', async () => {
    const { hosting, client, other } = await three();
    const seen: unknown[] = [];
    for (const { network } of [hosting, client]) {
      network.listen({ onSessionClosed: (reason) => seen.push([reason, network.session, network.isHost]) });
    }
    await settled(hosting.network.leave());
    expect(await until(() => client.network.session === null && other.network.session === null)).toBe(true);
    expect(seen).toEqual([
      ['closed', null, true],
      ['host-gone', null, true],
    ]);
    expect(hosting.events).toEqual(['opened', 'joined 1', 'joined 2', 'closed closed']);
    expect(client.events).toEqual(['opened', 'joined 0', 'joined 2', 'closed host-gone']);
    expect(other.events).toEqual(['opened', 'joined 0', 'joined 1', 'closed host-gone']);
  });

  it('joined comes before the messages of a peer, also in the same poll', async () => {
    const hosting = await host();
    const late = game();
    late.network.listen({ onSessionOpened: () => late.messages.fire({ angle: 1 }) });
    const order: string[] = [];
    hosting.network.listen({
      onPeerJoined: (peer) => order.push(`joined ${peer}, ${hosting.said.length} said`),
    });
    await join(hosting, late);
    expect(await until(() => hosting.said.length > 0)).toBe(true);
    expect(order).toEqual(['joined 1, 0 said']);
    expect(hosting.said).toEqual(['fire 1.0 from 1']);
  });
});
