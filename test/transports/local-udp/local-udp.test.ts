import { describe, expect, it } from 'vitest';
import { createSimulatedNetwork } from '../../../src/testing/simulated-network.js';
import { hostLocalUdp, joinLocalUdp } from '../../../src/transports/local-udp/index.js';
import { polled } from '../polled.js';

async function simulated() {
  const network = createSimulatedNetwork({ delayMs: 1 });
  const { clock } = network;
  const host = await hostLocalUdp({ network, clock, port: 7777 });
  const client = await joinLocalUdp({ network, clock, port: 7777 });
  return { network, host, client };
}

describe('local-udp', () => {
  it('joins', async () => {
    const { network, host, client } = await simulated();
    expect(polled(client)).toEqual([]);
    network.advance(2);
    expect(polled(host)).toEqual([]);
    network.advance(2);
    expect(polled(client)).toEqual(['opened 0']);
    network.advance(2);
    expect(polled(host)).toEqual(['opened 1']);
  });
});
