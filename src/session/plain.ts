/** Plain data: what a log gives back unchanged, and how it is kept from being changed. */
import { decode, encode } from '@msgpack/msgpack';
import type { Plain } from '../game.js';

/** Says what and where, such as `a Map at feed[2].tags`, or `undefined` when all is plain data. Depth is bounded. */
export function findNotPlain(value: unknown, path: string, depth = 0): string | undefined {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    value instanceof Uint8Array
  )
    return undefined;
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return `-0 at ${path}`;
    return Number.isFinite(value) ? undefined : `${value} at ${path}`;
  }
  if (typeof value !== 'object') return `a value of type ${typeof value} at ${path}`;
  if (depth > 32) return `a structure deeper than 32 levels (or a cycle) at ${path}`;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = findNotPlain(value[index], `${path}[${index}]`, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `a ${value.constructor.name} at ${path}`;
  for (const [key, child] of Object.entries(value)) {
    const found = findNotPlain(child, `${path}.${key}`, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** Freezes plain data all the way down, so that nobody who was shown it can change what an actor decides by. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Uint8Array)
    return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}

/**
 * A copy of `value` as a log would give it back: what is live and what is replayed are then the same, and nobody else holds it.
 * Fields that are `undefined` are left out. Returns a sentence's end when there is no such copy.
 */
export function plainCopy(
  value: unknown,
): { readonly ok: true; readonly copy: Plain } | { readonly ok: false; readonly found: string } {
  try {
    const copy = decode(encode(value, { ignoreUndefined: true })) as Plain;
    const found = findNotPlain(copy, 'it');
    return found === undefined ? { ok: true, copy: deepFreeze(copy) } : { ok: false, found };
  } catch (error) {
    return { ok: false, found: String(error) };
  }
}
