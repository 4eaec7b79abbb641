/** Values as text, for machines and for people. Bytes are lower-case hexadecimal digits in both. */
import { CliError } from './failure.js';

/**
 * One line of JSON; a `Uint8Array` becomes its hexadecimal digits. Unlike `JSON.stringify` it keeps −0, whose bytes on the wire
 * are not those of 0: what was decoded encodes to the same bytes again.
 */
export function toJson(value: unknown): string {
  if (value instanceof Uint8Array) return `"${toHex(value)}"`;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return `{${given.map(([key, inner]) => `${JSON.stringify(key)}:${toJson(inner)}`).join(',')}}`;
  }
  return Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? 'null');
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/**
 * Bytes written in hexadecimal: digits of either case, in groups or not, each group with `0x` or without.
 * @throws CliError `cli/bad-hex`.
 */
export function fromHex(text: string): Uint8Array {
  const groups = text.trim().split(/\s+/);
  const digits = groups.map((group) => group.replace(/^0x/i, '')).join('');
  const bad = /[^0-9a-f]/i.exec(digits)?.[0];
  if (bad !== undefined) throw new CliError('cli/bad-hex', `${JSON.stringify(bad)} is no hexadecimal digit.`);
  if (digits.length % 2 === 1) {
    throw new CliError('cli/bad-hex', `Bytes have two digits each; ${digits.length} digits are given.`);
  }
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
}

/** JSON cut to `lengthMax` characters, for a line that is read by a person. */
export function toShortJson(value: unknown, lengthMax = 100): string {
  const text = toJson(value);
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}

/** Whole numbers with thousands separated, the same on every machine. */
export function toCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A count with its noun, such as "1 client" or "3 clients". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${toCount(count)} ${count === 1 ? one : many}`;
}
