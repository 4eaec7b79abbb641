/** Values as text, for machines and for people. Bytes are lower-case hexadecimal digits in both. */
import { CliError } from './failure.js';

/** One line of JSON; a `Uint8Array` becomes its hexadecimal digits. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof Uint8Array ? toHex(inner) : inner,
  );
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
