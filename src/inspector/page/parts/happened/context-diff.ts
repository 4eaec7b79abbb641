/** What changed between two contexts, field by field and down to the path that changed. Pure. */
import { isTree, partsOf } from '../value/readable.js';

export type Sign = 'added' | 'removed' | 'changed';

export interface Difference {
  /** Such as `roster[2].name`. */
  readonly path: string;
  readonly sign: Sign;
  /** Absent when added. */
  readonly before?: unknown;
  /** Absent when removed. */
  readonly after?: unknown;
}

/** More is cut: nobody reads it, and a hostile context shall not stop the page. */
export const DIFFERENCES_MAX = 200;
const DEPTH_MAX = 8;

/** Differences in the order of the fields; at most {@link DIFFERENCES_MAX}. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const found: Difference[] = [];
  compare('', before, after, found, 0);
  return found;
}

function compare(path: string, before: unknown, after: unknown, found: Difference[], depth: number): void {
  if (found.length >= DIFFERENCES_MAX || isSame(before, after)) return;
  if (depth < DEPTH_MAX && Array.isArray(before) && Array.isArray(after))
    compareLists(path, before, after, found, depth);
  else if (depth < DEPTH_MAX && isRecord(before) && isRecord(after))
    compareRecords(path, before, after, found, depth);
  else found.push({ path, sign: 'changed', before, after });
}

function compareRecords(
  path: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  found: Difference[],
  depth: number,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const inner = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(before, name)) add(found, { path: inner, sign: 'added', after: after[name] });
    else if (!Object.hasOwn(after, name)) add(found, { path: inner, sign: 'removed', before: before[name] });
    else compare(inner, before[name], after[name], found, depth + 1);
  }
}

/** Lists grow and shrink somewhere: what is the same at both ends is left alone, what is between is compared. */
function compareLists(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  found: Difference[],
  depth: number,
): void {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isSame(before[head], after[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const [removed, added] = [before.length - head - tail, after.length - head - tail];
  const paired = Math.min(removed, added);
  for (let i = head; i < head + paired; i++) compare(`${path}[${i}]`, before[i], after[i], found, depth + 1);
  for (let i = head + paired; i < head + removed; i++)
    add(found, { path: `${path}[${i}]`, sign: 'removed', before: before[i] });
  for (let i = head + paired; i < head + added; i++)
    add(found, { path: `${path}[${i}]`, sign: 'added', after: after[i] });
}

function add(found: Difference[], difference: Difference): void {
  if (found.length < DIFFERENCES_MAX) found.push(difference);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isTree(value) && !Array.isArray(value);

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Uint8Array && b instanceof Uint8Array)
    return a.length === b.length && a.every((byte, at) => byte === b[at]);
  if (!isTree(a) || !isTree(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [mine, others] = [partsOf(a), partsOf(b)];
  if (mine.length !== others.length) return false;
  const theirs = b as Readonly<Record<string, unknown>>;
  return mine.every(([name, value]) => Object.hasOwn(theirs, name) && isSame(value, theirs[name]));
}
