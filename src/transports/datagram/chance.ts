/** Seeded chance for simulated bad networks: the same seed gives the same losses on every machine. */
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Returns a function that draws the next number in [0, 1). */
export function createChance(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  return () => (generator.next() >>> 0) / 2 ** 32;
}
