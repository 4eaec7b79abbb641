import { describe, expect, it } from 'vitest';
import { encodeBeacon } from '../../../src/transports/p2p/framing.js';
import { type DiscoverP2pOptions, discoverP2p, hostP2p } from '../../../src/transports/p2p/index.js';
import { codeOf, Table } from './table.js';
import { hex } from './vectors.js';

const BROADCAST = '255.255.255.255';
const DISCOVERY_PORT = 43_770;

/** A search on the table's network and in its time. */
function search(table: Table, options: DiscoverP2pOptions = {}) {
  const wait = async (ms: number) => table.seconds(ms / 1000);
  return discoverP2p({ network: table.network, wait, ...options });
}

describe('discovery', () => {
  it('finds who announces itself, also who is full, and as last heard', async () => {
    const table = await Table.with({ name: 'Café', playersMax: 2, broadcastAddress: BROADCAST });
    await table.join();
    const session = { code: table.host.code, name: 'Café', players: 2, playersMax: 2, isFull: true };
    expect(await search(table)).toEqual([session]);
    const found = await search(table, {
      wait: async () => {
        table.seconds(1.1);
        table.host.disconnect(1, '');
        table.seconds(1.1);
      },
    });
    expect(found).toEqual([{ ...session, players: 1, isFull: false }]);
    expect(table.network.socketCount).toBe(2);
  });

  it('hears a host whose every other beacon is lost', async () => {
    const table = await Table.with({ broadcastAddress: BROADCAST });
    table.seconds(0.5);
    const found = await search(table, {
      wait: async (ms) => {
        table.network.setConditions({ loss: 1 });
        table.seconds(1);
        table.network.setConditions({ loss: 0 });
        table.seconds(ms / 1000 - 1);
      },
    });
    expect(found.length).toBe(1);
  });

  it('is a beacon at once and then one a second, in the bytes of good_net_p2p', async () => {
    const table = await Table.with({ name: 'A', schemaHash: 0xd1cb928d, broadcastAddress: BROADCAST });
    const listener = await table.raw(DISCOVERY_PORT);
    table.frames(2);
    const code = Buffer.from(table.host.code).toString('hex');
    expect(listener.take().map(hex)).toEqual([`676e01018d92cbd10a${code}0141010800`]);
    table.seconds(9.9);
    expect(listener.take().length).toBe(9);
    table.host.simulatedLoss = { seed: 1, loss: 1 };
    table.seconds(2);
    expect(listener.take().length).toBe(2);
  });

  it('says nothing to nobody: not on a loopback address, not when told not to', async () => {
    const silent = [await Table.with(), await Table.with({ advertise: false, broadcastAddress: BROADCAST })];
    for (const table of silent) {
      expect(await search(table)).toEqual([]);
      expect(table.host.stats.datagramsSent).toBe(0);
    }
    const table = await Table.with();
    const network = {
      ...table.network,
      bind: table.network.bind.bind(table.network),
      localAddress: () => '10.0.0.1',
    };
    const host = await hostP2p({ network, clock: table.network.clock });
    host.flush();
    expect([host.code.slice(0, 4), host.stats.datagramsSent]).toEqual(['2EWN', 1]);
  });

  it('passes over what is no beacon of this schema, and stops at 256', async () => {
    const table = await Table.with();
    const peer = await table.raw();
    const beacon = { schemaHash: 0, code: codeOf(1), name: 'x', players: 1, playersMax: 2 };
    const found = await search(table, {
      wait: async () => {
        peer.sendTo(DISCOVERY_PORT, encodeBeacon({ ...beacon, schemaHash: 5 }));
        peer.sendTo(DISCOVERY_PORT, encodeBeacon({ ...beacon, code: 'ABCD12' }));
        peer.sendTo(DISCOVERY_PORT, encodeBeacon(beacon).slice(0, -1));
        peer.sendTo(DISCOVERY_PORT, Uint8Array.of(1));
        for (let port = 1000; port < 2000; port++) {
          peer.sendTo(DISCOVERY_PORT, encodeBeacon({ ...beacon, code: codeOf(port) }));
        }
        table.frames(1);
      },
    });
    expect([found.length, found[0]?.code]).toEqual([256, codeOf(1000)]);
  });

  it('ends when its signal fires, and frees its port', async () => {
    const table = await Table.with();
    const aborted = { code: 'session/aborted' };
    await expect(search(table, { signal: AbortSignal.abort() })).rejects.toMatchObject(aborted);
    const controller = new AbortController();
    const { network } = table;
    const searching = discoverP2p({ network, timeoutMs: 60_000, signal: controller.signal });
    controller.abort();
    await expect(searching).rejects.toMatchObject(aborted);
    expect(table.network.socketCount).toBe(1);
    await table.network.bind('', DISCOVERY_PORT);
    await expect(search(table)).rejects.toMatchObject({ code: 'transport/bind-failed' });
  });
});
