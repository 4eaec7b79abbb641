import { expect, it } from 'vitest';
import { digestText, loadHashes } from '../../src/store/hashes.js';

const hashes = await loadHashes();
const text = (value: string) => new TextEncoder().encode(value);

// Expected values: the reference implementation's published test vectors for the empty input and for "abc".
it('computes XXH32 and XXH64 as published', () => {
  expect(hashes.checksum(text(''), 0)).toBe(0x02cc5d05);
  expect(hashes.checksum(text('abc'), 0)).toBe(0x32d153ff);
  expect(digestText(hashes.digest(text(''), 0n))).toBe('ef46db3751d8e999');
  expect(digestText(hashes.digest(text('abc'), 0n))).toBe('44bc2cf5ad770999');
});

it('chains digests, so that the same bytes after another history have another digest', () => {
  const first = hashes.digest(text('pitch'), 0n);
  const other = hashes.digest(text('swing'), 0n);
  expect(hashes.digest(text('result'), first)).not.toBe(hashes.digest(text('result'), other));
  expect(hashes.digest(text('result'), first)).toBe(
    hashes.digest(text('result'), hashes.digest(text('pitch'), 0n)),
  );
});

it('writes a digest as 16 digits, leading zeros included', () => {
  expect(digestText(0xabcn)).toBe('0000000000000abc');
  expect(digestText(2n ** 64n - 1n)).toBe('ffffffffffffffff');
});

it('loads once', async () => {
  expect(await loadHashes()).toBe(hashes);
});
