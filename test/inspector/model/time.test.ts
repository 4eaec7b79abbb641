/** Frame time as people read it. */
import { describe, expect, it } from 'vitest';
import { clockTime, ticksOf } from '../../../src/inspector/page/model/time.js';

describe('frame time', () => {
  it('is minutes and seconds', () => {
    expect(clockTime(0)).toBe('0:00');
    expect(clockTime(59.96)).toBe('0:59');
    expect(clockTime(59.96, 1)).toBe('0:59.9');
    expect(clockTime(3 / 10, 1)).toBe('0:00.3');
    expect(clockTime(61.5, 1)).toBe('1:01.5');
    expect(clockTime(3600)).toBe('60:00');
  });

  it('has ticks at round times, no more than asked for', () => {
    const ticks = ticksOf({ from: 0, to: 7740 }, 60, 10);
    expect(ticks.map(({ label }) => label).slice(0, 3)).toEqual(['0:00', '0:15', '0:30']);
    expect(ticks[1]?.frame).toBe(900);
    for (const to of [20, 100, 10_000, 10_000_000])
      expect(ticksOf({ from: 0, to }, 60, 10).length, `to ${to}`).toBeLessThanOrEqual(11);
  });

  it('has ticks that are frames when it is looked at closely', () => {
    expect(ticksOf({ from: 100, to: 120 }, 60, 8).map(({ frame }) => frame)).toEqual([102, 108, 114, 120]);
  });
});
