import { expect, it } from 'vitest';
import { frameOf, HEADER, reelOf } from '../feeds.js';

it('tells a frame that steps back where the match had got to, so that every moment is found', () => {
  const reel = reelOf([
    HEADER,
    frameOf(10, [['count', 1]], { from: '' }),
    frameOf(4, [['count', 2]]),
    frameOf(12, [['count', 3]]),
  ]);
  expect(reel.steps.map(({ frame }) => frame)).toEqual([10, 10, 12]);
  expect([9, 10, 12].map((frame) => reel.stepAtFrame(frame))).toEqual([-1, 1, 2]);
});

it('knows an actor that never started by what its steps tell', () => {
  const reel = reelOf([HEADER, frameOf(1, [['count', 1]], { actor: 'ghost' })]);
  expect(reel.steps[0]?.before).toBeUndefined();
  expect(reel.actorAt('ghost', 0)).toMatchObject({
    state: 'on',
    context: { count: 1 },
    since: 1,
    arrival: 0,
  });
});
