/** Programs that come, crash and come again on the same port, on a bad network: nobody gets stuck, nobody hears another's messages. */
import { expect, it } from 'vitest';
import { createChance } from '../../../src/transports/datagram/chance.js';
import { Table } from './table.js';

const CONDITIONS = { loss: 0.2, duplicate: 0.2, reorder: 0.2, delayMs: 10, jitterMs: 20 };
const SEEDS = Array.from({ length: 25 }, (_, seed) => seed + 1);

it.each(SEEDS)('seed %i', async (seed) => {
  const table = await Table.with({ playersMax: 3 }, { seed, ...CONDITIONS });
  const chance = createChance(seed * 7);
  for (let life = 1; life <= 6; life++) {
    const client = await table.knock({ localPort: 5000 });
    const isSettled = () => table.said(client).length > 0;
    table.until(isSettled);
    expect(table.said(client)[0]).toBe('opened 0');
    const id = client.localPeer ?? 0;
    table.until(() => table.host.peers.includes(id));
    const slowness = chance() < 0.5 ? 1 : 12;
    // Each life has its own messages, and hears them back.
    for (let count = 0; count < 10; count++) {
      client.send(0, Uint8Array.of(life, count), 'reliable');
      table.host.send(id, Uint8Array.of(life, count), 'reliable');
      table.frames(1 + Math.floor(chance() * slowness));
    }
    const all = (from: number) =>
      Array.from({ length: 10 }, (_, count) => `reliable ${life},${count} from ${from}`);
    const messages = (said: readonly string[]) => said.filter((line) => line.startsWith('reliable'));
    table.until(
      () => messages(table.said(table.host)).length >= 10 && messages(table.said(client)).length >= 10,
    );
    expect(messages(table.said(client))).toEqual(all(0));
    expect(messages(table.take(table.host))).toEqual(all(id));
    expect(table.host.peers).toEqual([id]);
    // Half of them crash: their goodbye never leaves.
    table.abandon(client);
    const isCrash = chance() < 0.5;
    if (isCrash) table.network.setConditions({ blackOut: 'to-host' });
    await client.close();
    table.network.setConditions({ blackOut: 'none' });
    table.frames(Math.floor(chance() * 5 * slowness));
  }
});
