/** What was found where another value was expected, for the sentences of both layouts. */

/** A value in a few words, for a sentence: never long, never calling its code. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `text of ${value.length} characters`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'bigint' ? 'a bigint' : String(value);
}
