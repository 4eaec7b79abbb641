/** Arithmetic of the 32-bit signed sequence numbers of reliable messages, which wrap around. */

/** The first message of a link. The seed does not say; 0 is what a counter starts at. */
export const FIRST_SEQUENCE = 0;

/** The number after `sequence`. */
export function sequenceAfter(sequence: number): number {
  return (sequence + 1) | 0;
}

/** How far `to` is ahead of `from`; negative when behind. */
export function sequenceDistance(from: number, to: number): number {
  return (to - from) | 0;
}
