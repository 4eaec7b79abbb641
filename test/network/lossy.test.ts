/** What each delivery promises on a bad network: a fifth of the datagrams lost, doubled and overtaken, both ways. */
import { expect, it } from 'vitest';
import { createNetwork, uint16 } from '../../src/network/index.js';
import { createSimulatedNetwork } from '../../src/testing/simulated-network.js';
import { p2pWire } from '../../src/transports/p2p/index.js';

const FRAME_MS = 1000 / 60;

it.each([1, 2, 3])(
  'reliable: all, once, in order; unreliable: never older after newer (seed %i)',
  async (seed) => {
    const bad = { loss: 0.2, duplicate: 0.2, reorder: 0.2, delayMs: 10, jitterMs: 20 };
    const datagrams = createSimulatedNetwork({ seed, ...bad });
    const wire = p2pWire({ network: datagrams, clock: datagrams.clock, host: { address: '127.0.0.1' } });
    const create = () => {
      const [steps, positions]: [number[], number[]] = [[], []];
      const network = createNetwork({
        wire,
        describe(net) {
          const step = net.message('step', { number: uint16 });
          const position = net.message('position', { number: uint16 }, { delivery: 'unreliable' });
          net.on(step, ({ number }) => steps.push(number));
          net.on(position, ({ number }) => positions.push(number));
          return { step, position };
        },
      });
      return { network, steps, positions };
    };
    const [host, client] = [create(), create()];
    const joined = client.network.join((await host.network.host()).id);
    const frame = async () => {
      for (const { network } of [host, client]) network.flush();
      datagrams.advance(FRAME_MS);
      for (const { network } of [host, client]) network.poll();
      await Promise.resolve();
    };
    for (let frames = 0; frames < 600 && client.network.session === null; frames++) await frame();
    await joined;
    for (let number = 0; number < 200; number++) {
      client.network.messages.step({ number });
      client.network.messages.position({ number });
      await frame();
    }
    for (let frames = 0; frames < 600 && host.steps.length < 200; frames++) await frame();
    expect(host.steps).toEqual(Array.from({ length: 200 }, (_, number) => number));
    expect(host.positions.length).toBeGreaterThan(60);
    expect(host.positions.length).toBeLessThan(200);
    expect(host.positions).toEqual([...new Set(host.positions)].sort((a, b) => a - b));
    await client.network.leave();
    await host.network.leave();
  },
);
