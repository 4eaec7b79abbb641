/** Plain values as their leaves with paths, such as `roster.0.name`. What is huge or deep is read only so far. */

/** A value that has no parts, or whose parts are too deep. */
export interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

const DEPTH_MAX = 8;
const LEAVES_MAX = 500;

export function leavesOf(value: unknown, path: string): Leaf[] {
  const leaves: Leaf[] = [];
  collect(value, path, 0, leaves);
  return leaves;
}

function collect(value: unknown, path: string, depth: number, leaves: Leaf[]): void {
  if (leaves.length >= LEAVES_MAX) return;
  const parts = depth < DEPTH_MAX ? partsOf(value) : undefined;
  if (parts === undefined) leaves.push({ path, value });
  else
    for (const [key, part] of parts) collect(part, path === '' ? key : `${path}.${key}`, depth + 1, leaves);
}

/** The parts of an object or array by key; `undefined` for what has none. Bytes are one value. */
export function partsOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined;
  const parts = Object.entries(value);
  return parts.length === 0 ? undefined : parts;
}
