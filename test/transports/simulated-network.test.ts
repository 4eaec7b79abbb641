import { describe, expect, it } from 'vitest';
import { createSimulatedNetwork, type SimulatedNetworkOptions } from '../../src/testing/simulated-network.js';
import type { SimulatedLoss } from '../../src/transports/datagram/impairment.js';
import { DatagramPort } from '../../src/transports/datagram/port.js';
import type { DatagramSocket } from '../../src/transports/datagram/socket.js';

/** Sends 0, 1, 2 … at 1 ms from each other; returns the numbers that arrived, and when. */
async function sendNumbers(count: number, options: SimulatedNetworkOptions) {
  const network = createSimulatedNetwork(options);
  const [from, to] = [await network.bind('', 0), await network.bind('', 0)];
  const arrived: { number: number; atMs: number }[] = [];
  to.onMessage(([number = -1]) => arrived.push({ number, atMs: network.clock.now() }));
  for (let number = 0; number < count; number++) {
    from.send(Uint8Array.of(number), '127.0.0.1', to.port);
    network.advance(1);
  }
  network.advance(1000);
  return { network, arrived, numbers: arrived.map(({ number }) => number) };
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('simulated network', () => {
  it('delivers everything in order and on time when nothing is asked for', async () => {
    const { arrived } = await sendNumbers(3, { delayMs: 20 });
    expect(arrived).toEqual([
      { number: 0, atMs: 20 },
      { number: 1, atMs: 21 },
      { number: 2, atMs: 22 },
    ]);
  });

  it('loses, doubles and reorders about as many as asked for, the same by the same seed', async () => {
    const lossy = await sendNumbers(200, { seed: 3, loss: 0.3 });
    expect(lossy.network.counters.lost).toBeGreaterThan(40);
    expect(lossy.network.counters.lost).toBeLessThan(80);
    expect(lossy.numbers).toHaveLength(200 - lossy.network.counters.lost);
    expect((await sendNumbers(200, { seed: 3, loss: 0.3 })).numbers).toEqual(lossy.numbers);
    expect((await sendNumbers(200, { seed: 4, loss: 0.3 })).numbers).not.toEqual(lossy.numbers);

    const doubled = await sendNumbers(200, { seed: 3, duplicate: 0.3 });
    expect(doubled.numbers).toHaveLength(200 + doubled.network.counters.doubled);
    expect(doubled.network.counters.doubled).toBeGreaterThan(40);

    const reordered = await sendNumbers(200, { seed: 3, reorder: 0.3 });
    expect(reordered.numbers).not.toEqual(upTo(200));
    expect(reordered.numbers.toSorted((a, b) => a - b)).toEqual(upTo(200));
  });

  it('loses everything while blacked out', async () => {
    const network = createSimulatedNetwork();
    const [from, to] = [await network.bind('', 0), await network.bind('', 0)];
    let arrived = 0;
    to.onMessage(() => arrived++);
    for (const isBlackedOut of [false, true, false]) {
      network.setConditions({ blackOut: isBlackedOut ? 'both' : 'none' });
      from.send(Uint8Array.of(1), '127.0.0.1', to.port);
      network.advance(1);
    }
    expect(arrived).toBe(2);
  });

  it('loses by direction: what is sent to the port of the host, and everything else', async () => {
    const network = createSimulatedNetwork();
    const [host, client] = [await network.bind('', 0), await network.bind('', 0)];
    network.hostPort = host.port;
    const arrived: string[] = [];
    host.onMessage(() => arrived.push('host'));
    client.onMessage(() => arrived.push('client'));
    const exchange = (change: Parameters<typeof network.setConditions>[0], bytes = 4) => {
      arrived.length = 0;
      network.setConditions({ blackOut: 'none', mtu: 'any', ...change });
      client.send(new Uint8Array(bytes), '127.0.0.1', host.port);
      host.send(new Uint8Array(bytes), '127.0.0.1', client.port);
      network.advance(1);
      return [...arrived];
    };
    expect(exchange({ blackOut: 'to-host' })).toEqual(['client']);
    expect(exchange({ blackOut: 'to-clients' })).toEqual(['host']);
    expect(exchange({})).toEqual(['host', 'client']);
    const mtu = { direction: 'to-host', bytes: 600 } as const;
    expect([exchange({ mtu }, 600), exchange({ mtu }, 601)]).toEqual([['host', 'client'], ['client']]);
    expect(exchange({ mtu: { ...mtu, direction: 'both' } }, 601)).toEqual([]);
  });

  it('takes new conditions while it runs, for what is sent from then on', async () => {
    const network = createSimulatedNetwork({ delayMs: 10 });
    const [from, to] = [await network.bind('', 0), await network.bind('', 0)];
    const arrivedAtMs: number[] = [];
    to.onMessage(() => arrivedAtMs.push(network.clock.now()));
    from.send(Uint8Array.of(1), '127.0.0.1', to.port);
    network.setConditions({ delayMs: 100 });
    from.send(Uint8Array.of(2), '127.0.0.1', to.port);
    network.advance(200);
    expect(arrivedAtMs).toEqual([10, 100]);
    expect(network.conditions).toMatchObject({ delayMs: 100, loss: 0 });
  });

  it('brings a broadcast to every socket of a port, which those may share who say so', async () => {
    const network = createSimulatedNetwork();
    const bound = [await network.bind('', 7, { reuse: true }), await network.bind('', 7, { reuse: true })];
    const heard: string[] = [];
    for (const [index, socket] of bound.entries()) {
      socket.onMessage((bytes) => heard.push(`${index} ${bytes.join()}`));
    }
    await expect(network.bind('', 7)).rejects.toThrow('port 7 is in use');
    const from = await network.bind('', 0);
    from.send(Uint8Array.of(1), '255.255.255.255', 7);
    from.send(Uint8Array.of(2), '127.0.0.1', 7);
    network.advance(1);
    expect(heard).toEqual(['0 1', '1 1', '0 2']);
    expect(network.socketCount).toBe(3);
    await bound[0]?.close();
    from.send(Uint8Array.of(3), '127.0.0.1', 7);
    network.advance(1);
    expect([heard.at(-1), network.socketCount]).toEqual(['1 3', 2]);
  });

  it('refuses a port in use, and frees it at close', async () => {
    const network = createSimulatedNetwork();
    const first = await network.bind('', 7);
    await expect(network.bind('', 7)).rejects.toThrow('port 7 is in use');
    await first.close();
    expect((await network.bind('', 7)).port).toBe(7);
  });
});

describe('simulated loss', () => {
  function sent(count: number, impairment: SimulatedLoss): number[] {
    const numbers: number[] = [];
    const socket: DatagramSocket = {
      port: 1,
      onMessage: () => {},
      close: () => Promise.resolve(),
      send: ([number = -1]) => numbers.push(number),
    };
    const impaired = new DatagramPort(socket, impairment);
    for (const number of upTo(count)) impaired.send(Uint8Array.of(number), '127.0.0.1', 2);
    return numbers;
  }

  it('loses, doubles or swaps with the next, by seed', () => {
    expect(sent(5, { seed: 1 })).toEqual([0, 1, 2, 3, 4]);
    expect(sent(5, { seed: 1, loss: 1 })).toEqual([]);
    expect(sent(3, { seed: 1, duplicate: 1 })).toEqual([0, 0, 1, 1, 2, 2]);
    expect(sent(4, { seed: 1, reorder: 1 })).toEqual([1, 0, 3, 2]);
    const lossy = sent(200, { seed: 1, loss: 0.3 });
    expect(lossy.length).toBeGreaterThan(120);
    expect(lossy.length).toBeLessThan(160);
    expect(sent(200, { seed: 1, loss: 0.3 })).toEqual(lossy);
  });
});
