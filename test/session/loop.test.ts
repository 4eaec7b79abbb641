/** The session's own loop: how often it wakes, how much it makes up for, and that loops wake together. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLoop } from '../../src/session/loop.js';

const clock = { now: () => performance.now() };
const FRAME_MS = 1000 / 60;

describe('the own loop', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('calls a frame for each sixtieth of a second, with its time', () => {
    const times: number[] = [];
    const loop = startLoop({ frameRate: 60, clock, frame: (nowMs) => times.push(nowMs) });
    vi.advanceTimersByTime(1000);
    loop.stop();
    const whole = times.map((nowMs) => Math.round(nowMs / FRAME_MS));
    expect(whole.at(-1)).toBeGreaterThanOrEqual(59);
    expect(new Set(whole).size).toBe(whole.length);
    expect(times.every((nowMs, index) => Math.abs(nowMs - (whole[index] ?? 0) * FRAME_MS) < 1e-6)).toBe(true);
  });

  it('wakes with every other loop of its rate, whenever they were started', () => {
    const wakings: number[][] = [[], []];
    const startOne = (index: number) =>
      startLoop({ frameRate: 60, clock, frame: () => wakings[index]?.push(clock.now()) });
    const first = startOne(0);
    vi.advanceTimersByTime(7);
    const second = startOne(1);
    vi.advanceTimersByTime(500);
    for (const loop of [first, second]) loop.stop();
    // The very first frame of a loop comes at once.
    expect(wakings[1]?.slice(1)).toEqual(wakings[0]?.slice(-(wakings[1]?.length ?? 0) + 1));
  });

  it('makes up for a quarter of a second at most', () => {
    const times: number[] = [];
    let stalledMs = 0;
    const stalling = { now: () => performance.now() + stalledMs };
    const loop = startLoop({ frameRate: 60, clock: stalling, frame: (nowMs) => times.push(nowMs) });
    vi.advanceTimersByTime(100);
    const before = times.at(-1) ?? 0;
    stalledMs = 60_000;
    vi.advanceTimersByTime(20);
    loop.stop();
    expect((times.at(-1) ?? 0) - before).toBeLessThan(250 + 3 * FRAME_MS);
  });

  it('leaves no timer when its frame stops it', () => {
    const loop = startLoop({ frameRate: 60, clock, frame: () => loop.stop() });
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
  });
});
