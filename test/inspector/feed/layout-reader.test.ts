/** Messages are read by their layout texts as the code that wrote the texts reads them. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOf, layoutReader } from '../../../src/inspector/feed/layout-reader.js';
import { homeRunDerbyProtocol } from '../../../src/protocol/home-run-derby.js';
import { fieldsLayout } from '../../../src/protocol/layout.js';

const golden = JSON.parse(readFileSync('test/golden/messages/home-run-derby.json', 'utf8')) as {
  name: string;
  title: string;
  hex: string;
}[];
const layouts = homeRunDerbyProtocol.messages.map(({ layout }) => layout);

describe('layout texts', () => {
  it('are read back', () => {
    for (const layout of [...layouts, '', 'a:list(list(struct(b:u8-clamped c:when(d:f64)),3),255)']) {
      const fields = fieldsOf(layout);
      expect(fields && fieldsLayout(fields)).toBe(layout);
    }
  });

  it.each(golden)('read $name: $title', ({ name, hex }) => {
    const declaration = homeRunDerbyProtocol.byName(name);
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    const read = layoutReader([declaration?.id ?? -1, name, declaration?.layout ?? '?']);
    const decoded = homeRunDerbyProtocol.decode(bytes);
    expect(read?.(bytes)).toEqual({ ok: true, value: decoded.ok && decoded.decoded.value });
    const short = read?.(bytes.subarray(0, -1));
    if (bytes.length > 1) expect(short).toMatchObject({ ok: false });
  });

  it.each([
    'a',
    'a:',
    'a:u9',
    'a:u8 ',
    ' a:u8',
    'a:u8  b:u8',
    'a:u8 a:u8',
    'a:string',
    'a:string()',
    'a:list(u8)',
    'a:list(when(b:u8),2)',
    'a:list(struct(),9)',
    'a:when(b:u8) c:u8',
    'a:struct(b:u8',
    'a:u8)',
    '1a:u8',
    '__proto__:u8',
    `a:${'list('.repeat(40)}u8${',2)'.repeat(40)}`,
  ])('are refused when nobody would write them: %s', (layout) => {
    expect(fieldsOf(layout)).toBeUndefined();
  });

  it('never throw, however damaged', () => {
    const damaged = fc
      .tuple(fc.constantFrom(...layouts), fc.nat(), fc.string({ maxLength: 3 }))
      .map(([layout, at, text]) => {
        const place = at % (layout.length + 1);
        return layout.slice(0, place) + text + layout.slice(place + text.length);
      });
    fc.assert(
      fc.property(damaged, fc.uint8Array({ maxLength: 80 }), (layout, bytes) => {
        layoutReader([1, 'Some', layout])?.(bytes);
      }),
    );
  });
});
