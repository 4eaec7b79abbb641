import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SessionError } from '../../src/errors.js';
import { defineMessage, defineProtocol } from '../../src/protocol/define.js';
import {
  bool,
  f32,
  f64,
  i32,
  list,
  string,
  struct,
  u8,
  u16,
  vec2,
  vec3,
  when,
} from '../../src/protocol/field.js';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import type { WireProtocol } from '../../src/protocol/message.js';
import type { Message } from '../../src/protocol/typed-protocol.js';
import { valueArbitrary } from './arbitrary.js';

/** Shapes the Home Run Derby does not have: nested lists and structs, strings in a row, conditions within conditions. */
const awkward = defineMessage(
  200,
  'Awkward',
  {
    first: string({ bytesMax: 5 }),
    second: string({ bytesMax: 300 }),
    grid: list(list(u16, { countMax: 4 }), { countMax: 3 }),
    flags: list(bool, { countMax: 9 }),
    parts: list(
      struct({
        at: f64,
        label: string({ bytesMax: 40 }),
        more: when({
          where: vec2,
          deep: when({ tail: i32, names: list(string({ bytesMax: 9 }), { countMax: 3 }) }),
        }),
      }),
      { countMax: 5 },
    ),
    inner: struct({ hands: list(struct({ hand: vec3, grip: u8 }), { countMax: 4 }), weight: f32 }),
    last: when({ reason: string({ bytesMax: 20 }) }),
  },
  { from: 'host', to: 'clients' },
);

const messages: readonly Message[] = [...homeRunDerbyProtocol.messages, awkward];
const generated: WireProtocol = defineProtocol({ name: 'TEST', messages, codec: 'generated' });
const closure: WireProtocol = defineProtocol({ name: 'TEST', messages, codec: 'closure' });

function codeOf(run: () => unknown): string {
  try {
    return `ok ${JSON.stringify(run())}`;
  } catch (error) {
    if (error instanceof SessionError) return `${error.code} ${error.message}`;
    throw error;
  }
}

describe.each(messages)('the two codecs of $name', ({ id, name, fields, bytesMin, bytesMax }) => {
  it('write the same bytes, and read back the same value', () => {
    fc.assert(
      fc.property(valueArbitrary(fields), (value) => {
        const bytes = generated.encode(name, value);
        expect(closure.encode(name, value)).toEqual(bytes);
        expect(bytes[0]).toBe(id);
        expect(bytes.length).toBeGreaterThanOrEqual(bytesMin);
        expect(bytes.length).toBeLessThanOrEqual(bytesMax);
        for (const protocol of [generated, closure]) {
          expect(protocol.decode(bytes)).toEqual({ ok: true, decoded: { id, name, value } });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('answer every truncation, extension and flipped byte the same way', () => {
    const damage = fc.record({
      cut: fc.nat(),
      at: fc.nat(),
      byte: fc.oneof(fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xff), fc.nat(255)),
      how: fc.constantFrom('cut', 'extend', 'flip'),
    });
    fc.assert(
      fc.property(valueArbitrary(fields), damage, (value, { cut, at, byte, how }) => {
        const whole = generated.encode(name, value);
        const bytes = how === 'extend' ? Uint8Array.of(...whole, byte) : whole;
        if (how === 'flip' && bytes.length > 1) bytes[1 + (at % (bytes.length - 1))] = byte;
        const damaged = how === 'cut' ? bytes.subarray(0, cut % bytes.length) : bytes;
        const result = generated.decode(damaged);
        expect(closure.decode(damaged)).toEqual(result);
        if (how !== 'flip') expect(result.ok).toBe(false);
        if (result.ok) expect(generated.encode(name, result.decoded.value)).toEqual(damaged);
      }),
      { numRuns: 150 },
    );
  });

  it('refuse the same values with the same sentence', () => {
    const wrong = fc.oneof(
      fc.constantFrom(undefined, null, Number.NaN, Infinity, -1, 0.5, 256, 65_536, 2 ** 31, 3.5e38, '\ud800'),
      fc.constantFrom<unknown>(1n, 'x'.repeat(600), 'ß'.repeat(40), [], [1], [1, 2, 3, 4], {}, true, () => 1),
      fc.array(fc.constant(0), { minLength: 256, maxLength: 256 }),
    );
    fc.assert(
      fc.property(valueArbitrary(fields), fc.nat(), wrong, (value, at, bad) => {
        const names = [...Object.keys(value), 'unheardOf'];
        const mutated = { ...value, [names[at % names.length] ?? '']: bad };
        expect(codeOf(() => closure.encode(name, mutated))).toBe(
          codeOf(() => generated.encode(name, mutated)),
        );
      }),
      { numRuns: 150 },
    );
  });
});
