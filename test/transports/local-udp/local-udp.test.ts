import { describe, expect, it } from 'vitest';
import { HOST_PEER } from '../../../src/peers.js';
import { createSimulatedNetwork, type SimulatedNetwork } from '../../../src/testing/simulated-network.js';
import { hostLocalUdp, joinLocalUdp } from '../../../src/transports/local-udp/index.js';
import type { Transport } from '../../../src/transports/transport.js';
import { polled } from '../polled.js';

const PORT = 7777;
const CONNECT = [1, 11, 0, ...Buffer.from('HRD-LOCAL-1')];

async function openHost(options?: Parameters<typeof hostLocalUdp>[0]) {
  const network = createSimulatedNetwork({ delayMs: 1 });
  const host = await hostLocalUdp({ network, clock: network.clock, port: PORT, ...options });
  return { network, host };
}

function join(network: SimulatedNetwork, options?: Partial<Parameters<typeof joinLocalUdp>[0]>) {
  return joinLocalUdp({ network, clock: network.clock, port: PORT, ...options });
}

/** Some frames of `transports`; what each said, host first. */
function frames(network: SimulatedNetwork, count: number, ...transports: Transport[]): string[][] {
  const said = transports.map((): string[] => []);
  for (let frame = 0; frame < count; frame++) {
    for (const [index, transport] of transports.entries()) {
      said[index]?.push(...polled(transport));
      transport.flush();
    }
    network.advance(16);
  }
  return said;
}

/** A hand-made peer: sends datagrams byte by byte, and keeps what comes back. */
async function forge(network: SimulatedNetwork, port = 0) {
  const socket = await network.bind('127.0.0.1', port);
  const heard: number[][] = [];
  socket.onMessage((bytes) => heard.push([...bytes]));
  return { heard, say: (...bytes: number[]) => socket.send(Uint8Array.from(bytes), '127.0.0.1', PORT) };
}

