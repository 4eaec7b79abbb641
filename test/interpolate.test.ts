import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lerp, lerpVector2, lerpVector3, slerp, type Vector3 } from '../src/interpolate.js';

const X: Vector3 = [1, 0, 0];
const Y: Vector3 = [0, 1, 0];

function expectClose(found: Vector3, expected: Vector3): void {
  for (const axis of [0, 1, 2] as const) expect(found[axis], `axis ${axis}`).toBeCloseTo(expected[axis], 9);
}

function angleBetween(a: Vector3, b: Vector3): number {
  const cosine = (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / (Math.hypot(...a) * Math.hypot(...b));
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}

describe('lerp', () => {
  it('is exact at both ends and straight between', () => {
    expect([lerp(0.1, 0.7, 0), lerp(0.1, 0.7, 1), lerp(2, 6, 0.25)]).toEqual([0.1, 0.7, 3]);
  });

  it('takes vectors axis by axis, of two or three', () => {
    expect(lerpVector2([0, 2], [4, 4], 0.5)).toEqual([2, 3]);
    expect(lerpVector3([0, 2, 8], [4, 4, 0], 0.25)).toEqual([1, 2.5, 6]);
  });
});

describe('slerp', () => {
  it('goes along the arc, not the chord', () => {
    expectClose(slerp(X, Y, 0.5), [Math.SQRT1_2, Math.SQRT1_2, 0]);
    expectClose(slerp(X, Y, 1 / 3), [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6), 0]);
  });

  it('turns opposite directions through a square one, whichever they are', () => {
    for (const a of [X, Y, [0, 0, 1], [-0.6, 0, 0.8]] as readonly Vector3[]) {
      const b: Vector3 = [-a[0], -a[1], -a[2]];
      const half = slerp(a, b, 0.5);
      expect(angleBetween(a, half)).toBeCloseTo(Math.PI / 2, 9);
      expect(Math.hypot(...half)).toBeCloseTo(1, 9);
      expectClose(slerp(a, b, 1), b);
    }
  });

  it('stays put between equal directions and falls back to a line from a zero vector', () => {
    expectClose(slerp(X, X, 0.3), X);
    expectClose(slerp([0, 0, 0], Y, 0.5), [0, 0.5, 0]);
  });

  it('for all directions, keeps the ends, the length and an even pace', () => {
    const component = fc.double({ min: -1, max: 1, noNaN: true });
    const vector = fc.tuple(component, component, component).filter((axes) => Math.hypot(...axes) > 0.01);
    fc.assert(
      fc.property(vector, vector, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, t) => {
        const whole = angleBetween(a, b);
        const found = slerp(a, b, t);
        const length = lerp(Math.hypot(...a), Math.hypot(...b), t);
        expectClose(slerp(a, b, 0), a);
        expect(Math.hypot(...found)).toBeCloseTo(length, 5);
        expect(angleBetween(a, found)).toBeCloseTo(whole * t, 4);
      }),
    );
  });
});
