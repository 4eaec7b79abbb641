import { describe, expect, it } from 'vitest';
import { defineRecord } from '../../../src/protocol/record/define.js';
import { createRecordSchema, encodeRecord } from '../../../src/protocol/record/schema.js';
import { walkRecords } from '../../../src/protocol/record/walk.js';
import { bytesOf, fieldsOf, hexOf, recordVectors, schemaWith, vectorValue } from './vectors.js';

const cases = recordVectors.records.map((vector) => {
  const message = defineRecord(vector.message, fieldsOf(vector.layout));
  return {
    ...vector,
    declared: message,
    schema: schemaWith(message, vector.index),
    value: vectorValue(vector),
  };
});

/** As rounded by the wire. */
function onTheWire(value: Record<string, unknown>, layout: (typeof cases)[number]['layout']) {
  const rounded = layout.fields.map(({ name, kind }) => [
    name,
    kind === 'float32' ? Math.fround(Number(value[name])) : value[name],
  ]);
  return Object.fromEntries(rounded);
}

const wrapped = cases.filter(({ name }) => name === 'out of range ints wrap');
const reordered = cases.filter(({ name }) => name === 'post blob then text');
const plain = cases.filter((given) => !wrapped.includes(given) && !reordered.includes(given));

describe('record vectors', () => {
  it('are all used', () => {
    expect([plain.length, wrapped.length, reordered.length]).toEqual([13, 1, 1]);
  });

  it.each(plain)('$name: encodes to the bytes', ({ schema, declared, value, hex }) => {
    expect(hexOf(encodeRecord(schema, declared, value as never))).toBe(hex);
  });

  it.each([...plain, ...reordered])(
    '$name: decodes to the value',
    ({ schema, message, declared, value, layout, hex }) => {
      expect([...walkRecords(schema, bytesOf(hex))]).toEqual([
        { ok: true, id: message, message: declared, value: onTheWire(value, layout) },
      ]);
    },
  );

  it.each(plain)('$name: is refused at every shorter length', ({ schema, hex }) => {
    for (let length = 1; length < hex.length / 2; length++) {
      const results = [...walkRecords(schema, bytesOf(hex).subarray(0, length))];
      expect(results).toMatchObject([{ ok: false, error: { code: 'wire/too-short' } }]);
    }
  });

  it.each(reordered)('$name: is written in declaration order here', ({ schema, declared, value }) => {
    const inOrder = plain.find(({ name }) => name === 'post text then blob');
    expect(hexOf(encodeRecord(schema, declared, value as never))).toBe(inOrder?.hex);
  });

  it.each(wrapped)(
    '$name upstream; here the value is refused, and the low bits are the same bytes',
    (given) => {
      const { schema, declared, value, hex } = given;
      expect(() => encodeRecord(schema, declared, value as never)).toThrow(
        'expected an integer from 0 to 15, found 31',
      );
      const low = { u4: 31 & 15, u8: 511 & 255, i8: -128 };
      expect(hexOf(encodeRecord(schema, declared, low as never))).toBe(hex);
      expect([...walkRecords(schema, bytesOf(hex))]).toMatchObject([{ ok: true, value: low }]);
    },
  );

  it('stay the same bytes when fields and variables have other names', () => {
    for (const { declared, value, index, hex } of plain) {
      const names = Object.keys(declared.fields);
      const renamed = defineRecord(
        declared.id,
        Object.fromEntries(names.map((name, at) => [`x${at}`, declared.fields[name] as never])),
      );
      const renamedValue = Object.fromEntries(names.map((name, at) => [`x${at}`, value[name]]));
      expect(hexOf(encodeRecord(schemaWith(renamed, index), renamed, renamedValue as never))).toBe(hex);
    }
    expect(createRecordSchema([]).hash).toBe(0x811c9dc5);
  });
});
