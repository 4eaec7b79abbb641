/** What only real sockets show: loss on the shipped class, ports, discovery by broadcast. */
import { describe, expect, it } from 'vitest';
import { nodeNetwork } from '../../../src/transports/datagram/node-network.js';
import {
  decodeJoinCode,
  discoverP2p,
  type HostP2pOptions,
  hostP2p,
  type JoinP2pOptions,
  joinP2p,
} from '../../../src/transports/p2p/index.js';
import { keeper, until } from '../until.js';

const kept = keeper();
const host = async (options: HostP2pOptions = {}) =>
  kept(await hostP2p({ address: '127.0.0.1', ...options }));
const join = async (options: JoinP2pOptions) => kept(await joinP2p(options));

const everybodySpoke = (said: string[][]) => said.every((lines) => lines.length > 0);

describe('p2p on real sockets', () => {
  it('delivers 30 reliable messages each way at 30 % loss on both sides, once and in order', async () => {
    const a = await host({ simulatedLoss: { seed: 1, loss: 0.3 } });
    const client = await join({ code: a.code, simulatedLoss: { seed: 2, loss: 0.3 } });
    await until(everybodySpoke, a, client);
    for (let i = 0; i < 30; i++) {
      a.send(1, Uint8Array.of(i), 'reliable');
      client.send(0, Uint8Array.of(i), 'reliable');
      // A datagram each, so that some are lost.
      a.flush();
      client.flush();
    }
    const said = await until((lines) => lines.every(({ length }) => length >= 30), a, client);
    const expected = (from: number) => Array.from({ length: 30 }, (_, i) => `reliable ${i} from ${from}`);
    expect(said).toEqual([expected(1), expected(0)]);
    expect(a.stats.resent + client.stats.resent).toBeGreaterThan(0);
  });

  it('tells silence when the loss is set to everything while running, having told of no loss before', async () => {
    const a = await host();
    const client = await join({ code: a.code, timeoutMs: 400 });
    await until(everybodySpoke, a, client);
    await until(() => a.quality(1)?.roundTripMs !== undefined, a, client);
    expect([a.quality(1)?.loss, client.quality(0)?.loss]).toEqual([0, 0]);
    a.simulatedLoss = { seed: 1, loss: 1 };
    expect(a.simulatedLoss.loss).toBe(1);
    const [, said] = await until(([, lines]) => (lines?.length ?? 0) > 0, a, client);
    expect([said, client.peers]).toEqual([['closed 0 timed-out'], []]);
  });

  it('joins at a loss of one half, and not at all at a loss of everything', async () => {
    const a = await host({ simulatedLoss: { seed: 3, loss: 0.5 } });
    const client = await join({ code: a.code, simulatedLoss: { seed: 4, loss: 0.5 } });
    const [, said] = await until(everybodySpoke, a, client);
    expect(said?.[0]).toBe('opened 0');
    const lost = await join({ code: a.code, connectTimeoutMs: 300, simulatedLoss: { seed: 1, loss: 1 } });
    expect(await until(everybodySpoke, lost)).toEqual([['closed 0 timed-out']]);
  });

  it('passes the largest message', async () => {
    const a = await host();
    const client = await join({ code: a.code });
    await until(everybodySpoke, a, client);
    client.send(0, new Uint8Array(client.limits.reliable).fill(7), 'reliable');
    const [said] = await until(([lines]) => (lines?.length ?? 0) > 0, a, client);
    expect(said?.[0]?.length).toBe('reliable  from 1'.length + 2 * client.limits.reliable - 1);
  });

  it('says which port could not be bound, and takes one that was given up', async () => {
    const first = await hostP2p({ address: '127.0.0.1' });
    await expect(hostP2p({ address: '127.0.0.1', port: first.port })).rejects.toMatchObject({
      code: 'transport/bind-failed',
      message: expect.stringContaining(`port ${first.port}`),
    });
    await first.close();
    expect((await host({ port: first.port })).code).toBe(first.code);
  });

  it('puts an address into its code that others can reach', async () => {
    const a = await host({ address: '0.0.0.0', advertise: false });
    const expected = { address: nodeNetwork.localAddress?.() ?? '127.0.0.1', port: a.port };
    expect(decodeJoinCode(a.code)).toEqual(expected);
  });

  it('is discovered by broadcast, by several at once, and joined by what was found', async () => {
    const discoveryPort = await freePort();
    const announced = { broadcastAddress: '127.255.255.255', discoveryPort };
    const a = await host({ address: '0.0.0.0', name: 'Küchentisch', playersMax: 3, ...announced });
    const hidden = await host({ ...announced, schemaHash: 1 });
    const searches = Promise.all([0, 1].map(() => discoverP2p({ discoveryPort, timeoutMs: 1200 })));
    let isOver = false;
    void searches.then(() => {
      isOver = true;
    });
    await until(() => isOver, a, hidden);
    const found = { code: a.code, name: 'Küchentisch', players: 1, playersMax: 3, isFull: false };
    expect(await searches).toEqual([[found], [found]]);
    const client = await join({ code: found.code });
    expect(await until(everybodySpoke, a, client)).toEqual([['opened 1'], ['opened 0']]);
  });
});

/** A port that nobody had a moment ago. */
async function freePort(): Promise<number> {
  const socket = await nodeNetwork.bind('0.0.0.0', 0);
  await socket.close();
  return socket.port;
}
