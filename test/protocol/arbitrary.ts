/** Test data from declarations: any valid value of a field kind (as it comes back from the wire), for fast-check. */
import fc from 'fast-check';
import type { FieldKind, Fields } from '../../src/protocol/field.js';
import { utf8Length } from '../../src/protocol/utf8.js';

const numbers = {
  u8: fc.integer({ min: 0, max: 255 }),
  u16: fc.integer({ min: 0, max: 65_535 }),
  i32: fc.integer(),
  f32: fc.float({ noNaN: true, noDefaultInfinity: true }),
  f64: fc.double({ noNaN: true, noDefaultInfinity: true }),
} as const;

/** Any value of `fields`. */
export function valueArbitrary(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const plain: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, kind] of Object.entries(fields)) {
    if (kind.kind !== 'when') plain[name] = kindArbitrary(kind);
  }
  const base = fc.record(plain, { noNullPrototype: true });
  const [flag, conditional] = Object.entries(fields).find(([, kind]) => kind.kind === 'when') ?? [];
  if (flag === undefined || conditional?.kind !== 'when') return base;
  const present = valueArbitrary(conditional.fields).map((more) => ({ [flag]: true, ...more }));
  return fc.tuple(base, fc.oneof(present, fc.constant({ [flag]: false }))).map(([a, b]) => ({ ...a, ...b }));
}

function kindArbitrary(kind: Exclude<FieldKind, { kind: 'when' }>): fc.Arbitrary<unknown> {
  switch (kind.kind) {
    case 'bool':
      return fc.boolean();
    case 'string':
      return fc
        .oneof(
          fc.string({ maxLength: kind.bytesMax }),
          fc.string({ unit: 'binary', maxLength: kind.bytesMax }),
        )
        .filter((text) => utf8Length(text) <= kind.bytesMax);
    case 'vec2':
      return fc.tuple(numbers.f32, numbers.f32);
    case 'vec3':
      return fc.tuple(numbers.f32, numbers.f32, numbers.f32);
    case 'list':
      return fc.array(kindArbitrary(kind.item), { maxLength: kind.countMax });
    case 'struct':
      return valueArbitrary(kind.fields);
    default:
      return numbers[kind.kind];
  }
}
