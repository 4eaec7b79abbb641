/**
 * Strings on the wire: a u16 byte length, then strict UTF-8.
 *
 * Short ASCII, which ids and names nearly always are, never leaves JavaScript; the rest goes through the platform's
 * encoder and decoder. Ill-formed text is refused both ways: no replacement character is ever made up, no byte order
 * mark swallowed, so every accepted string has exactly one encoding.
 */
import { BAD_VALUE, NO_ROOM } from './codec.js';

/** Up to this many bytes a loop beats the call into the platform's decoder. */
const SHORT_BYTES_MAX = 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The last short text seen in each slot: names of players and items come again all session, and comparing them with
 * bytes is twice as fast as making them anew.
 */
const recentTexts: string[] = new Array(256).fill('');

/** The text of `bytes[start, end)`, or `undefined` when it is not UTF-8. */
export function readUtf8(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > SHORT_BYTES_MAX) return readLong(bytes, start, end);
  let mixed = end - start;
  for (let at = start; at < end; at++) {
    const unit = bytes[at] as number;
    if (unit > 0x7f) return readLong(bytes, start, end);
    mixed = (Math.imul(mixed, 31) + unit) | 0;
  }
  const slot = (mixed ^ (mixed >>> 8)) & 0xff;
  const recent = recentTexts[slot] as string;
  if (isAscii(recent, bytes, start, end)) return recent;
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  recentTexts[slot] = text;
  return text;
}

/** Whether `text` is what `bytes[start, end)`, all of it ASCII, says. */
function isAscii(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at - start) !== bytes[at]) return false;
  }
  return true;
}

function readLong(bytes: Uint8Array, start: number, end: number): string | undefined {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    return undefined;
  }
}

/** Bytes of `text` in UTF-8, or −1 when it holds half of a surrogate pair. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (unit < 0xd800 || unit > 0xdfff) length += 3;
    else {
      const next = text.charCodeAt(at + 1);
      if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return -1;
      length += 4;
      at += 1;
    }
  }
  return length;
}

/** Writes length and text at `start`; returns the end, {@link BAD_VALUE} or {@link NO_ROOM} (nothing past `limit`). */
export function writeString(
  bytes: Uint8Array,
  start: number,
  limit: number,
  text: unknown,
  bytesMax: number,
): number {
  if (typeof text !== 'string' || text.length > bytesMax) return BAD_VALUE;
  const { length } = text;
  const from = start + 2;
  if (length > limit - from) return NO_ROOM;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return writeLong(bytes, start, limit, text, bytesMax);
    bytes[from + at] = unit;
  }
  bytes[start] = length;
  bytes[start + 1] = length >> 8;
  return from + length;
}

function writeLong(bytes: Uint8Array, start: number, limit: number, text: string, bytesMax: number): number {
  const length = utf8Length(text);
  if (length < 0 || length > bytesMax) return BAD_VALUE;
  const from = start + 2;
  if (length > limit - from) return NO_ROOM;
  encoder.encodeInto(text, bytes.subarray(from, from + length));
  bytes[start] = length;
  bytes[start + 1] = length >> 8;
  return from + length;
}
