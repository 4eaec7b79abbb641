import { Encoder } from '@msgpack/msgpack';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackWriter } from '../../src/store/pack-writer.js';

/** What batches hold, with the sizes where msgpack changes its form. */
const leaf = fc.oneof(
  fc.integer({ min: -70_000, max: 70_000 }),
  fc.constantFrom(0x7f, 0x80, 0xff, 0x100, 0xffff, 0x10000, 2 ** 32, 2 ** 53 - 1, -1, -0, -32, -33),
  fc.double({ noNaN: true }),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(null, undefined, true, false),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 12 },
    leaf,
    fc.array(tie('value'), { maxLength: 20 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5 }),
  ),
}));

describe('PackWriter', () => {
  it('writes the bytes of @msgpack/msgpack, whatever the value and wherever in a block', () => {
    const writer = new PackWriter();
    fc.assert(
      fc.property(value, (given) => {
        writer.begin();
        writer.value(given);
        expect(Buffer.compare(writer.take(), new Encoder().encode(given))).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('never touches a record it handed over, and takes records longer than a block', () => {
    const writer = new PackWriter();
    const records = Array.from({ length: 500 }, (_, n) => {
      writer.begin();
      writer.u8(n);
      writer.u32(0);
      writer.value(new Uint8Array(n === 250 ? 20_000 : n).fill(n));
      writer.setU32(1, writer.length);
      writer.u64(BigInt(n));
      return { n, record: writer.take() };
    });
    for (const { n, record } of records) {
      const bytes = new Encoder().encode(new Uint8Array(n === 250 ? 20_000 : n).fill(n));
      const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
      expect(record.length).toBe(1 + 4 + bytes.length + 8);
      expect([record[0], view.getUint32(1, true)]).toEqual([n & 0xff, 5 + bytes.length]);
      expect(Buffer.compare(record.subarray(5, 5 + bytes.length), bytes)).toBe(0);
      expect(view.getBigUint64(5 + bytes.length, true)).toBe(BigInt(n));
    }
  });

  it('forgets a record that was begun but never taken', () => {
    const writer = new PackWriter();
    writer.begin();
    writer.value(['half', 'a', 'record']);
    writer.begin();
    writer.value(7);
    expect(writer.take()).toEqual(Uint8Array.of(7));
  });

  it('refuses a value that contains itself instead of running on', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    const writer = new PackWriter();
    writer.begin();
    expect(() => writer.value(loop)).toThrow(/deep/i);
  });
});
