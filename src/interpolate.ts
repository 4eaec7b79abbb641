/**
 * Leaf: the three ways between two samples: straight for a number, straight for a vector, along the arc for a direction.
 *
 * Pure and of no game. For drawing only: results hang on the platform's sine, so nothing that is logged or decided may
 * come from here.
 */

/** Two axes, as messages carry them. */
export type Vector2 = readonly [x: number, y: number];
/** Three axes, as messages carry them. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** The number `t` (0 to 1) of the way from `a` to `b`; exact at both ends. */
export function lerp(a: number, b: number, t: number): number {
  return t === 1 ? b : a + (b - a) * t;
}

/** {@link lerp} on both axes. */
export function lerpVector2(a: Vector2, b: Vector2, t: number): Vector2 {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t)];
}

/** {@link lerp} on each axis. */
export function lerpVector3(a: Vector3, b: Vector3, t: number): Vector3 {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)];
}

/** Below this sine of the angle between two directions the arc is not defined well enough to divide by. */
const SINE_MIN = 1e-6;

/**
 * The direction `t` (0 to 1) of the way along the arc from `a` to `b`, at even angular speed; lengths are lerped.
 * Opposite directions turn about an axis square to `a`; a zero vector has no direction, then this is {@link lerpVector3}.
 */
export function slerp(a: Vector3, b: Vector3, t: number): Vector3 {
  const lengthA = Math.hypot(...a);
  const lengthB = Math.hypot(...b);
  if (lengthA === 0 || lengthB === 0) return lerpVector3(a, b, t);
  const from = scaled(a, 1 / lengthA);
  const to = scaled(b, 1 / lengthB);
  const cosine = Math.min(1, Math.max(-1, dot(from, to)));
  const angle = Math.acos(cosine);
  const sine = Math.sin(angle);
  const length = lerp(lengthA, lengthB, t);
  if (sine >= SINE_MIN) {
    return sum(from, (Math.sin((1 - t) * angle) / sine) * length, to, (Math.sin(t * angle) / sine) * length);
  }
  if (cosine > 0) return lerpVector3(a, b, t);
  return sum(from, Math.cos(t * Math.PI) * length, squareTo(from), Math.sin(t * Math.PI) * length);
}

function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function scaled(a: Vector3, by: number): Vector3 {
  return [a[0] * by, a[1] * by, a[2] * by];
}

function sum(a: Vector3, byA: number, b: Vector3, byB: number): Vector3 {
  return [a[0] * byA + b[0] * byB, a[1] * byA + b[1] * byB, a[2] * byA + b[2] * byB];
}

/** A unit vector square to the unit vector `a`: its cross product with the axis it leans on least. */
function squareTo(a: Vector3): Vector3 {
  const cross: Vector3 = Math.abs(a[0]) < 0.9 ? [0, a[2], -a[1]] : [-a[2], 0, a[0]];
  return scaled(cross, 1 / Math.hypot(...cross));
}
