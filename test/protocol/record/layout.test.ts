import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../src/protocol/record/hash.js';
import { packRecord, type RecordLayout } from '../../../src/protocol/record/layout.js';
import { fieldsOf, hashVectors, hexOf, recordVectors, type VectorLayout } from './vectors.js';

/** A layout in the words of the vectors, as far as they say it. */
function inWords({ headBytes, maskBytes, tailLengthByte, places }: RecordLayout) {
  return {
    strideBytes: headBytes,
    maskBytes,
    tailLengthSlotByte: tailLengthByte ?? null,
    fields: places.map(({ name, byte, shift }) => ({ name, byte, shift })),
    signature: hexOf(Uint8Array.from(places.flatMap(({ field }) => signatureOf(field)))),
  };
}

function expected({ strideBytes, maskBytes, tailLengthSlotByte, fields, signature }: VectorLayout) {
  const places = fields.map(({ name, byte, lengthByte, slotByte, shift = 0 }) => ({
    name,
    byte: byte ?? lengthByte ?? slotByte,
    shift,
  }));
  return { strideBytes, maskBytes, tailLengthSlotByte, fields: places, signature };
}

const layouts = [
  ...recordVectors.packing.map(({ kinds, layout }) => ({ title: kinds.join(' '), layout })),
  ...recordVectors.records.map(({ name, layout }) => ({ title: name, layout })),
  ...hashVectors.flatMap(({ name, messages }) =>
    messages.map(({ id, layout }) => ({ title: `${name}: ${id}`, layout })),
  ),
];

describe('packing', () => {
  it('has the vectors', () => {
    expect(recordVectors.packing).toHaveLength(13);
    expect(layouts.length).toBeGreaterThan(40);
  });

  it.each(layouts)('$title', ({ layout }) => {
    expect(inWords(packRecord(fieldsOf(layout)))).toEqual(expected(layout));
  });
});
