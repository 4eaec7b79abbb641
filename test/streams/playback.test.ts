import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lerp } from '../../src/interpolate.js';
import { Playback, type PlaybackNumbers } from '../../src/streams/playback.js';

interface Pose {
  readonly t: number;
  readonly aim: number;
}

interface Play {
  readonly t: number;
  readonly name: string;
}

function create(numbers: Partial<PlaybackNumbers> = {}): Playback<Pose, Play> {
  return new Playback({
    ...numbers,
    timeOf: (message) => message.t,
    interpolate: (a, b, t) => ({ t: lerp(a.t, b.t, t), aim: lerp(a.aim, b.aim, t) }),
  });
}

function pose(t: number, aim = t): Pose {
  return { t, aim };
}

describe('the offset', () => {
  it('is unknown before the first message, then that message’s delay plus 0.15 s', () => {
    const playback = create();
    expect(playback.offsetSeconds).toBeUndefined();
    expect(playback.delayedTime(50)).toBeUndefined();
    playback.addPose(pose(100), 40);
    expect(playback.offsetSeconds).toBeCloseTo(-59.85, 12);
    expect(playback.delayedTime(40)).toBeCloseTo(99.85, 12);
  });

  it('is taken down at once', () => {
    const playback = create();
    playback.addPose(pose(1), 2);
    playback.addPose(pose(1.5), 1.6);
    expect(playback.offsetSeconds).toBeCloseTo(0.25, 12);
  });

  it('is let up by at most 0.002 s a message, by events as by poses', () => {
    const playback = create();
    playback.addPose(pose(1), 1);
    playback.addPose(pose(2), 2.5);
    expect(playback.offsetSeconds).toBeCloseTo(0.152, 12);
    playback.addEvent({ t: 3, name: 'pitch' }, 3.5);
    expect(playback.offsetSeconds).toBeCloseTo(0.154, 12);
    playback.addPose(pose(4), 4.005);
    expect(playback.offsetSeconds).toBeCloseTo(0.155, 12);
  });

  it('creeps up about 0.06 s a second at 30 poses a second when the link gets slower', () => {
    const playback = create();
    playback.addPose(pose(0), 0);
    for (let n = 1; n <= 30; n += 1) playback.addPose(pose(n / 30), n / 30 + 0.4);
    expect(playback.offsetSeconds).toBeCloseTo(0.21, 9);
  });
});

describe('poses', () => {
  it('are interpolated between the two around the delayed time', () => {
    const playback = create();
    playback.addPose(pose(1, 10), 1);
    playback.addPose(pose(2, 20), 2);
    expect(playback.poseAt(1.4)?.aim).toBeCloseTo(12.5, 9);
    expect(playback.poseAt(1.15)?.aim).toBeCloseTo(10, 9);
  });

  it('are held at the ends, and there is none before the first', () => {
    const playback = create();
    expect(playback.poseAt(1)).toBeUndefined();
    playback.addEvent({ t: 0, name: 'begin' }, 0);
    expect(playback.poseAt(1)).toBeUndefined();
    playback.addPose(pose(1, 10), 1);
    playback.addPose(pose(2, 20), 2);
    expect(playback.poseAt(0)?.aim).toBe(10);
    expect(playback.poseAt(99)?.aim).toBe(20);
  });

  it('are put in order when they come out of order, and one of the same time takes the place of the other', () => {
    const playback = create();
    playback.addPose(pose(3, 30), 3);
    playback.addPose(pose(1, 10), 3);
    playback.addPose(pose(2, 99), 3);
    playback.addPose(pose(2, 20), 3);
    expect(playback.size.poses).toBe(3);
    const at = (time: number) => playback.poseAt(time + (playback.offsetSeconds ?? 0))?.aim;
    expect(at(1.5)).toBeCloseTo(15, 9);
    expect(at(2.5)).toBeCloseTo(25, 9);
  });

  it('are kept for 3 s, and an older one is not taken', () => {
    const playback = create();
    for (const t of [1, 2, 3, 4]) playback.addPose(pose(t), t);
    expect(playback.size.poses).toBe(4);
    playback.addPose(pose(4.5), 4.5);
    expect(playback.size.poses).toBe(4);
    expect(playback.poseAt(0)?.t).toBe(2);
    expect(playback.addPose(pose(1.4), 4.5)).toBe(false);
    expect(playback.addPose(pose(1.5), 4.5)).toBe(true);
  });

  it('are bounded however many claim the same second', () => {
    const playback = create();
    for (let n = 0; n < 2000; n += 1) playback.addPose(pose(5 + n / 4096), 5);
    expect(playback.size.poses).toBe(512);
    expect(playback.poseAt(0)?.t).toBe(5 + 1488 / 4096);
  });

  it('without a finite time change nothing', () => {
    const playback = create();
    for (const t of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(playback.addPose(pose(t), 1)).toBe(false);
      expect(playback.addEvent({ t, name: 'pitch' }, 1)).toBe(false);
    }
    expect(playback.offsetSeconds).toBeUndefined();
    expect(playback.size).toEqual({ poses: 0, events: 0 });
  });
});

