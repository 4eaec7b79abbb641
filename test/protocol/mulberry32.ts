/** Randomness of fuzz tests: a run is repeated by its seed. */

/** mulberry32: integers below `bound` from a 32-bit state. */
export function createRandom(start: number): (bound: number) => number {
  let state = start >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
