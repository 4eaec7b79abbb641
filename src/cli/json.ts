/** Values as text, for machines and for people. Bytes are lower-case hexadecimal digits in both. */

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

/** JSON cut to `lengthMax` characters, for a line that is read by a person. */
export function toShortJson(value: unknown, lengthMax = 100): string {
  const text = toJson(value);
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}

/** Whole numbers with thousands separated, the same on every machine. */
export function toCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
