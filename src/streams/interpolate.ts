/**
 * The three ways between two samples: straight for a number, straight for a vector, along the arc for a direction.
 *
 * Pure and of no game. For drawing only: results hang on the platform's sine, so nothing that is logged or decided may
 * come from here.
 */

export interface Vector2 {
  readonly x: number;
  readonly y: number;
}

export interface Vector3 extends Vector2 {
  readonly z: number;
}

/** The number `t` (0 to 1) of the way from `a` to `b`; exact at both ends. */
export function lerp(a: number, b: number, t: number): number {
  return t === 1 ? b : a + (b - a) * t;
}

/** {@link lerp} on each axis. */
export function lerpVector(a: Vector3, b: Vector3, t: number): Vector3;
export function lerpVector(a: Vector2, b: Vector2, t: number): Vector2;
export function lerpVector(a: Vector2 | Vector3, b: Vector2 | Vector3, t: number): Vector2 | Vector3 {
  const x = lerp(a.x, b.x, t);
  const y = lerp(a.y, b.y, t);
  return 'z' in a && 'z' in b ? { x, y, z: lerp(a.z, b.z, t) } : { x, y };
}

/** Below this sine of the angle between two directions the arc is not defined well enough to divide by. */
const SINE_MIN = 1e-6;

/**
 * The direction `t` (0 to 1) of the way along the arc from `a` to `b`, at even angular speed; lengths are lerped.
 * Opposite directions turn about an axis square to `a`; a zero vector has no direction, then this is {@link lerpVector}.
 */
export function slerp(a: Vector3, b: Vector3, t: number): Vector3 {
  const lengthA = Math.hypot(a.x, a.y, a.z);
  const lengthB = Math.hypot(b.x, b.y, b.z);
  if (lengthA === 0 || lengthB === 0) return lerpVector(a, b, t);
  const from = scaled(a, 1 / lengthA);
  const to = scaled(b, 1 / lengthB);
  const cosine = Math.min(1, Math.max(-1, dot(from, to)));
  const angle = Math.acos(cosine);
  const sine = Math.sin(angle);
  const length = lerp(lengthA, lengthB, t);
  if (sine >= SINE_MIN) {
    return sum(from, (Math.sin((1 - t) * angle) / sine) * length, to, (Math.sin(t * angle) / sine) * length);
  }
  if (cosine > 0) return lerpVector(a, b, t);
  return sum(from, Math.cos(t * Math.PI) * length, squareTo(from), Math.sin(t * Math.PI) * length);
}

function dot(a: Vector3, b: Vector3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function scaled(a: Vector3, by: number): Vector3 {
  return { x: a.x * by, y: a.y * by, z: a.z * by };
}

function sum(a: Vector3, byA: number, b: Vector3, byB: number): Vector3 {
  return { x: a.x * byA + b.x * byB, y: a.y * byA + b.y * byB, z: a.z * byA + b.z * byB };
}

/** A unit vector square to the unit vector `a`: its cross product with the axis it leans on least. */
function squareTo(a: Vector3): Vector3 {
  const cross = Math.abs(a.x) < 0.9 ? { x: 0, y: a.z, z: -a.y } : { x: -a.z, y: 0, z: a.x };
  return scaled(cross, 1 / Math.hypot(cross.x, cross.y, cross.z));
}
