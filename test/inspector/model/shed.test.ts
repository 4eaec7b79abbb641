import { describe, expect, it } from 'vitest';
import { Burden, PIECES_MAX } from '../../../src/inspector/page/model/burden.js';
import { Comparison } from '../../../src/inspector/page/model/compare.js';
import { landmarksOf } from '../../../src/inspector/page/model/landmarks.js';
import { fromFrameOn, lookAfter } from '../../../src/inspector/page/model/shed.js';
import { frameOf, longFeed, reelOf } from '../feeds.js';

const FEED = longFeed(1000, 'live');
/** Between the two: step 500 is in frame 1000. */
const CUT = 999;

describe('a reel from a frame on', () => {
  const whole = reelOf(FEED);
  const rest = fromFrameOn(whole, CUT);

  it('shows every moment it kept as the whole one does', () => {
    for (let step = 500; step < 1000; step++) {
      const look = { frame: step * 2, step };
      const after = lookAfter(whole, rest, look);
      expect(after.frame).toBe(look.frame);
      expect(rest.actorAt('counter', after.step)?.context).toEqual(whole.actorAt('counter', step)?.context);
    }
    expect(rest.firstFrame).toBe(CUT);
    expect(rest.lastFrame).toBe(whole.lastFrame);
    expect(rest.actorAt('counter', -1)?.context).toEqual({ count: 499 });
  });

  it('goes to its beginning for a moment that is gone', () => {
    expect(lookAfter(whole, rest, { frame: 10, step: 5 })).toEqual({ frame: CUT, step: -1 });
  });

  it('keeps the band that was open, and says that something was let go of', () => {
    expect(landmarksOf(rest).bandsOf('hundred')[0]).toMatchObject({ label: '400', from: CUT, to: 1000 });
    expect(landmarksOf(rest).troubles[0]?.label).toContain(`before frame ${CUT} is gone`);
  });

  it('keeps poses, links and gaps of its time only', () => {
    const links = { kind: 'links', links: [] } as const;
    const full = reelOf([
      ...FEED.slice(0, 10),
      { kind: 'superseded', message: 'Pose', frames: [2, 4, 6, 8], peers: [1, 2, 1, 2] },
      { ...links, frame: 4 },
      { ...links, frame: 7 },
      { kind: 'gap', frame: 3, missed: 1 },
      { kind: 'gap', frame: 8, missed: 1 },
    ]);
    const late = fromFrameOn(full, 6);
    expect(late.superseded.get('Pose')).toEqual({ frames: [6, 8], peers: [1, 2] });
    expect([late.links.map(({ frame }) => frame), late.gaps]).toEqual([[7], [8]]);
  });

  it('is the same as the whole one where both are known, and parts where they do', () => {
    expect(new Comparison(whole, rest).parting).toBeUndefined();
    const other = reelOf([...FEED, frameOf(3000, [['count', 1]])]);
    whole.append(frameOf(3000, [['count', 2]]));
    const late = fromFrameOn(whole, CUT);
    expect(new Comparison(other, late).parting?.look.frame).toBe(3000);
  });
});

it('lets go of half when too much is held, however long it goes on', () => {
  const burden = new Burden(100);
  const cuts: number[] = [];
  let first = 0;
  for (let frame = 0; frame < 10_000; frame++) {
    const kept = burden.add(50, frame);
    if (kept !== undefined) {
      cuts.push(kept);
      first = kept;
    }
    expect((frame - first) * 50).toBeLessThanOrEqual(PIECES_MAX * 100);
  }
  expect(cuts.length).toBeGreaterThan(100);
  expect(cuts).toEqual([...cuts].sort((a, b) => a - b));
});
