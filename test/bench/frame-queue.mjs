/**
 * The frame queue against its floor: pushing to an array and swapping two of them, with no bounds and no supersede.
 * Process CPU time, rounds interleaved, median of the ratios; every batch is kept in a ring so that nothing is optimised away.
 */
import { FrameQueue } from '../../dist/streams/frame-queue.js';
import { median, report } from './measure.mjs';

const FRAMES = 20_000;
const ROUNDS = 31;
const MESSAGES_A_FRAME = 32;
const LIMIT = 4;

/** Two arrays, swapped: what any queue of a frame costs at least. */
class SwappedArrays {
  filling = [];
  drained = [];
  push(input) {
    this.filling.push(input);
  }
  drain() {
    const batch = this.filling;
    this.filling = this.drained;
    this.filling.length = 0;
    this.drained = batch;
    return batch;
  }
}

const inputs = Array.from({ length: 1024 }, (_, n) => ({ peer: n % 8, n }));
const ring = new Array(64).fill(undefined);
let kept = 0;

function run(queue) {
  const start = process.cpuUsage();
  for (let frame = 0; frame < FRAMES; frame += 1) {
    for (let n = 0; n < MESSAGES_A_FRAME; n += 1) queue.push(inputs[(frame * 7 + n) & 1023]);
    const batch = queue.drain();
    ring[frame & 63] = batch[frame % MESSAGES_A_FRAME];
    kept += batch.length;
  }
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const floor = new SwappedArrays();
const queue = new FrameQueue();
const ratios = [];
const micros = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const first = run(round % 2 === 0 ? floor : queue);
  const second = run(round % 2 === 0 ? queue : floor);
  const [base, ours] = round % 2 === 0 ? [first, second] : [second, first];
  ratios.push(ours / base);
  micros.push(ours);
}

const expected = 2 * ROUNDS * FRAMES * MESSAGES_A_FRAME;
if (kept !== expected || ring.includes(undefined)) {
  throw new RangeError(`the bench lost inputs: kept ${kept} of ${expected}`);
}
report({ name: 'frame queue / two swapped arrays', value: median(ratios), limit: LIMIT, unit: 'times' });
report({
  name: 'a message, pushed and drained',
  value: (median(micros) * 1000) / (FRAMES * MESSAGES_A_FRAME),
  unit: 'ns CPU',
});
