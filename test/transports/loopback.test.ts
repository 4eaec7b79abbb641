import { describe, expect, it } from 'vitest';
import { HOST_PEER } from '../../src/peers.js';
import { createLoopback } from '../../src/transports/loopback/loopback.js';
import { polled } from './polled.js';

function connected(options?: Parameters<typeof createLoopback>[0]) {
  const loopback = createLoopback(options);
  const client = loopback.connect();
  polled(loopback.host);
  polled(client);
  return { loopback, host: loopback.host, client };
}

describe('loopback', () => {
  it('opens a link on both sides, the host first', () => {
    const { host, connect } = createLoopback();
    const client = connect();
    expect(polled(client)).toEqual([]);
    expect(client.localPeer).toBeUndefined();
    expect(polled(host)).toEqual(['opened 1']);
    expect(polled(client)).toEqual(['opened 0']);
    expect(client.localPeer).toBe(1);
  });

  it('TR2: sends at flush, both ways', () => {
    const { host, client } = connected();
    client.send(HOST_PEER, Uint8Array.of(1, 2), 'reliable');
    expect(polled(host)).toEqual([]);
    client.flush();
    expect(polled(host)).toEqual(['reliable 1,2 from 1']);
    host.send(1, Uint8Array.of(3), 'unreliable');
    host.flush();
    expect(polled(client)).toEqual(['unreliable 3 from 0']);
  });

  it('TR7: ends a link whose reliable messages nobody polls, on both sides', () => {
    const { host, client } = connected({ queueMax: 3 });
    for (let i = 0; i < 4; i++) host.send(1, Uint8Array.of(i), 'reliable');
    host.flush();
    expect(polled(host)).toEqual(['closed 1 overflow']);
    expect(polled(client)).toEqual(['closed 0 overflow']);
  });

  it('TR7: drops and counts unreliable messages past the limit, and the link lives', () => {
    const { host, client } = connected({ queueMax: 2 });
    for (let i = 0; i < 3; i++) host.send(1, Uint8Array.of(i), 'unreliable');
    host.flush();
    expect(polled(client)).toEqual(['unreliable 0 from 0', 'unreliable 1 from 0']);
    expect(host.stats.datagramsDropped).toBe(1);
    expect(polled(host)).toEqual([]);
  });

  it('refuses a client past playersMax with a sentence, and admits one again after another left', async () => {
    const { loopback, host, client } = connected({ playersMax: 2 });
    const second = loopback.connect();
    polled(host);
    expect(polled(second)).toEqual(['closed 0 refused: The session is full: it has room for 2 players.']);
    await client.close();
    expect(polled(host)).toEqual(['closed 1 left']);
    const third = loopback.connect();
    expect(polled(host)).toEqual(['opened 2']);
    expect(polled(third)).toEqual(['opened 0']);
  });

  it('gives an id again only after all 255, longest free first', async () => {
    const { host, connect } = createLoopback();
    const clients = Array.from({ length: 255 }, connect);
    expect(polled(host)).toHaveLength(255);
    for (const id of [7, 3]) await clients[id - 1]?.close();
    polled(host);
    connect();
    connect();
    connect();
    expect(polled(host)).toEqual(['opened 7', 'opened 3']);
  });

  it('tells a client that knocks at a closed host, or at one that closes first, that the host is gone', async () => {
    const { host, connect } = createLoopback();
    const waiting = connect();
    await host.close();
    const late = connect();
    expect(polled(waiting)).toEqual(['closed 0 host-gone']);
    expect(polled(late)).toEqual(['closed 0 host-gone']);
  });

  it('hands over nothing more of a client once a callback disconnected it', () => {
    const { host, client } = connected();
    for (let i = 0; i < 3; i++) client.send(HOST_PEER, Uint8Array.of(i), 'reliable');
    client.flush();
    let received = 0;
    host.poll({
      opened: () => {},
      closed: () => {},
      received: (peer) => {
        received++;
        host.disconnect(peer, 'Enough.');
      },
    });
    expect(received).toBe(1);
    expect(polled(host)).toEqual(['closed 1 closed']);
    expect(polled(client)).toEqual(['closed 0 refused: Enough.']);
  });

  it('forgets a client that closes before the host polled', async () => {
    const { host, connect } = createLoopback();
    await connect().close();
    expect(polled(host)).toEqual([]);
  });
});
