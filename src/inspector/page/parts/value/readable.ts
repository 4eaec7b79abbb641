/** Plain values in words: numbers without the noise of their wire format, and one line for a whole value. Draws nothing. */

/** Digits that tell any two float32 numbers apart. */
const FLOAT32_DIGITS = 9;
/** Digits after which a number is rather one of double precision. */
const NOISY_DIGITS = 10;

/** A value that the feed cut or withheld: words in angle quotes, such as `‹secret›`. */
const MARK = /^‹.*›$/s;

export const isMark = (value: unknown): value is string => typeof value === 'string' && MARK.test(value);

/** Whether `value` has parts that can be unfolded. */
export const isTree = (value: unknown): value is readonly unknown[] | Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

/** Names and values of the parts of a tree. */
export const partsOf = (
  tree: readonly unknown[] | Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, value: unknown])[] => Object.entries(tree);

/**
 * A number as people write it. One that crossed a wire as a float32 is full of digits that mean nothing: the shortest number that
 * is the same float32 is what was meant.
 */
export function readableNumber(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  const exact = String(value);
  if (Math.fround(value) !== value || exact.replace(/\D/g, '').length < NOISY_DIGITS) return exact;
  for (let digits = 1; digits < FLOAT32_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(FLOAT32_DIGITS)));
}

/** A value in one line of at most about `limit` characters. */
export function oneLine(value: unknown, limit = 60): string {
  const text = lineOf(value, limit);
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

function lineOf(value: unknown, limit: number): string {
  if (typeof value === 'number') return readableNumber(value);
  if (isMark(value)) return value;
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (!isTree(value)) return String(value);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let length = 2;
  for (const [name, part] of partsOf(value)) {
    if (length > limit) break;
    const text = isList ? lineOf(part, limit - length) : `${name}: ${lineOf(part, limit - length)}`;
    parts.push(text);
    length += text.length + 2;
  }
  return isList ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}
