/** Marks drawn as one keep the sign that matters, and are gone through one by one. */
import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../src/inspector/page/model/landmarks.js';
import { leadOf, nextOf } from '../../../src/inspector/page/model/mark-groups.js';

const mark = (frame: number, glyph: string, rest: Partial<Mark> = {}): Mark => ({
  ...{ kind: 'seen', frame, step: frame, label: glyph, glyph, tone: 'good', ...rest },
});
const COUNTS: Readonly<Record<string, number>> = { '★': 20, '✓': 5, '✕': 9 };
const countOf = (glyph: string): number => COUNTS[glyph] ?? 1;

describe('marks drawn as one', () => {
  it('show the rarest sign that is not plain, and trouble before all', () => {
    const [star, check] = [mark(1, '★'), mark(2, '✓')];
    const out = mark(3, '✕', { tone: 'bad' });
    expect(leadOf([star, star, check, star], countOf)).toBe(check);
    expect(leadOf([star, out], countOf)).toBe(out);
    expect(leadOf([mark(1, '·', { tone: 'plain' }), star], countOf)).toBe(star);
    const [joined, notice] = [
      mark(4, '+', { kind: 'joined' }),
      mark(5, '✕', { kind: 'notice', tone: 'bad' }),
    ];
    expect(leadOf([joined, notice], countOf)).toBe(notice);
  });

  it('are gone through in order, also within a frame, and round', () => {
    const marks = [mark(5, 'a', { step: 2 }), mark(5, 'b', { step: 4 }), mark(9, 'c', { step: 7 })];
    const next = (frame: number, step: number) => nextOf(marks, { frame, step }, (one) => one.step)?.glyph;
    expect(next(0, -1)).toBe('a');
    expect(next(5, 2)).toBe('b');
    expect(next(5, 4)).toBe('c');
    expect(next(9, 7)).toBe('a');
    expect(nextOf([], { frame: 0, step: 0 }, () => 0)).toBeUndefined();
  });
});
