/** Whatever a value is, what is told of it is bounded plain data with marks. */
import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plain } from '../../../src/game.js';
import { CUT_LIMITS, cut } from '../../../src/inspector/feed/cut.js';
import { findNotPlain } from '../../../src/session/plain.js';

const nodesOf = (value: Plain): number =>
  typeof value !== 'object' || value === null || value instanceof Uint8Array
    ? 1
    : Object.values(value).reduce<number>((sum, child) => sum + nodesOf(child as Plain), 1);

/** Throws on whatever it is asked. */
const hostile = (): object =>
  new Proxy(
    {},
    new Proxy(
      {},
      {
        get: () => () => {
          throw new Error('no');
        },
      },
    ),
  );

describe('cut', () => {
  it('keeps plain data as it is, in a copy', () => {
    const value = { a: [1, 'two', null, true, { b: Uint8Array.of(1, 2) }], c: {} };
    expect(cut(value)).toEqual(value);
    expect(cut(value)).not.toBe(value);
  });

  it.each<[string, unknown, Plain]>([
    ['undefined', undefined, '‹undefined›'],
    ['NaN', Number.NaN, '‹NaN›'],
    ['Infinity', -Infinity, '‹-Infinity›'],
    ['-0', -0, '‹-0›'],
    ['a function', () => 1, '‹function›'],
    ['a symbol', Symbol('s'), '‹Symbol(s)›'],
    ['a bigint', 12n, '‹12n›'],
    ['a Date', new Date(0), '‹Date 1970-01-01T00:00:00.000Z›'],
    ['a Date that is none', new Date(Number.NaN), '‹Date›'],
    ['an Error', new TypeError('bad'), '‹TypeError: bad›'],
    ['a Map', new Map([['a', 1]]), { '‹Map›': [['a', 1]] }],
    ['a Set', new Set([1, 2]), { '‹Set›': [1, 2] }],
    [
      'a class',
      new (class Foo {
        x = 1;
      })(),
      { '‹Foo›': { x: 1 } },
    ],
    ['floats', new Float32Array(3), '‹Float32Array›'],
    ['an object of no prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['a proxy that throws', hostile(), '‹unreadable›'],
    ['a revoked proxy', revoked(), '‹unreadable›'],
    ['a hole', new Array(1), ['‹hole›']],
    ['a name that readers refuse', JSON.parse('{"__proto__":1}'), { '‹__proto__›': 1 }],
  ])('marks %s', (_, value, expected) => {
    expect(cut(value)).toEqual(expected);
    expect(cut({ inside: [value] })).toEqual({ inside: [expected] });
  });

  it('marks cycles, and only those', () => {
    const twice = { a: 1 };
    const value: Record<string, unknown> = { one: twice, other: twice };
    value.self = value;
    expect(cut(value)).toEqual({ one: { a: 1 }, other: { a: 1 }, self: '‹cycle›' });
  });

  it('calls no getter', () => {
    let calls = 0;
    const value = {
      get bad() {
        calls++;
        throw new Error('no');
      },
    };
    expect(cut(value)).toEqual({ bad: '‹getter›' });
    expect(cut(Object.defineProperty([1], 0, { get: () => calls++, enumerable: true }))).toEqual([
      '‹getter›',
    ]);
    expect(calls).toBe(0);
  });

  it('names what is like an element or a window, and touches nothing of it', () => {
    let calls = 0;
    class Node {
      get parentNode() {
        calls++;
        return this;
      }
    }
    class Widget extends Node {
      child = new Node();
    }
    class Window_ {}
    for (let index = 0; index < 60; index++) {
      Object.defineProperty(Window_.prototype, `part${index}`, { get: () => calls++ });
    }
    expect(cut({ a: new Widget(), b: new Window_() })).toEqual({ a: '‹Widget›', b: '‹Window_›' });
    expect(calls).toBe(0);
  });

  it('cuts what is long, wide or deep, and says of how much', () => {
    expect(cut('x'.repeat(5000))).toBe(`${'x'.repeat(4096)}‹4,096 of 5,000 characters›`);
    expect(cut(`${'x'.repeat(4095)}😀`)).toBe(`${'x'.repeat(4095)}‹4,095 of 4,097 characters›`);
    expect((cut(new Array(10_000).fill(0)) as Plain[]).at(-1)).toBe('‹200 of 10,000 items›');
    expect(cut(new Array(2 ** 32 - 1))).toHaveLength(201);
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 0]));
    expect(cut(wide)).toMatchObject({ '‹more›': '‹200 of 300 fields›' });
    expect(cut(new Uint8Array(5000))).toBe('‹5,000 bytes›');
    expect(cut([[[[[[[[[1]]]]]]]]])).toEqual([[[[[[[['‹deeper›']]]]]]]]);
    const tree = (depth: number): unknown =>
      depth === 0 ? 1 : Array.from({ length: 50 }, () => tree(depth - 1));
    const limits = { ...CUT_LIMITS, nodes: 1_000 };
    expect(nodesOf(cut(tree(3), { limits }))).toBeLessThan(50 * 50 * 3);
    expect(JSON.stringify(cut(tree(3), { limits }))).toContain('‹more›');
  });

  it('never throws, and gives what msgpack takes', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withTypedArray: true,
      withSparseArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const plain = cut({ value });
        expect(findNotPlain(plain, 'it')).toBeUndefined();
        expect(encode(plain)).toBeInstanceOf(Uint8Array);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what the log could have, within the limits', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        // JSON has no -0, which a log has not either.
        const logged: unknown = JSON.parse(JSON.stringify(value));
        expect(cut(logged)).toEqual(logged);
      }),
    );
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
