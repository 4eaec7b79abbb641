/** Real logs in files, for the command to read: a short run of two players, and variants made from one. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createHost,
  createLoopback,
  joinSession,
  loadHashes,
  type Session,
  type TypesOf,
} from '../../src/index.js';
import { createHomeRunDerby, type HomeRunDerby } from '../../src/machines/home-run-derby.js';
import { defaultRules } from '../../src/machines/rules.js';
import { BATCH_KIND } from '../../src/store/batch.js';
import { createFileStore } from '../../src/store/file-store.js';
import { readLog } from '../../src/store/log.js';
import { encodeHeader, type HeaderCore } from '../../src/store/log-header.js';
import { scanLogFile } from '../../src/store/read-log-file.js';
import { frameRecord, logMagic } from '../../src/store/record.js';

const FRAME_MS = 1000 / 60 + 0.001;
const DIGEST_BYTES = 8;

/** A pitch's poses, as sent below: what the side track of a log holds. */
export const POSES = 20;

export interface WrittenLogs {
  readonly host: string;
  readonly client: string;
}

type DerbySession = Session<TypesOf<HomeRunDerby>>;

/** Plays a lobby, an intro and one pitch, and writes the logs of both sides into `directory`. */
export async function writeLogs(
  directory: string,
  { seed = 7, turnOuts = defaultRules.turnOuts } = {},
): Promise<WrittenLogs> {
  const game = createHomeRunDerby({ ...defaultRules, turnOuts });
  const loopback = createLoopback();
  const store = createFileStore({ directory, durability: 'memory' });
  const common = { game, store, loop: 'manual' } as const;
  const player = (name: string) => ({ version: '1', player: { name, batterId: 'slugger', cosmeticIds: [] } });
  const sides = { host: `host-${seed}-${turnOuts}.dugout`, client: `client-${seed}-${turnOuts}.dugout` };
  const host = await createHost({
    ...common,
    transport: loopback.host,
    options: player('Ann'),
    session: sides.host,
    seed,
  });
  const client = await joinSession({
    ...common,
    transport: loopback.connect(),
    options: player('Bo'),
    session: sides.client,
    seed: 1,
  });
  let nowMs = 0;
  const run = (frames: number): void => {
    for (let frame = 0; frame < frames; frame++) {
      nowMs += FRAME_MS;
      host.frame(nowMs);
      client.frame(nowMs);
    }
  };
  run(10);
  host.command('startRun', null);
  run(80);
  host.send('IntroDone', {});
  // Once is enough: the host's log has a refusal.
  host.send('IntroDone', {});
  client.send('IntroDone', {});
  run(10);
  playPitch(host.view.turn?.batter === 0 ? host : client, host.view.turn?.batter ?? 0, run);
  await client.close();
  run(3);
  await host.close();
  await store.close();
  return { host: join(directory, sides.host), client: join(directory, sides.client) };
}

function playPitch(session: DerbySession, batter: number, run: (frames: number) => void): void {
  session.send('AtBatBegin', { batter, batUpgradeId: '', outs: 0, ringRadius: 1, teamScore: 0 });
  run(5);
  session.send('AtBatPitch', {
    ...{ at: 0, pitchTypeId: 'fastball', release: [0, 2, 18], plateLocation: [0, 1, 0], speedMph: 90 },
    ...{ releaseTime: 0, flightTime: 0.5, wobble: 0, isInZone: true, effect: 0, bossEffect: 0 },
    ...{ arcAngle: 0, decoys: [] },
  });
  for (let pose = 0; pose < POSES; pose++) {
    session.send('AtBatPose', {
      t: pose / 30,
      aim: [0, 0],
      hands: [1, 2, 3],
      direction: [0, 1, 0],
      twist: 0,
    });
    run(2);
  }
  session.send('AtBatSwing', { pressTime: 0.5 });
  session.send('PlayFeed', {
    ...{ batter, headline: 'Strike!', r: 255, g: 0, b: 0, teamScore: 0 },
    ...{ homeRun: false, wasOut: true, distanceFt: 0 },
  });
  run(10);
}

/** Writes a log whose steps fill many pipe buffers. */
export async function writeLongLog(directory: string): Promise<string> {
  const loopback = createLoopback();
  const store = createFileStore({ directory, durability: 'memory' });
  const session = 'long.dugout';
  const host = await createHost({
    ...{ game: createHomeRunDerby(), transport: loopback.host, store, session, seed: 1, loop: 'manual' },
    options: { version: '1', player: { name: 'Ann', batterId: 'slugger', cosmeticIds: [] } },
  });
  for (let frame = 1; frame < 2000; frame++) {
    if (frame > 5) host.send('SetBatter', { batterId: `batter-${frame}`, cosmeticIds: [] });
    host.frame(frame * FRAME_MS);
  }
  await host.close();
  await store.close();
  return join(directory, session);
}

/**
 * Writes the log again with parts of its header's core changed, its checksums right, and its digest chain too unless told
 * otherwise.
 */
export async function rewriteHeader(
  path: string,
  to: string,
  changes: Partial<HeaderCore>,
  { keepsChain = true } = {},
): Promise<string> {
  const hashes = await loadHashes();
  const scanned = await scanLogFile(path);
  if (!scanned.ok) return scanned.sentence;
  const { header } = readLog(scanned.records, hashes);
  let { bytes, digest } = encodeHeader({ ...header, core: { ...header.core, ...changes } }, hashes);
  const file = [logMagic(), frameRecord(hashes, 0, bytes)];
  for (const { seq, bytes: record } of scanned.records.slice(1)) {
    bytes = record.slice();
    if (bytes[0] === BATCH_KIND && keepsChain) {
      digest = hashes.digest(bytes.subarray(0, -DIGEST_BYTES), digest);
      new DataView(bytes.buffer).setBigUint64(bytes.length - DIGEST_BYTES, digest, true);
    }
    file.push(frameRecord(hashes, seq, bytes));
  }
  await writeFile(to, Buffer.concat(file));
  return to;
}

/** Writes a copy of the file's bytes, changed by `edit`. */
export async function copyEdited(
  path: string,
  to: string,
  edit: (bytes: Buffer) => Uint8Array,
): Promise<string> {
  await writeFile(to, edit(await readFile(path)));
  return to;
}
