/**
 * Measuring on a machine that does other things too. What every benchmark here shares:
 *
 * - process CPU time, so a neighbour that takes the core away costs nothing (garbage collection is included);
 * - variants interleaved round by round, in turning order, so that drift hits all of them alike;
 * - results kept in a ring, so that the compiler cannot remove the work;
 * - figures judged as ratios within one process: absolute times move up to twofold, ratios about a quarter.
 */

const RING_SLOTS = 64;

/**
 * Runs every variant `rounds` times, interleaved, after warm-up rounds that are not counted.
 *
 * @param {Record<string, (index: number) => unknown>} variants name → one operation. `index` counts up from 0 within a round.
 * @param {{ rounds?: number, iterations?: number, warmUpRounds?: number }} [options] `iterations`: operations a round.
 * @returns {Record<string, { nsPerOp: number, samples: number[] }>} median CPU nanoseconds an operation, and every round's.
 */
export function interleave(variants, { rounds = 41, iterations = 20_000, warmUpRounds = 5 } = {}) {
  const loops = Object.entries(variants).map(([name, run]) => ({ name, loop: createLoop(run), samples: [] }));
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (let turn = 0; turn < loops.length; turn++) {
      const { loop, samples } = loops[(turn + round + warmUpRounds) % loops.length];
      const ms = cpuMs(() => loop(iterations));
      if (round >= 0) samples.push((ms * 1e6) / iterations);
    }
  }
  return Object.fromEntries(loops.map(({ name, samples }) => [name, { nsPerOp: median(samples), samples }]));
}

/** Milliseconds of process CPU time that `run` takes. */
export function cpuMs(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Median over the rounds of `a`'s time divided by `b`'s. */
export function ratio(results, a, b) {
  return median(results[a].samples.map((sample, round) => sample / results[b].samples[round]));
}

/**
 * Prints one figure as a JSON line and remembers whether it kept its limit; the process then exits with 1 if one did not.
 *
 * @param {{ name: string, value?: number, limit?: number, atLeast?: boolean, unit: string }} figure `limit` is the largest
 *   good value, or with `atLeast` the smallest; without a limit the figure is only told. Without a value it could not be
 *   measured, which meets no limit.
 */
export function report({ name, value, limit, atLeast = false, unit }) {
  const ok = limit === undefined || (atLeast ? value >= limit : value <= limit);
  const shown = value === undefined ? null : Number(value.toPrecision(4));
  console.log(JSON.stringify({ name, value: shown, limit: limit ?? null, atLeast, unit, ok }));
  if (!ok) process.exitCode = 1;
}

/** A loop of its own for every variant: one shared loop would call all of them through one slow site. */
function createLoop(run) {
  const ring = new Array(RING_SLOTS).fill(undefined);
  return new Function(
    'run',
    'ring',
    `return (iterations) => { for (let i = 0; i < iterations; i++) ring[i & ${RING_SLOTS - 1}] = run(i); };`,
  )(run, ring);
}

export function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
