/**
 * The two hash functions of a log: XXH32 as the checksum of bytes, XXH64 chained as the digest of states.
 *
 * WebAssembly has to be compiled before the first use, so hashes are loaded once and passed on as a value. Neither hash
 * protects against an attacker who can write the file: they find accidents, and name divergence.
 */
import xxhash from 'xxhash-wasm';

/** The loaded hash functions; see {@link loadHashes}. */
export interface Hashes {
  /** XXH32 of `bytes`, an unsigned 32-bit integer. */
  checksum(bytes: Uint8Array, seed: number): number;
  /** XXH64 of `bytes` seeded with the digest before it, an unsigned 64-bit integer: equal only after equal histories. */
  digest(bytes: Uint8Array, previous: bigint): bigint;
}

let loading: Promise<Hashes> | undefined;

/** Compiles the hash functions on the first call; later calls share the result. */
export function loadHashes(): Promise<Hashes> {
  loading ??= xxhash().then((api) => ({ checksum: api.h32Raw, digest: api.h64Raw }));
  return loading;
}

/** A digest as 16 lower-case hexadecimal digits. */
export function digestText(digest: bigint): string {
  return digest.toString(16).padStart(16, '0');
}
