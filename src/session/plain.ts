/** Finds the first value that a log could not give back unchanged. */

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
