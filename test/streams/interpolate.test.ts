import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lerp, lerpVector, slerp, type Vector3 } from '../../src/streams/interpolate.js';

const X = { x: 1, y: 0, z: 0 };
const Y = { x: 0, y: 1, z: 0 };

function expectClose(found: Vector3, expected: Vector3): void {
  for (const axis of ['x', 'y', 'z'] as const) expect(found[axis], axis).toBeCloseTo(expected[axis], 9);
}

function angleBetween(a: Vector3, b: Vector3): number {
  const cosine =
    (a.x * b.x + a.y * b.y + a.z * b.z) / (Math.hypot(a.x, a.y, a.z) * Math.hypot(b.x, b.y, b.z));
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}

describe('lerp', () => {
  it('is exact at both ends and straight between', () => {
    expect([lerp(0.1, 0.7, 0), lerp(0.1, 0.7, 1), lerp(2, 6, 0.25)]).toEqual([0.1, 0.7, 3]);
  });

  it('takes vectors axis by axis, of two or three', () => {
    expect(lerpVector({ x: 0, y: 2 }, { x: 4, y: 4 }, 0.5)).toEqual({ x: 2, y: 3 });
    expect(lerpVector({ x: 0, y: 2, z: 8 }, { x: 4, y: 4, z: 0 }, 0.25)).toEqual({ x: 1, y: 2.5, z: 6 });
  });
});

describe('slerp', () => {
  it('goes along the arc, not the chord', () => {
    expectClose(slerp(X, Y, 0.5), { x: Math.SQRT1_2, y: Math.SQRT1_2, z: 0 });
    expectClose(slerp(X, Y, 1 / 3), { x: Math.cos(Math.PI / 6), y: Math.sin(Math.PI / 6), z: 0 });
  });

  it('turns opposite directions through a square one, whichever they are', () => {
    for (const a of [X, Y, { x: 0, y: 0, z: 1 }, { x: -0.6, y: 0, z: 0.8 }]) {
      const b = { x: -a.x, y: -a.y, z: -a.z };
      const half = slerp(a, b, 0.5);
      expect(angleBetween(a, half)).toBeCloseTo(Math.PI / 2, 9);
      expect(Math.hypot(half.x, half.y, half.z)).toBeCloseTo(1, 9);
      expectClose(slerp(a, b, 1), b);
    }
  });

  it('stays put between equal directions and falls back to a line from a zero vector', () => {
    expectClose(slerp(X, X, 0.3), X);
    expectClose(slerp({ x: 0, y: 0, z: 0 }, Y, 0.5), { x: 0, y: 0.5, z: 0 });
  });

  it('for all directions, keeps the ends, the length and an even pace', () => {
    const component = fc.double({ min: -1, max: 1, noNaN: true });
    const vector = fc
      .record({ x: component, y: component, z: component })
      .filter(({ x, y, z }) => Math.hypot(x, y, z) > 0.01);
    fc.assert(
      fc.property(vector, vector, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, t) => {
        const whole = angleBetween(a, b);
        const found = slerp(a, b, t);
        const length = lerp(Math.hypot(a.x, a.y, a.z), Math.hypot(b.x, b.y, b.z), t);
        expectClose(slerp(a, b, 0), a);
        expect(Math.hypot(found.x, found.y, found.z)).toBeCloseTo(length, 5);
        expect(angleBetween(a, found)).toBeCloseTo(whole * t, 4);
      }),
    );
  });
});
