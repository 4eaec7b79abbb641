/** Link samples go into the log of every session that has a store and links, and decide nothing. */
import { describe, expect, it } from 'vitest';
import {
  branchLog,
  createLoopback,
  createMemoryStore,
  fold,
  type LinkSample,
  linkEntries,
  loadHashes,
  type MemoryStore,
  openLog,
  readLog,
  verify,
} from '../../src/index.js';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { LINK_TRACK_KIND } from '../../src/store/link-track.js';
import { openLogFile } from '../../src/store/open-log-file.js';
import { frameRecord, logMagic } from '../../src/store/record.js';
import { scanRecords } from '../../src/store/scan.js';
import { hostOn, joinOn, setTable, startRun } from './table.js';

const hashes = await loadHashes();

interface Played {
  readonly host: MemoryStore;
  readonly client: MemoryStore;
  readonly seen: readonly (LinkSample & { readonly frame: number })[];
}

/** Two clients, some seconds of a lobby and a run's intro, closed in good order. */
async function play(seconds: number): Promise<Played> {
  const [host, client] = [createMemoryStore(), createMemoryStore()];
  const table = await setTable({ store: host });
  const cy = await joinOn(table.loopback.connect(), { name: 'Cy', store: client });
  table.seat(cy);
  const seen: (LinkSample & { frame: number })[] = [];
  table.host.observe({
    batch: () => undefined,
    superseded: () => undefined,
    links: (frame, samples) => seen.push(...samples.map((sample) => ({ frame, ...sample }))),
    notice: () => undefined,
    ended: () => undefined,
  });
  table.runUntil(() => table.host.view.roster.length === 3);
  startRun(table);
  table.run(seconds * 60);
  const closing = [...table.clients, cy].map((session) => session.close());
  await Promise.resolve();
  table.run(30);
  await Promise.all(closing);
  await table.host.close();
  return { host, client, seen };
}

describe('link samples in a log', () => {
  it('are those an observer saw, on the host one a link, on a client of its host', async () => {
    const { host, client, seen } = await play(45);
    const kept = [...linkEntries(await openLog(host, 'session'))];
    expect(kept.length).toBeGreaterThan(80);
    const near = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
    expect(kept).toEqual(seen.map((sample) => ({ ...sample, roundTripMs: near(sample.roundTripMs) })));
    expect(new Set(kept.map(({ peer }) => peer))).toEqual(new Set([1, 2]));
    expect(kept.at(-1)?.roundTripMs).toBeGreaterThan(0);
    const frames = [...linkEntries(await openLog(client, 'session'))].map(({ frame }) => frame);
    expect(frames.length).toBeGreaterThan(40);
    for (const [index, frame] of frames.entries())
      if (index > 0) expect(frame - (frames[index - 1] ?? 0)).toBe(60);
  });

  it('are the same bytes for the same run, and no part of what is verified and folded', async () => {
    const [one, other] = [await play(3), await play(3)];
    expect(one.host.readAll('session').slice(1)).toEqual(other.host.readAll('session').slice(1));
    const log = await openLog(one.host, 'session');
    expect(log.links.length).toBeGreaterThan(0);
    const without = readLog(
      one.host
        .readAll('session')
        .filter(({ bytes }) => bytes[0] !== LINK_TRACK_KIND)
        .map(({ bytes }, seq) => ({ seq, bytes })),
      hashes,
    );
    expect(without.links).toEqual([]);
    expect(without.digest).toBe(log.digest);
    expect(verify({ log, game: homeRunDerby })).toEqual(verify({ log: without, game: homeRunDerby }));
    expect(fold(log)).toEqual(fold(without));
  });

  it('are none in a log of before', async () => {
    const log = await openLogFile('test/golden/logs/home-run-derby-0.1.0.dugout');
    expect([...linkEntries(log)]).toEqual([]);
  });

  it('are not written by a session without a link', async () => {
    const store = createMemoryStore();
    const host = await hostOn(createLoopback().host, { name: 'Ann', store });
    for (let frame = 0; frame < 300; frame++) host.frame((frame * 1000) / 60 + 0.01);
    await host.close();
    expect((await openLog(store, 'session')).links).toEqual([]);
  });

  it('a block that a crash cut is a torn tail, and all before it is read', async () => {
    const { host } = await play(3);
    const records = host.readAll('session').map(({ bytes }) => bytes);
    const at = records.findLastIndex((bytes) => bytes[0] === LINK_TRACK_KIND);
    const bytes = new Uint8Array(
      Buffer.concat([
        logMagic(),
        ...records.slice(0, at + 1).map((record, seq) => frameRecord(hashes, seq, record)),
      ]),
    );
    const block = records[at] ?? new Uint8Array();
    for (let cut = 1; cut <= block.length; cut++) {
      const scanned = scanRecords(bytes.subarray(0, bytes.length - cut), hashes);
      expect(scanned).toMatchObject({ ok: true, tornTail: { seq: at } });
      if (!scanned.ok) continue;
      const log = readLog(scanned.records, hashes, scanned.tornTail);
      expect(log.recordCount).toBe(at);
    }
  });

  it('are branched up to the frame, and a branch goes on with its own', async () => {
    const { host: store } = await play(20);
    const whole = await openLog(store, 'session');
    const until = 400;
    await branchLog(store, 'session', 'other', until);
    const branched = await openLog(store, 'other');
    const wanted = [...linkEntries(whole)].filter(({ frame }) => frame <= until);
    expect([...linkEntries(branched)].every(({ frame }) => frame <= until)).toBe(true);
    expect(wanted.length).toBeGreaterThan(0);
    const again = await hostOn(createLoopback().host, { name: 'Ann', store, session: 'other' });
    expect(again.frameNumber).toBeLessThanOrEqual(until);
    await again.close();
    expect(verify({ log: await openLog(store, 'other'), game: homeRunDerby }).verdict).toBe('identical');
  });
});
