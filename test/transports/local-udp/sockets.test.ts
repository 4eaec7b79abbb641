import { describe, expect, it } from 'vitest';
import { HOST_PEER } from '../../../src/peers.js';
import { nodeNetwork } from '../../../src/transports/datagram/node-network.js';
import { hostLocalUdp, joinLocalUdp } from '../../../src/transports/local-udp/index.js';
import { keeper, until } from '../until.js';

const kept = keeper();

describe('local-udp on real sockets', () => {
  it('says which port could not be bound', async () => {
    const host = kept(await hostLocalUdp());
    await expect(hostLocalUdp({ port: host.port })).rejects.toMatchObject({
      code: 'transport/bind-failed',
      message: expect.stringContaining(`port ${host.port}`),
    });
  });

  it('says which host name is not known', async () => {
    const network = { ...nodeNetwork, resolve: () => Promise.reject(new RangeError('ENOTFOUND')) };
    await expect(joinLocalUdp({ port: 1, address: 'nowhere.example', network })).rejects.toMatchObject({
      code: 'transport/bind-failed',
      message: expect.stringContaining('nowhere.example'),
    });
  });

  it('TR8: the port is free once close resolved', async () => {
    const first = await hostLocalUdp();
    await first.close();
    const second = kept(await hostLocalUdp({ port: first.port }));
    expect(second.port).toBe(first.port);
  });

  it('TR9: a goodbye leaves before the socket closes', async () => {
    const host = kept(await hostLocalUdp());
    const client = kept(await joinLocalUdp({ port: host.port, address: 'localhost' }));
    await until((said) => said.every((lines) => lines.length > 0), host, client);
    await host.close();
    const [said] = await until(([lines]) => lines?.length === 1, client);
    expect(said).toEqual(['closed 0 host-gone']);
  });

  it('TR4: holds over simulatedLoss of the shipped transport', async () => {
    const bad = { loss: 0.3, duplicate: 0.3, reorder: 0.3 };
    const host = kept(await hostLocalUdp({ simulatedLoss: { seed: 1, ...bad } }));
    const client = kept(await joinLocalUdp({ port: host.port, simulatedLoss: { seed: 2, ...bad } }));
    await until((said) => said.every((lines) => lines.length > 0), host, client);
    for (let i = 0; i < 100; i++) client.send(HOST_PEER, Uint8Array.of(i), 'reliable');
    const [said] = await until(([lines]) => lines?.length === 100, host, client);
    expect(said).toEqual(Array.from({ length: 100 }, (_, i) => `reliable ${i} from 1`));
    expect(client.stats.resent).toBeGreaterThan(20);
  });

  it('TR9: tells silence when the loss is set to everything while running', async () => {
    const host = kept(await hostLocalUdp({ timeoutMs: 400 }));
    const client = kept(await joinLocalUdp({ port: host.port, timeoutMs: 400 }));
    await until((said) => said.every((lines) => lines.length > 0), host, client);
    host.simulatedLoss = { seed: 1, loss: 1 };
    client.simulatedLoss = { seed: 2, loss: 1 };
    const said = await until((lines) => lines.every(({ length }) => length === 1), host, client);
    expect(said).toEqual([['closed 1 timed-out'], ['closed 0 timed-out']]);
  });
});
