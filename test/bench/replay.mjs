/**
 * A whole run of four players and nine innings from the bytes of its log: scanned, its chain checked, every machine run again
 * and every batch compared. Event by event against boardgame.io's reducer on as many moves; and how long the log is.
 *
 * A log's event is a transition. Ours is charged with reading, decoding, checking and encoding it again; the reducer, on its
 * shortest path, only with the move.
 */
import { homeRunDerby } from '../../dist/machines/home-run-derby.js';
import { verify } from '../../dist/session/replay.js';
import { decodeInputs } from '../../dist/store/batch.js';
import { loadHashes } from '../../dist/store/hashes.js';
import { readLog } from '../../dist/store/log.js';
import { createMemoryStore } from '../../dist/store/memory-store.js';
import { FRAME_BYTES, frameRecord, logMagic } from '../../dist/store/record.js';
import { scanRecords } from '../../dist/store/scan.js';
import { SIDE_TRACK_KIND } from '../../dist/store/side-track.js';
import { simulateRun } from '../../dist/testing/bots/simulate.js';
import { cpuMs, interleave, ratio, report } from './measure.mjs';
import { pitchOf, resultOf, swingOf } from './messages.mjs';

const SEED = 1;
const REPLAY_MS_MAX = 40;
const TIMES_FASTER_MIN = 3;
const LOG_KIB_MAX = 150;

const hashes = await loadHashes();

async function playRun() {
  const store = createMemoryStore();
  const { log } = await simulateRun({ players: 4, seed: SEED, store, session: 'run' });
  const records = store.readAll('run');
  const frames = records.map(({ seq, bytes }) => frameRecord(hashes, seq, bytes));
  const poses = records.filter(({ bytes }) => bytes[0] === SIDE_TRACK_KIND);
  const poseBytes = poses.reduce((sum, { bytes }) => sum + FRAME_BYTES + bytes.length, 0);
  return { bytes: Buffer.concat([logMagic(), ...frames]), poseBytes, transitions: log.transitions };
}

function replay(bytes) {
  const log = readLog(scanRecords(bytes, hashes).records, hashes);
  const result = verify({ log, game: homeRunDerby });
  if (result.verdict !== 'identical') throw new Error(result.firstDivergence.sentence);
  return result;
}

function countInputs(bytes) {
  const { batches } = readLog(scanRecords(bytes, hashes).records, hashes);
  return batches.reduce((sum, batch) => sum + decodeInputs(batch.bytes, batch.seq).inputs.length, 0);
}

/** As many moves as the run has transitions. */
function movesOf(count) {
  const play = (n) => [
    ['pitch', pitchOf(n)],
    ['swing', swingOf(n)],
    ['result', resultOf(n)],
  ];
  return Array.from({ length: count }, (_, n) => play(Math.floor(n / 3) % 16)[n % 3]);
}

/** The peer's variants; none when it is not installed. */
async function boardGames(count) {
  try {
    const { createBoardGame } = await import('./board-game.mjs');
    const moves = movesOf(count);
    const [shortest, whole] = [createBoardGame({ isClient: true }), createBoardGame({ isClient: false })];
    if (shortest(moves).G.pitches !== Math.ceil(count / 3)) throw new Error('The peer refused moves.');
    return { shortest: () => shortest(moves), whole: () => whole(moves) };
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    return {};
  }
}

const { bytes, poseBytes, transitions } = await playRun();
const inputs = countInputs(bytes);
const first = cpuMs(() => replay(bytes));
// Each alone first: what runs beside it makes either slower.
const alone = interleave({ replay: () => replay(bytes) }, { rounds: 41, iterations: 1, warmUpRounds: 20 });
const ms = alone.replay.nsPerOp / 1e6;

report({
  name: 'whole run, replayed and verified from bytes',
  value: ms,
  limit: REPLAY_MS_MAX,
  unit: 'ms CPU',
});
report({ name: 'whole run, the first replay of a process', value: first, unit: 'ms CPU' });
report({ name: 'transitions of the run', value: transitions, unit: '' });
report({ name: 'a transition, replayed', value: (ms * 1000) / transitions, unit: 'µs CPU' });
report({ name: 'inputs of the run', value: inputs, unit: '' });
report({ name: 'an input, replayed', value: (ms * 1000) / inputs, unit: 'µs CPU' });

const peers = await boardGames(transitions);
if (peers.shortest === undefined) {
  report({
    name: 'boardgame.io reducer / replay, per event',
    unit: 'times',
    limit: TIMES_FASTER_MIN,
    atLeast: true,
  });
} else {
  const options = { rounds: 41, iterations: 1, warmUpRounds: 10 };
  const beside = interleave({ replay: () => replay(bytes), ...peers }, options);
  const unit = 'times';
  const times = (peer) => ratio(beside, peer, 'replay');
  const limit = TIMES_FASTER_MIN;
  report({
    name: 'boardgame.io reducer / replay, per event',
    value: times('shortest'),
    limit,
    atLeast: true,
    unit,
  });
  report({ name: 'boardgame.io reducer with its log / replay, per event', value: times('whole'), unit });
  for (const [variant, { nsPerOp }] of Object.entries(beside)) {
    report({
      name: `${variant}, beside the others`,
      value: nsPerOp / 1000 / transitions,
      unit: 'µs CPU an event',
    });
  }
}

const kib = (count) => count / 1024;
report({ name: 'log without poses', value: kib(bytes.length - poseBytes), limit: LOG_KIB_MAX, unit: 'KiB' });
report({ name: 'log with poses', value: kib(bytes.length), unit: 'KiB' });
