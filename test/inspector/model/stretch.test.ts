/** What a timeline shows stays inside of the match, and what is too close is drawn as one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  around,
  panned,
  showing,
  visibleBands,
  visibleMarks,
  zoomed,
} from '../../../src/inspector/page/model/stretch.js';

const WHOLE = { from: 100, to: 1100 };
const band = (from: number, to: number | undefined) =>
  ({ row: 'r', label: `${from}`, tone: 'plain', from, to }) as const;
const mark = (frame: number) =>
  ({ kind: 'seen', frame, step: 0, label: `${frame}`, glyph: '★', tone: 'good' }) as const;

describe('a stretch', () => {
  it('keeps what is under the pointer where it is while it is zoomed', () => {
    expect(zoomed(WHOLE, 0.5, 600, WHOLE)).toEqual({ from: 350, to: 850 });
    expect(zoomed(WHOLE, 0.1, 100, WHOLE)).toEqual({ from: 100, to: 200 });
    expect(zoomed({ from: 100, to: 200 }, 100, 150, WHOLE)).toEqual(WHOLE);
  });

  it('never leaves the match', () => {
    const stretches = fc.tuple(fc.integer({ min: 100, max: 1000 }), fc.integer({ min: 20, max: 100 }));
    fc.assert(
      fc.property(stretches, fc.integer({ min: -3000, max: 3000 }), ([from, span], move) => {
        const stretch = { from, to: from + span };
        const results = [
          panned(stretch, move, WHOLE),
          zoomed(stretch, 1 + Math.abs(move) / 1000, move, WHOLE),
          around(stretch, WHOLE),
          showing(stretch, Math.min(1100, Math.max(100, move)), WHOLE),
        ];
        for (const result of results) {
          expect(result.from).toBeGreaterThanOrEqual(WHOLE.from);
          expect(result.to).toBeLessThanOrEqual(WHOLE.to);
          expect(result.to).toBeGreaterThan(result.from);
        }
      }),
    );
  });

  it('moves only when the frame to show is out of sight', () => {
    const stretch = { from: 200, to: 300 };
    expect(showing(stretch, 250, WHOLE)).toBe(stretch);
    expect(showing(stretch, 500, WHOLE)).toEqual({ from: 450, to: 550 });
  });

  it('shows bands that reach into it, an open one to the end', () => {
    const bands = [band(0, 100), band(100, 250), band(250, 400), band(400, undefined)];
    const seen = visibleBands(bands, { from: 200, to: 300 }, 1100, 1);
    expect(seen.map(({ from, to }) => [from, to])).toEqual([
      [100, 250],
      [250, 400],
    ]);
    expect(visibleBands(bands, { from: 900, to: 1000 }, 1100, 1)).toMatchObject([{ from: 400, to: 1100 }]);
  });

  it('draws so many bands and marks as there is room for, and loses none', () => {
    const bands = Array.from({ length: 5000 }, (_, index) => band(index, index + 1));
    const marks = bands.map(({ from }) => mark(from));
    const clusters = visibleBands(bands, { from: 0, to: 5000 }, 5000, 50);
    const groups = visibleMarks(marks, { from: 0, to: 5000 }, 50);
    for (const drawn of [clusters, groups]) {
      expect(drawn.length).toBeLessThanOrEqual(110);
      expect(drawn.reduce((sum, { members }) => sum + members.length, 0)).toBe(5000);
    }
  });
});
