import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAD_VALUE, NO_ROOM } from '../../src/protocol/codec.js';
import { readUtf8, utf8Length, writeString } from '../../src/protocol/utf8.js';

const anyText = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit: 'binary', maxLength: 80 }));

describe('utf8', () => {
  it('writes what the platform writes, and reads it back', () => {
    fc.assert(
      fc.property(anyText, fc.nat(9), (text, start) => {
        const expected = new TextEncoder().encode(text);
        const bytes = new Uint8Array(start + 2 + expected.length);
        expect(utf8Length(text)).toBe(expected.length);
        expect(writeString(bytes, start, bytes.length, text, 65_535)).toBe(bytes.length);
        expect(bytes.subarray(start + 2)).toEqual(expected);
        expect(new DataView(bytes.buffer).getUint16(start, true)).toBe(expected.length);
        expect(readUtf8(bytes, start + 2, bytes.length)).toBe(text);
      }),
    );
  });

  it('writes nothing past the limit, whatever the text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(90), (text, limit) => {
        const bytes = new Uint8Array(100).fill(0xaa);
        const end = writeString(bytes, 3, limit, text, 65_535);
        expect(end).toBe(3 + 2 + utf8Length(text) <= limit ? 5 + utf8Length(text) : NO_ROOM);
        expect(bytes.subarray(Math.max(3, limit)).every((byte) => byte === 0xaa)).toBe(true);
      }),
    );
  });

  it.each(['\ud800', 'a\udfff', '\udc00\ud800', 'x\ud83d'])(
    'refuses half of a surrogate pair (%j)',
    (text) => {
      expect(utf8Length(text)).toBe(-1);
      expect(writeString(new Uint8Array(50), 0, 50, text, 40)).toBe(BAD_VALUE);
    },
  );

  it('counts a limit in bytes, not characters', () => {
    const bytes = new Uint8Array(50);
    expect(writeString(bytes, 0, 50, 'éé', 4)).toBe(6);
    expect(writeString(bytes, 0, 50, 'ééx', 4)).toBe(BAD_VALUE);
    expect(writeString(bytes, 0, 50, 5, 4)).toBe(BAD_VALUE);
  });

  it.each([
    ['a lone continuation', [0x61, 0x80]],
    ['a cut sequence', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that is never UTF-8', [0xff]],
  ])('refuses %s, in short and long text', (_, wrong) => {
    const long = [...new Array<number>(60).fill(0x61), ...wrong];
    expect(readUtf8(Uint8Array.from(wrong), 0, wrong.length)).toBeUndefined();
    expect(readUtf8(Uint8Array.from(long), 0, long.length)).toBeUndefined();
  });

  it('keeps a byte order mark', () => {
    expect(readUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), 0, 4)).toBe('\ufeffa');
  });
});
