/** Test data for fast-check: any declaration, and any value of one as it comes back from the wire. */
import fc from 'fast-check';
import { defineRecord, type RecordMessage } from '../../../src/protocol/record/define.js';
import * as kinds from '../../../src/protocol/record/kind.js';

const encodings = fc.constantFrom('utf-8', 'iso-8859-1', 'us-ascii');
const capacities = fc.integer({ min: 1, max: 40 });

const kind: fc.Arbitrary<kinds.RecordKind> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(kinds.uint1, kinds.uint2, kinds.uint4) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[kinds.uint8, kinds.uint16, kinds.uint32, kinds.int8, kinds.int16, kinds.int32],
      ...[kinds.int64, kinds.entity, kinds.float32, kinds.float64],
    ),
  },
  { weight: 2, arbitrary: encodings.map(kinds.string) },
  { weight: 2, arbitrary: fc.constant(kinds.bytes) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(capacities, encodings)
      .map(([bytesMax, encoding]) => kinds.fixedString(bytesMax, encoding)),
  },
  { weight: 2, arbitrary: capacities.map(kinds.fixedBytes) },
);

const field: fc.Arbitrary<kinds.RecordField> = fc.oneof(
  { weight: 3, arbitrary: kind },
  { weight: 1, arbitrary: kind.map(kinds.optional) },
);

/** Declarations with ids of their own: none to 20 fields each, so that the written mask has none to three bytes. */
export const messages: fc.Arbitrary<readonly RecordMessage[]> = fc
  .array(fc.array(field, { maxLength: 20 }), { minLength: 1, maxLength: 4 })
  .map((declared) =>
    declared.map((fields, at) =>
      defineRecord(`m${at}`, Object.fromEntries(fields.map((one, index) => [`f${index}`, one]))),
    ),
  );

/** Any value of `message`. */
export function valueArbitrary(message: RecordMessage): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(message.fields);
  const arbitraries = Object.fromEntries(entries.map(([name, one]) => [name, fieldArbitrary(one)]));
  const requiredKeys = entries.filter(([, one]) => one.optional !== true).map(([name]) => name);
  return fc.record(arbitraries, { requiredKeys, noNullPrototype: true });
}

function fieldArbitrary(given: kinds.RecordField): fc.Arbitrary<unknown> {
  switch (given.kind) {
    case 'uint1':
    case 'uint2':
    case 'uint4':
    case 'uint8':
    case 'uint16':
    case 'uint32':
      return fc.integer({ min: 0, max: 2 ** Number(given.kind.slice(4)) - 1 });
    case 'int8':
    case 'int16':
    case 'int32': {
      const half = 2 ** (Number(given.kind.slice(3)) - 1);
      return fc.integer({ min: -half, max: half - 1 });
    }
    case 'int64':
    case 'entity':
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case 'float32':
      return fc.float();
    case 'float64':
      return fc.double();
    case 'string':
      return textArbitrary(given.encoding, 60);
    case 'fixedString':
      return textArbitrary(given.encoding, given.bytesMax);
    case 'bytes':
      return fc.uint8Array({ maxLength: 60 });
    case 'fixedBytes':
      return fc.uint8Array({ maxLength: given.bytesMax });
  }
}

function textArbitrary(encoding: kinds.TextEncoding, bytesMax: number): fc.Arbitrary<string> {
  if (encoding === 'utf-8') {
    const text = fc.string({ unit: 'binary', maxLength: bytesMax });
    return text.filter((given) => new TextEncoder().encode(given).length <= bytesMax);
  }
  const unit = fc.integer({ min: 0, max: encoding === 'us-ascii' ? 0x7f : 0xff });
  return fc.array(unit, { maxLength: bytesMax }).map((units) => String.fromCharCode(...units));
}
