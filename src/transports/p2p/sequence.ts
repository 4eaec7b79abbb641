/** Arithmetic of the 16-bit numbers of packets and frames, which wrap around. */

const NUMBERS = 2 ** 16;
const HALF = NUMBERS / 2;

/** The 16 bits of `number` that go on the wire. */
export function wrap(number: number): number {
  return number & (NUMBERS - 1);
}

/** How far `a` is ahead of `b`, both as on the wire: -32768 to 32768, and exactly half way round by their plain order. */
export function sequenceDistance(a: number, b: number): number {
  const ahead = wrap(a - b);
  return ahead < HALF || (ahead === HALF && a > b) ? ahead : ahead - NUMBERS;
}
