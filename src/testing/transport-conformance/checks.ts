/** What cases send and how they compare: numbered messages, bytes, errors. Every check fails with what was expected and seen. */
import { invariant } from '../../errors.js';
import type { PeerId } from '../../peers.js';
import type { Witness } from './witness.js';

/** The client's id, once its link is up. */
export function idOf(client: Witness): PeerId {
  const { localPeer } = client.transport;
  invariant(localPeer !== undefined, 'A client whose link is up must know its own id.');
  return localPeer;
}

/** A message of 4 bytes, or `length`, that says `number`. */
export function numbered(number: number, length = 4): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set([number, number >> 8, number >> 16, number >> 24]);
  return bytes;
}

/** What {@link numbered} said. */
export function numberOf(bytes: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return a | (b << 8) | (c << 16) | (d << 24);
}

/** `length` bytes of which no stretch looks like its neighbour. */
export function patterned(length: number, salt = 0): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8) * 13 + salt) & 0xff);
}

/** The numbers from `first` on. */
export function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Fails unless both print alike. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  invariant(seen === wanted, `${what}: expected ${wanted}, got ${seen}.`);
}

/** Fails unless the numbers are the same; says where they part, also of thousands. */
export function expectNumbers(actual: readonly number[], expected: readonly number[], what: string): void {
  const at = expected.findIndex((number, index) => number !== actual[index]);
  const isSame = at === -1 && actual.length === expected.length;
  const where = at === -1 ? expected.length : at;
  invariant(
    isSame,
    `${what}: ${actual.length} instead of ${expected.length}, at ${where} ${actual.slice(where, where + 5)}` +
      ` instead of ${expected.slice(where, where + 5)}.`,
  );
}

/** Fails unless the bytes are the same; says where they part. */
export function expectBytes(actual: Uint8Array | undefined, expected: Uint8Array, what: string): void {
  invariant(actual !== undefined, `${what}: nothing arrived.`);
  invariant(
    actual.length === expected.length,
    `${what}: expected ${expected.length} bytes, got ${actual.length}.`,
  );
  for (let at = 0; at < expected.length; at++) {
    invariant(
      actual[at] === expected[at],
      `${what}: byte ${at} is ${actual[at]} instead of ${expected[at]}.`,
    );
  }
}

/** Code and message of the error that `work` throws; the code is empty when it throws none. */
export function thrownBy(work: () => void): { readonly code: unknown; readonly message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof Error)
      return { code: 'code' in error ? error.code : error.name, message: error.message };
    return { code: error, message: '' };
  }
  return { code: '', message: 'nothing was thrown' };
}
