import { describe, expect, it } from 'vitest';
import { defineRecord } from '../../../src/protocol/record/define.js';
import {
  bytes,
  fixedBytes,
  fixedString,
  optional,
  string,
  uint8,
} from '../../../src/protocol/record/kind.js';
import type { RecordError } from '../../../src/protocol/record/result.js';
import { createRecordSchema, type RecordSchema } from '../../../src/protocol/record/schema.js';
import { walkRecords } from '../../../src/protocol/record/walk.js';
import { batchVectors, bytesOf, schema } from './vectors.js';

function walk(hex: string, by: RecordSchema = schema) {
  return [...walkRecords(by, bytesOf(hex))];
}

const fire = '0000019a99993f';
const answers: Readonly<Record<string, Partial<RecordError>>> = {
  'index not declared': {
    code: 'wire/unknown-index',
    atByte: 0,
    sentence: 'A record has index 65535, 7 messages are declared (byte 0).',
  },
  'head runs past the end': { code: 'wire/unknown-index', atByte: 0 },
  'fire record one byte short': {
    code: 'wire/too-short',
    message: 'fire',
    atByte: 0,
    sentence: 'fire needs 7 bytes, 6 are left (byte 0).',
  },
  'tail length past the end': {
    code: 'wire/too-short',
    message: 'chat',
    sentence: 'chat needs 114 bytes, 17 are left (byte 0).',
  },
  'field slice outside its own tail': {
    code: 'wire/outside-tail',
    message: 'chat',
    field: 'text',
    atByte: 7,
    sentence: 'chat.text claims bytes 1 to 6 of a tail of 2 (byte 7).',
  },
  'odd trailing byte': {
    code: 'wire/too-short',
    atByte: 7,
    sentence: 'A record needs 2 bytes for its index, 1 is left (byte 7).',
  },
  'unwritten field': {
    code: 'wire/unwritten-field',
    message: 'fire',
    field: 'angle',
    atByte: 2,
    sentence: 'fire.angle was not written (byte 2).',
  },
};

describe('malformed vectors', () => {
  it('are all answered', () => {
    expect(batchVectors.malformed.map(({ name }) => name).sort()).toEqual(Object.keys(answers).sort());
  });

  it.each(batchVectors.malformed)('$name', ({ name, hex }) => {
    expect(walk(hex).at(-1)).toMatchObject({ ok: false, error: answers[name] });
  });

  it.each(batchVectors.malformed)('$name: what came before it stands', ({ hex }) => {
    const results = walk(fire + fire + hex);
    expect(results.slice(0, 2)).toMatchObject([
      { ok: true, id: 'fire', value: { angle: Math.fround(1.2) } },
      { ok: true, id: 'fire', value: { angle: Math.fround(1.2) } },
    ]);
    expect(results.at(-1)?.ok).toBe(false);
  });

  it.each(['field slice outside its own tail', 'unwritten field'])(
    '%s: costs its own record only',
    (name) => {
      const hex = batchVectors.malformed.find((given) => given.name === name)?.hex ?? '';
      expect(walk(hex + fire).map(({ ok }) => ok)).toEqual([false, true]);
    },
  );
});

describe('a walk', () => {
  const fixed = defineRecord('fixed', { code: fixedString(4, 'us-ascii'), key: fixedBytes(2) });
  const texts = defineRecord('texts', { utf8: string(), ascii: optional(string('us-ascii')) });
  const maybe = defineRecord('maybe', { level: optional(uint8), data: optional(bytes) });
  const own = createRecordSchema([fixed, texts, maybe]);

  it('of nothing finds nothing', () => {
    expect(walk('')).toEqual([]);
  });

  it('finds one byte of an index', () => {
    expect(walk('00')).toMatchObject([{ ok: false, error: { code: 'wire/too-short', atByte: 0 } }]);
  });

  it('finds an index no filler reaches', () => {
    expect(walk('0300', own)).toMatchObject([{ ok: false, error: { code: 'wire/unknown-index' } }]);
  });

  it('refuses a fixed field that says more than it reserves', () => {
    expect(walk('0000030500686921210200aabb', own)).toMatchObject([
      {
        ok: false,
        error: {
          code: 'wire/length-over-capacity',
          message: 'fixed',
          field: 'code',
          atByte: 3,
          sentence: 'fixed.code says 5 bytes where 4 are reserved (byte 3).',
        },
      },
    ]);
    expect(walk('0000030200686900000300aabb', own)).toMatchObject([
      { ok: false, error: { code: 'wire/length-over-capacity', field: 'key', atByte: 9 } },
    ]);
  });

  it('refuses bytes that are not text of the encoding', () => {
    const utf8 = (hex: string) => {
      const length = (hex.length / 2).toString(16).padStart(2, '0');
      return `010001${length}00000000000000${length}0000000000000000000000${hex}`;
    };
    expect(walk(utf8('efbbbf41'), own)).toMatchObject([{ ok: true, value: { utf8: '\ufeffA' } }]);
    for (const bad of ['ff', 'c0af', 'eda080', 'e282', 'f4908080']) {
      expect(walk(utf8(bad), own)).toMatchObject([
        {
          ok: false,
          error: {
            code: 'wire/bad-text',
            message: 'texts',
            field: 'utf8',
            atByte: 23,
            sentence: 'texts.utf8 is not utf-8 (byte 23).',
          },
        },
      ]);
    }
    expect(walk('0000030200e9e900000000aabb', own)).toMatchObject([
      {
        ok: false,
        error: { code: 'wire/bad-text', field: 'code', sentence: 'fixed.code is not us-ascii (byte 5).' },
      },
    ]);
  });

  it('leaves out what was left out', () => {
    expect(walk('02000000000000000000000000000000', own)).toMatchObject([{ ok: true, value: {} }]);
    const [none] = walk('02000000000000000000000000000000', own);
    expect(none?.ok && Object.keys(none.value)).toEqual([]);
    expect(walk('02000107000000000000000000000000', own)).toMatchObject([{ ok: true, value: { level: 7 } }]);
  });

  it('accepts bits nobody uses, as upstream does', () => {
    expect(walk('0200fc00000000000000000000000000', own)).toMatchObject([{ ok: true }]);
    expect(walk('030007000000000000000003')).toMatchObject([{ ok: true, value: { charged: 1 } }]);
  });

  it('gives bytes of its own, whatever becomes of the batch', () => {
    const batch = Buffer.from('060001030000000000000003000000010203', 'hex');
    const [result] = [...walkRecords(schema, batch)];
    if (!result?.ok || result.id !== 'snapshot') return expect.fail('was not read');
    batch.fill(0);
    expect(result.value.state).toEqual(Uint8Array.of(1, 2, 3));
    expect(Buffer.isBuffer(result.value.state)).toBe(false);
  });

  it('refuses fields that make more of a tail than was sent', () => {
    const twice = '05000302000000000000000200000000000000020000006162';
    expect(walk(twice)).toMatchObject([
      { ok: false, error: { code: 'wire/outside-tail', message: 'post', field: 'blob', atByte: 15 } },
    ]);
    const halves = '050003020000000000000001000000010000000100000061ff';
    expect(walk(halves)).toMatchObject([{ ok: true, value: { text: 'a', blob: Uint8Array.of(0xff) } }]);
  });

  it('can be stopped', () => {
    for (const result of walkRecords(schema, bytesOf(`${fire}ff`))) {
      expect(result.ok).toBe(true);
      break;
    }
  });
});
