import { describe, expect, it } from 'vitest';
import { defineRecord } from '../../../src/protocol/record/define.js';
import { recordSchemaBytes } from '../../../src/protocol/record/hash.js';
import { bytes, float32, optional, string, uint8 } from '../../../src/protocol/record/kind.js';
import { createRecordSchema } from '../../../src/protocol/record/schema.js';
import { fieldsOf, hashVectors, hexOf } from './vectors.js';

describe('the schema hash', () => {
  it('has the vectors', () => {
    expect(hashVectors).toHaveLength(19);
  });

  it.each(hashVectors)('$name', ({ messages, hashedBytes, schemaHash, schemaHashDecimal }) => {
    const declared = messages.map(({ id, layout, target, channel }) =>
      defineRecord(id, fieldsOf(layout), { to: target, delivery: channel }),
    );
    expect(declared.map((message) => hexOf(recordSchemaBytes([message])))).toEqual(
      messages.map((message) => message.hashedBytes),
    );
    expect(hexOf(recordSchemaBytes(declared))).toBe(hashedBytes);
    const { hash } = createRecordSchema(declared);
    expect(hash).toBe(schemaHashDecimal);
    expect(`0x${hash.toString(16).padStart(8, '0')}`).toBe(schemaHash);
  });

  it('does not change when a field is renamed or may be left out', () => {
    const hashOf = (...args: Parameters<typeof defineRecord>) =>
      createRecordSchema([defineRecord(...args)]).hash;
    const hash = hashOf('move', { x: float32, note: string(), data: bytes });
    expect(hashOf('move', { a: float32, b: string(), c: bytes })).toBe(hash);
    expect(hashOf('move', { x: optional(float32), note: optional(string()), data: optional(bytes) })).toBe(
      hash,
    );
    expect(hashOf('move', { x: float32, note: string('us-ascii'), data: bytes })).not.toBe(hash);
  });

  it('keeps the low bits of a count and a size no byte of it can hold', () => {
    const many = Object.fromEntries(Array.from({ length: 258 }, (_, at) => [`f${at}`, uint8]));
    expect([...recordSchemaBytes([defineRecord('m', many)])].slice(2, 5)).toEqual([2, 1, 2]);
  });
});
