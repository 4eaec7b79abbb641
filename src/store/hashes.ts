/** Placeholder signature until the store branch lands. */
export interface Hashes {
  checksum(bytes: Uint8Array, seed: number): number;
  digest(bytes: Uint8Array, previous: bigint): bigint;
}
