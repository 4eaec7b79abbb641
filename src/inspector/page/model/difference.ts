/** How two plain values differ, field by field. */
import { partsOf } from './leaves.js';

/** A field that is not the same; `undefined` on the side that has none. */
export interface Difference {
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

const DIFFERENCES_MAX = 200;
const DEPTH_MAX = 12;

export function differencesOf(left: unknown, right: unknown): Difference[] {
  const found: Difference[] = [];
  compare(left, right, '', 0, found);
  return found;
}

function compare(left: unknown, right: unknown, path: string, depth: number, found: Difference[]): void {
  if (found.length >= DIFFERENCES_MAX || Object.is(left, right)) return;
  const [lefts, rights] = depth < DEPTH_MAX ? [partsOf(left), partsOf(right)] : [];
  if (lefts === undefined || rights === undefined || Array.isArray(left) !== Array.isArray(right)) {
    if (textOf(left) !== textOf(right)) found.push({ path, left, right });
    return;
  }
  const [leftMap, rightMap] = [new Map(lefts), new Map(rights)];
  for (const key of new Set([...leftMap.keys(), ...rightMap.keys()])) {
    const inner = path === '' ? key : `${path}.${key}`;
    compare(leftMap.get(key), rightMap.get(key), inner, depth + 1, found);
  }
}

/** A value in one line: JSON, bytes in hex, and nothing as a dash. */
export function textOf(value: unknown): string {
  if (value === undefined) return '–';
  if (value instanceof Uint8Array) return `bytes ${hexOf(value)}`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0';
  return JSON.stringify(value, (_key, part: unknown) => (part instanceof Uint8Array ? hexOf(part) : part));
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