describe('events', () => {
  it('are due when the delayed time comes, and taken once', () => {
    const playback = create();
    playback.addEvent({ t: 10, name: 'pitch' }, 4);
    expect(playback.takeDue(4.149)).toBeUndefined();
    expect(playback.peekDue(4.151)?.name).toBe('pitch');
    expect(playback.takeDue(4.151)?.name).toBe('pitch');
    expect(playback.takeDue(9)).toBeUndefined();
  });

  it('play in order, one behind another even when stamped earlier', () => {
    const playback = create();
    for (const [t, name] of [
      [10, 'pitch'],
      [10.4, 'swing'],
      [10.3, 'result'],
    ] as const) {
      playback.addEvent({ t, name }, t);
    }
    expect(playback.takeDue(10.3)?.name).toBe('pitch');
    expect(playback.takeDue(10.5)).toBeUndefined();
    expect([playback.takeDue(10.7)?.name, playback.takeDue(10.7)?.name]).toEqual(['swing', 'result']);
  });

  it('are bounded, and one without room says so', () => {
    const playback = create({ eventsMax: 2 });
    const added = ['a', 'b', 'c'].map((name) => playback.addEvent({ t: 1, name }, 1));
    expect(added).toEqual([true, true, false]);
    expect(playback.size.events).toBe(2);
  });
});

it('forgets the last batter’s clock, poses and events at a new turn', () => {
  const playback = create();
  playback.addPose(pose(500), 1);
  playback.addEvent({ t: 500, name: 'pitch' }, 1);
  playback.reset();
  expect(playback.size).toEqual({ poses: 0, events: 0 });
  expect(playback.poseAt(2)).toBeUndefined();
  playback.addPose(pose(7), 2);
  expect(playback.offsetSeconds).toBeCloseTo(-4.85, 12);
});

/** A batter's 30 messages a second, each late by 0–0.5 s, in order of arrival; every tenth is an event. */
const arrivals = fc
  .array(fc.double({ min: 0, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 150 })
  .map((delays) => delays.map((delay, n) => ({ t: n / 30, at: n / 30 + delay, isEvent: n % 10 === 0 })))
  .map((messages) => messages.sort((a, b) => a.at - b.at));

describe('for all delays', () => {
  it('the offset is never below the least delay plus buffer, and falls behind it by no more than it relaxed', () => {
    fc.assert(
      fc.property(arrivals, (messages) => {
        const playback = create();
        let least = Number.POSITIVE_INFINITY;
        messages.forEach(({ t, at }, count) => {
          playback.addPose(pose(t), at);
          least = Math.min(least, at - t);
          const above = (playback.offsetSeconds ?? Number.NaN) - (least + 0.15);
          expect(above).toBeGreaterThanOrEqual(-1e-9);
          expect(above).toBeLessThanOrEqual(0.002 * count + 1e-9);
        });
      }),
    );
  });

  it('while no message comes, later shows a later pose, and events come out as they went in, none early', () => {
    fc.assert(
      fc.property(arrivals, (messages) => {
        const playback = create();
        const added: Play[] = [];
        for (const { t, at, isEvent } of messages) {
          const event = { t, name: `event ${t}` };
          if (!isEvent) playback.addPose(pose(t), at);
          else if (playback.addEvent(event, at)) added.push(event);
        }
        const end = messages.reduce((latest, { at }) => Math.max(latest, at), 0);
        const taken: Play[] = [];
        let shown = Number.NEGATIVE_INFINITY;
        for (let now = 0; now <= end + 2; now += 1 / 60) {
          const time = playback.poseAt(now)?.t ?? shown;
          expect(time).toBeGreaterThanOrEqual(shown - 1e-9);
          shown = time;
          for (let due = playback.takeDue(now); due !== undefined; due = playback.takeDue(now)) {
            expect(due.t).toBeLessThanOrEqual(playback.delayedTime(now) ?? Number.NaN);
            taken.push(due);
          }
        }
        expect(taken).toEqual(added);
        expect(taken.length).toBeGreaterThan(0);
      }),
    );
  });
});
