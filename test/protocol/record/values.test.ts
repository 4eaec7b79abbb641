/** Which values a field takes: what comes back from the wire, and the sentences about what is refused. */
import { describe, expect, it } from 'vitest';
import { defineRecord, type RecordMessage } from '../../../src/protocol/record/define.js';
import * as kinds from '../../../src/protocol/record/kind.js';
import { createRecordSchema, encodeRecord } from '../../../src/protocol/record/schema.js';
import { walkRecords } from '../../../src/protocol/record/walk.js';

function encode(field: kinds.RecordField, value: unknown): Uint8Array {
  const message: RecordMessage = defineRecord('m', { v: field });
  return encodeRecord(createRecordSchema([message]), message, { v: value } as never);
}

/** What the other side reads. */
function across(field: kinds.RecordField, value: unknown): unknown {
  const schema = createRecordSchema([defineRecord('m', { v: field })]);
  const [result] = [...walkRecords(schema, encode(field, value))];
  return result?.ok ? (result.value as { readonly v: unknown }).v : result;
}

const integers = [
  ['uint1', 0, 1],
  ['uint2', 0, 3],
  ['uint4', 0, 15],
  ['uint8', 0, 255],
  ['uint16', 0, 65_535],
  ['uint32', 0, 4_294_967_295],
  ['int8', -128, 127],
  ['int16', -32_768, 32_767],
  ['int32', -2_147_483_648, 2_147_483_647],
] as const;

describe('integers', () => {
  it.each(integers)('%s from %i to %i, nothing else', (kind, low, high) => {
    for (const value of [low, high]) expect(across({ kind }, value)).toBe(value);
    for (const value of [low - 1, high + 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1', true, 1n, null]) {
      expect(() => encode({ kind }, value)).toThrow(
        `m.v: expected an integer from ${low} to ${high}, found `,
      );
    }
  });

  it.each(['int64', 'entity'] as const)('%s takes bigints of 64 bits', (kind) => {
    for (const value of [-(2n ** 63n), 2n ** 63n - 1n, 0n]) expect(across({ kind }, value)).toBe(value);
    for (const value of [-(2n ** 63n) - 1n, 2n ** 63n, 1, '1']) {
      expect(() => encode({ kind }, value)).toThrow('m.v: expected a bigint of 64 bits, signed, found ');
    }
  });
});

describe('floats', () => {
  it('carry every number there is, as upstream does', () => {
    const special = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 5e-324, 1.2];
    for (const value of special) {
      expect(across(kinds.float64, value)).toBe(value);
      expect(across(kinds.float32, value)).toBe(Math.fround(value));
    }
  });

  it('refuse a number that would become an infinity', () => {
    const largest = 3.4028234663852886e38;
    expect(across(kinds.float32, -largest)).toBe(-largest);
    expect(() => encode(kinds.float32, 3.41e38)).toThrow(
      'm.v: expected a number within the range of a 32-bit float, found 3.41e+38.',
    );
    for (const value of ['1', 1n, undefined, null]) {
      expect(() => encode(kinds.float64, value)).toThrow('m.v: expected a number, found ');
    }
  });
});

describe('text', () => {
  it('of every encoding comes back', () => {
    const long = 'π→🎮 '.repeat(5000);
    const latin = Array.from({ length: 10_000 }, (_, at) => String.fromCharCode(at & 0xff)).join('');
    for (const text of ['', 'hi', 'x'.repeat(33), 'é', '\ufeffmark', long])
      expect(across(kinds.string(), text)).toBe(text);
    for (const text of ['', '\x80\x9f\xff', latin])
      expect(across(kinds.string('iso-8859-1'), text)).toBe(text);
    for (const text of ['', '\0\x7f', 'x'.repeat(10_000)])
      expect(across(kinds.string('us-ascii'), text)).toBe(text);
  });

  it('is refused when the encoding cannot say it', () => {
    expect(() => encode(kinds.string(), '\ud800')).toThrow(
      'm.v: expected text in utf-8, found text of 1 characters.',
    );
    expect(() => encode(kinds.string(), 'half\udc00')).toThrow('expected text in utf-8');
    expect(() => encode(kinds.string('iso-8859-1'), 'Ā')).toThrow('expected text in iso-8859-1');
    expect(() => encode(kinds.string('us-ascii'), 'é')).toThrow('expected text in us-ascii');
    expect(() => encode(kinds.string(), 7)).toThrow('expected text in utf-8, found 7.');
  });

  it('may fill a fixed field and not a byte more', () => {
    expect(across(kinds.fixedString(4), 'éab')).toBe('éab');
    expect(() => encode(kinds.fixedString(4), 'éabc')).toThrow(
      'm.v: expected text in utf-8 of at most 4 bytes, found text of 4 characters.',
    );
    expect(across(kinds.fixedString(4, 'iso-8859-1'), 'éabc')).toBe('éabc');
  });
});

describe('bytes', () => {
  it('come back as a Uint8Array, whatever kind of one they were', () => {
    for (const field of [kinds.bytes, kinds.fixedBytes(3)]) {
      expect(across(field, Buffer.from('010203', 'hex'))).toEqual(Uint8Array.of(1, 2, 3));
      expect(across(field, new Uint8Array(0))).toEqual(new Uint8Array(0));
      expect(across(field, Uint8Array.of(9, 1, 2, 3, 9).subarray(1, 4))).toEqual(Uint8Array.of(1, 2, 3));
    }
  });

  it('are refused when they are none, or too many', () => {
    for (const value of ['01', [1, 2], new ArrayBuffer(2), new DataView(new ArrayBuffer(2)), null]) {
      expect(() => encode(kinds.bytes, value)).toThrow('m.v: expected a Uint8Array, found ');
    }
    expect(() => encode(kinds.fixedBytes(3), new Uint8Array(4))).toThrow(
      'm.v: expected a Uint8Array of at most 3 bytes, found 4 bytes.',
    );
  });
});

describe('a value', () => {
  const move = defineRecord('move', { x: kinds.int8, note: kinds.optional(kinds.string()) });
  const schema = createRecordSchema([move]);
  const write = (value: unknown) => encodeRecord(schema, move, value as never);

  it('is an object that has what is declared and nothing else', () => {
    for (const value of [null, 7, 'x', [], undefined]) expect(() => write(value)).toThrow(/^move/);
    expect(() => write(null)).toThrow('move: expected an object, found null.');
    expect(() => write({})).toThrow('move.x: expected an integer from -128 to 127, found nothing.');
    expect(() => write({ x: 1, notes: 'typo' })).toThrow(
      'move.notes: no such field is declared; leave it out.',
    );
    expect(() => write({ x: 1, note: null })).toThrow('move.note: expected text in utf-8, found null.');
  });

  it('may leave out what is optional, in either way JavaScript knows', () => {
    const without = Uint8Array.of(0, 0, 0b01, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    expect(write({ x: 1 })).toEqual(without);
    expect(write({ x: 1, note: undefined })).toEqual(without);
    expect(write({ x: 1, note: '' })).toEqual(without.with(2, 0b11));
    expect([...walkRecords(schema, write({ x: 1, note: '' }))]).toMatchObject([
      { value: { x: 1, note: '' } },
    ]);
  });
});
