/** A match is walked through by its steps, its frames, its marks and its rows, on and back. */
import { describe, expect, it } from 'vitest';
import { lookAtFrame, lookAtStep, moved, unitsOf } from '../../../src/inspector/page/model/units.js';
import { longFeed, reelOf } from '../feeds.js';

describe('units', () => {
  /** 300 steps, two frames apart; bands at 0, 200 and 400; marks at 50, 150, … */
  const reel = reelOf(longFeed(300));

  it('are the small ones, then the rows from the inner to the outer', () => {
    expect(unitsOf(reel).map(({ id }) => id)).toEqual(['step', 'frame', 'mark', 'row:hundred']);
  });

  it('move by one, and back to the same moment', () => {
    const start = lookAtFrame(reel, 200);
    expect(moved(reel, start, 'step', 1)).toEqual({ frame: 202, step: 101 });
    expect(moved(reel, start, 'frame', 1)).toEqual({ frame: 201, step: 100 });
    expect(moved(reel, start, 'mark', 1)).toEqual({ frame: 250, step: 125 });
    expect(moved(reel, start, 'row:hundred', 1)).toEqual({ frame: 400, step: 200 });
    for (const unit of ['step', 'frame', 'row:hundred'])
      expect(moved(reel, moved(reel, start, unit, 1), unit, -1), unit).toEqual(start);
  });

  it('go back to the last step when the moment is after it', () => {
    expect(moved(reel, { frame: 201, step: 100 }, 'step', -1)).toEqual({ frame: 200, step: 100 });
  });

  it('end at the ends', () => {
    expect(moved(reel, { frame: 0, step: -1 }, 'step', -1)).toEqual({ frame: 0, step: -1 });
    expect(moved(reel, lookAtStep(reel, 299), 'step', 1)).toEqual({ frame: 598, step: 299 });
    expect(moved(reel, lookAtFrame(reel, 500), 'row:hundred', 1).frame).toBe(598);
    expect(lookAtFrame(reel, 1e9).step).toBe(299);
    expect(lookAtStep(reel, -7)).toEqual({ frame: 0, step: -1 });
  });
});
