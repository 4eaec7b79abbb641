import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTap } from '../../src/streams/tap.js';

describe('a tap', () => {
  it('keeps nothing while nobody looks', () => {
    const tap = createTap<number>(4);
    expect(tap.active).toBe(false);
    tap.push(1);
    const reader = tap.open();
    expect(tap.active).toBe(true);
    expect(reader.read()).toEqual({ items: [], dropped: 0 });
  });

  it('gives each reader everything since its last read', () => {
    const tap = createTap<number>(4);
    const early = tap.open();
    tap.push(1);
    const late = tap.open();
    tap.push(2);
    expect(early.read()).toEqual({ items: [1, 2], dropped: 0 });
    tap.push(3);
    expect(early.read()).toEqual({ items: [3], dropped: 0 });
    expect(late.read()).toEqual({ items: [2, 3], dropped: 0 });
  });

  it('drops the oldest for a reader that falls behind, and says how many', () => {
    const tap = createTap<number>(3);
    const reader = tap.open();
    for (let n = 1; n <= 10; n += 1) tap.push(n);
    expect(reader.read()).toEqual({ items: [8, 9, 10], dropped: 7 });
    expect(reader.read()).toEqual({ items: [], dropped: 0 });
  });

  it('stops for the last reader that closes, once, and starts afresh for the next', () => {
    const tap = createTap<number>(3);
    const [one, two] = [tap.open(), tap.open()];
    tap.push(1);
    one.close();
    one.close();
    expect(tap.active).toBe(true);
    expect(one.read()).toEqual({ items: [], dropped: 0 });
    expect(two.read()).toEqual({ items: [1], dropped: 0 });
    two.close();
    expect(tap.active).toBe(false);
    tap.push(2);
    expect(tap.open().read()).toEqual({ items: [], dropped: 0 });
  });

  it('refuses a limit that is no count', () => {
    for (const limit of [0, -1, 1.5]) expect(() => createTap(limit)).toThrow('tap limit of at least 1');
  });
});

it('for all paces, items read plus items dropped are items pushed, in order', () => {
  const paces = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 30 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), paces, (limit, pushes) => {
      const tap = createTap<number>(limit);
      const reader = tap.open();
      let pushed = 0;
      let seen = 0;
      for (const count of pushes) {
        for (let n = 0; n < count; n += 1) tap.push(pushed++);
        const { items, dropped } = reader.read();
        seen += dropped;
        for (const item of items) expect(item).toBe(seen++);
        expect(dropped).toBe(Math.max(0, count - limit));
      }
      expect(seen).toBe(pushed);
    }),
  );
});
