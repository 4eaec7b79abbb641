import { describe, expect, it } from 'vitest';
import { FrameClock } from '../../src/session/frame-clock.js';

describe('FrameClock', () => {
  /** Advances frame by frame and notes what fired when. */
  function played(
    frames: number,
    plan: (clock: FrameClock, note: (what: string) => () => void) => void,
  ): string[] {
    const clock = new FrameClock(60);
    const fired: string[] = [];
    plan(clock, (what) => () => fired.push(`${clock.frame} ${what}`));
    for (let frame = 1; frame <= frames; frame++) clock.advanceTo(frame);
    return fired;
  }

  it('fires by due frame, then by creation, never before its time', () => {
    const fired = played(12, (clock, note) => {
      clock.setTimeout(note('100 ms'), 100);
      clock.setTimeout(note('50 ms'), 50);
      clock.setTimeout(note('100 ms too'), 100);
      clock.setTimeout(note('a little more than 100 ms'), 100.001);
    });
    expect(fired).toEqual(['3 50 ms', '6 100 ms', '6 100 ms too', '7 a little more than 100 ms']);
  });

  it('a delay of nothing, or less, is a frame: a loop of them cannot hang', () => {
    expect(
      played(2, (clock, note) => {
        clock.setTimeout(note('zero'), 0);
        clock.setTimeout(note('negative'), -50);
      }),
    ).toEqual(['1 zero', '1 negative']);
  });

  it('a timer set while timers fire counts from the frame they fire in', () => {
    expect(
      played(10, (clock, note) => {
        clock.setTimeout(() => {
          note('outer')();
          clock.setTimeout(note('inner'), 50);
        }, 50);
      }),
    ).toEqual(['3 outer', '6 inner']);
  });

  it('a cleared timer does not fire, also when another of its frame clears it; clearing twice does nothing', () => {
    expect(
      played(6, (clock, note) => {
        let second = 0;
        clock.setTimeout(() => {
          note('first')();
          clock.clearTimeout(second);
          clock.clearTimeout(second);
        }, 50);
        second = clock.setTimeout(note('second'), 50);
        clock.setTimeout(note('third'), 50);
      }),
    ).toEqual(['3 first', '3 third']);
  });

  it('says when the next one is due', () => {
    const clock = new FrameClock(60);
    expect(clock.nextDueFrame).toBeUndefined();
    clock.setTimeout(() => {}, 1000);
    clock.setTimeout(() => {}, 500);
    expect(clock.nextDueFrame).toBe(30);
  });

  it('refuses to pass a timer over, an endless delay, and timers without end', () => {
    const clock = new FrameClock(60);
    clock.setTimeout(() => {}, 50);
    expect(() => clock.advanceTo(4)).toThrow('passed over');
    expect(() => clock.setTimeout(() => {}, Number.NaN)).toThrow('finite');
    expect(() => clock.setTimeout(() => {}, Number.POSITIVE_INFINITY)).toThrow('finite');
    expect(() => {
      for (let count = 0; count < 10_001; count++) clock.setTimeout(() => {}, 50);
    }).toThrow('timers are pending');
  });
});