describe('joining by local-udp', () => {
  it("speaks the seed's framing byte by byte", async () => {
    const { network, host } = await openHost();
    const peer = await forge(network);
    peer.say(...CONNECT);
    frames(network, 2, host);
    expect(peer.heard).toEqual([[2, 1]]);
    peer.say(5, 0, 0, 0, 0, 10, 20);
    peer.say(4, 41);
    network.advance(2);
    expect(polled(host)).toEqual(['opened 1', 'reliable 10,20 from 1', 'unreliable 41 from 1']);
    host.send(1, Uint8Array.of(11, 1), 'reliable');
    host.send(1, Uint8Array.of(41), 'unreliable');
    host.send(1, Uint8Array.of(33), 'sequenced');
    host.flush();
    network.advance(2);
    expect(peer.heard.slice(1)).toEqual([
      [6, 0, 0, 0, 0],
      [5, 0, 0, 0, 0, 11, 1],
      [5, 1, 0, 0, 0, 33],
      [4, 41],
    ]);
    peer.say(6, 0, 0, 0, 0);
    network.advance(2);
    polled(host);
    expect(host.backlog(1)).toBe(1);
    peer.say(8);
    network.advance(2);
    expect(polled(host)).toEqual(['closed 1 left']);
  });

  it('refuses another version with a sentence', async () => {
    const { network, host } = await openHost();
    const peer = await forge(network);
    peer.say(1, 3, 0, ...Buffer.from('XYZ'));
    expect(frames(network, 2, host)).toEqual([[]]);
    expect(peer.heard).toHaveLength(1);
    const [kind, ...rest] = peer.heard[0] ?? [];
    expect([kind, Buffer.from(rest).toString()]).toEqual([3, expect.stringContaining('speaks HRD-LOCAL-1')]);
  });

  it('answers a repeated Connect with the same Accept until the client was heard', async () => {
    const { network, host } = await openHost();
    const peer = await forge(network);
    for (let i = 0; i < 3; i++) peer.say(...CONNECT);
    expect(frames(network, 2, host)).toEqual([[]]);
    expect(peer.heard).toEqual([
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
    peer.say(7);
    peer.say(...CONNECT);
    expect(frames(network, 3, host)).toEqual([['opened 1']]);
    expect(peer.heard).toHaveLength(3);
  });

  it('keeps no place for a client that asked and was never heard again, and never mentions it', async () => {
    const { network, host } = await openHost({ playersMax: 2 });
    (await forge(network)).say(...CONNECT);
    network.advance(2);
    expect(polled(host)).toEqual([]);
    const client = await join(network);
    expect(frames(network, 400, host, client)).toEqual([['opened 2'], ['opened 0']]);
  });

  it('lets somebody in after 300 asked that never answer', async () => {
    const { network, host } = await openHost();
    for (let i = 0; i < 300; i++) (await forge(network)).say(...CONNECT);
    network.advance(2);
    expect(polled(host)).toEqual([]);
    const client = await join(network);
    const [atHost = [], atClient] = frames(network, 5, host, client);
    expect([atHost.length, atClient]).toEqual([1, ['opened 0']]);
  });

  it('refuses the slower of two that were accepted to the last place', async () => {
    const { network, host } = await openHost({ playersMax: 2 });
    const [faster, slower] = [await forge(network), await forge(network)];
    slower.say(...CONNECT);
    faster.say(...CONNECT);
    frames(network, 2, host);
    faster.say(7);
    slower.say(7);
    expect(frames(network, 2, host)).toEqual([['opened 2']]);
    expect(slower.heard.slice(0, 2)).toEqual([
      [2, 1],
      [3, 47, 0, ...Buffer.from('The session is full: it has room for 2 players.')],
    ]);
  });

  it.each([0, 65_536])('is refused at once at port %i, where nobody can be', async (port) => {
    const { network } = await openHost();
    await expect(join(network, { port })).rejects.toThrow(`1 to 65535, not ${port}`);
    expect(network.socketCount).toBe(1);
  });

  it('TR9: gives up after the connect timeout, told once', async () => {
    const network = createSimulatedNetwork();
    const client = await join(network, { connectTimeoutMs: 1000 });
    expect(frames(network, 60, client)).toEqual([[]]);
    expect(frames(network, 60, client)).toEqual([['closed 0 timed-out']]);
    expect(network.counters.sent).toBe(5);
  });

  it('lets a client in again from the same port', async () => {
    const { network, host } = await openHost();
    const first = await join(network, { localPort: 5000 });
    frames(network, 5, host, first);
    await first.close();
    expect(frames(network, 3, host)).toEqual([['closed 1 left']]);
    const second = await join(network, { localPort: 5000 });
    expect(frames(network, 5, host, second)).toEqual([['opened 2'], ['opened 0']]);
    second.send(HOST_PEER, Uint8Array.of(9), 'reliable');
    expect(frames(network, 5, host, second)).toEqual([['reliable 9 from 2'], []]);
  });

  it('lets a game that was restarted on the same port in, once its old link timed out', async () => {
    const { network, host } = await openHost();
    const crashed = await join(network, { localPort: 5000 });
    frames(network, 5, host, crashed);
    network.setConditions({ blackOut: 'both' });
    await crashed.close();
    network.setConditions({ blackOut: 'none' });
    const restarted = await join(network, { localPort: 5000 });
    expect(frames(network, 400, host, restarted)).toEqual([['closed 1 timed-out', 'opened 2'], ['opened 0']]);
    restarted.send(HOST_PEER, Uint8Array.of(9), 'reliable');
    expect(frames(network, 5, host, restarted)).toEqual([['reliable 9 from 2'], []]);
  });
});

describe('a local-udp link', () => {
  async function linked(options?: Parameters<typeof hostLocalUdp>[0]) {
    const { network, host } = await openHost(options);
    const client = await join(network);
    frames(network, 5, host, client);
    return { network, host, client };
  }

  it('TR10: drops and counts what strangers send, at both ends', async () => {
    const { network, host, client } = await linked();
    const stranger = await forge(network);
    const clientSocket = await forge(network);
    for (const bytes of [[4, 1], [5, 0, 0, 0, 0, 1], [6, 0, 0, 0, 0], [7], [8], [2, 5], [3, 0, 0]]) {
      stranger.say(...bytes);
    }
    const socket = await network.bind('127.0.0.1', 0);
    for (const bytes of [[8], [3, 0, 0], [2, 9], [4, 1]]) {
      socket.send(Uint8Array.from(bytes), '127.0.0.1', 49_152);
    }
    expect(frames(network, 5, host, client)).toEqual([[], []]);
    expect([host.stats.datagramsDropped, client.stats.datagramsDropped]).toEqual([7, 4]);
    expect(clientSocket.heard).toEqual([]);
  });

  it('TR7: keeps 4096 datagrams for a poll, and counts the rest as dropped', async () => {
    const { network, host, client } = await linked();
    for (let i = 0; i < 5000; i++) {
      client.send(HOST_PEER, Uint8Array.of(1), 'unreliable');
      if (i % 500 === 0) client.flush();
    }
    client.flush();
    network.advance(16);
    expect(polled(host)).toHaveLength(4096);
    expect(host.stats.datagramsDropped).toBe(5000 - 4096);
  });

  it('TR7: drops sequenced messages past the limit instead of ending the link', async () => {
    const { network, host, client } = await linked();
    for (let i = 0; i < 1100; i++) host.send(1, Uint8Array.of(i), 'sequenced');
    expect(host.stats.datagramsDropped).toBe(1100 - 1024);
    const [hostSaid, clientSaid] = frames(network, 60, host, client);
    expect([hostSaid, clientSaid?.length]).toEqual([[], 1024]);
  });

  it('TR9: tells the peer of an overflowing side that it left', async () => {
    const { network, host, client } = await linked();
    for (let i = 0; i < 1025; i++) client.send(HOST_PEER, Uint8Array.of(i), 'reliable');
    expect(frames(network, 5, host, client)).toEqual([['closed 1 left'], ['closed 0 overflow']]);
  });

  it('hands over nothing more once a callback ended the link, also not what had come early', async () => {
    const { network, host } = await openHost();
    const peer = await forge(network);
    peer.say(...CONNECT);
    frames(network, 2, host);
    for (const sequence of [2, 1, 0]) peer.say(5, sequence, 0, 0, 0, sequence);
    peer.say(5, 3, 0, 0, 0, 3);
    network.advance(2);
    let received = 0;
    host.poll({
      opened: () => {},
      closed: () => {},
      received: (id) => {
        received++;
        host.disconnect(id, 'Enough.');
      },
    });
    expect(received).toBe(1);
    expect(polled(host)).toEqual(['closed 1 closed']);
    network.advance(2);
    expect(peer.heard).toContainEqual([3, 7, 0, ...Buffer.from('Enough.')]);
  });

  it('gives ids again when all 255 were used', async () => {
    const { network, host } = await openHost();
    const opened: string[] = [];
    for (let i = 0; i < 257; i++) {
      const client = await join(network);
      opened.push(...frames(network, 5, host, client).flat());
      await client.close();
      frames(network, 1, host);
    }
    expect(opened.filter((line) => /^opened [^0]/.test(line)).slice(-3)).toEqual([
      'opened 255',
      'opened 1',
      'opened 2',
    ]);
  });

  it('TR11: the same seed gives the same events and counters', async () => {
    const run = async (seed: number) => {
      const network = createSimulatedNetwork({ seed, loss: 0.3, duplicate: 0.3, reorder: 0.3, jitterMs: 30 });
      const host = await hostLocalUdp({ network, clock: network.clock, port: PORT });
      const client = await join(network);
      const said = frames(network, 40, host, client);
      for (let i = 0; i < 100; i++) {
        client.send(HOST_PEER, Uint8Array.of(i), i % 2 === 0 ? 'reliable' : 'unreliable');
      }
      return [said, frames(network, 200, host, client), host.stats, client.stats, network.counters];
    };
    const once = await run(7);
    expect(await run(7)).toEqual(once);
    expect(await run(8)).not.toEqual(once);
    expect(once[3]).toMatchObject({ resent: expect.any(Number) });
  });
});
