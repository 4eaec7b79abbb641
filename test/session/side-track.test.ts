/** Poses go beside the batches, as raw bytes, and come back as they were sent. */
import { describe, expect, it } from 'vitest';
import { createMemoryStore, openLog, sideTrackEntries } from '../../src/index.js';
import { homeRunDerbyProtocol } from '../../src/machines/home-run-derby.js';
import { createDerbyBot } from '../../src/testing/index.js';
import { setTable } from './table.js';

describe('the side track', () => {
  it('gives back every pose of both batters, with its peer and its frame', async () => {
    const store = createMemoryStore();
    const table = await setTable({ store });
    const sent: { peer: number; hex: string }[] = [];
    const bots = [table.host, ...table.clients].map((session, seat) => {
      const send = session.send.bind(session);
      session.send = (name, value) => {
        const result = send(name, value);
        if (name === 'AtBatPose' && result.ok) {
          const bytes = homeRunDerbyProtocol.encode('AtBatPose', value as never);
          sent.push({ peer: session.localPeer ?? -1, hex: Buffer.from(bytes).toString('hex') });
        }
        return result;
      };
      return createDerbyBot(session, { seed: seat + 1 });
    });
    table.runUntil(() => table.host.view.roster.length === 2);
    table.host.command('startRun', null);
    for (let frame = 0; frame < 1500; frame++) {
      table.run(1);
      for (const bot of bots) bot.frame();
    }
    await Promise.all([...table.clients.map((client) => client.close()), table.host.close()]);
    const entries = [...sideTrackEntries(await openLog(store, 'session'))];
    for (const peer of [0, 1]) {
      const kept = entries
        .filter((entry) => entry.peer === peer)
        .map(({ bytes }) => Buffer.from(bytes).toString('hex'));
      const wanted = sent.filter((pose) => pose.peer === peer).map(({ hex }) => hex);
      expect(kept.length).toBeGreaterThan(50);
      // Poses on their way when an at-bat ends are dropped; all that are kept were sent, in that order.
      expect(wanted.filter((hex) => kept.includes(hex))).toEqual(kept);
      expect(kept.length).toBeGreaterThan(wanted.length * 0.9);
    }
    const frames = entries.map(({ frame }) => frame);
    expect(frames).toEqual([...frames].sort((one, other) => one - other));
    expect(frames.at(-1)).toBeGreaterThan(500);
  });
});
