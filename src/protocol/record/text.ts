/**
 * How the text of a record becomes bytes and back, by encoding.
 *
 * Ill-formed text is refused both ways, and a byte order mark stays. Upstream reads as strictly (bad bytes throw), but
 * writes half of a surrogate pair as U+FFFD and swallows a byte order mark when it reads: two texts, then, with one encoding.
 */
import { readUtf8, utf8Length } from '../utf8.js';
import type { TextEncoding } from './kind.js';

/** One encoding. */
export interface TextCodec {
  /** Bytes of `text`, or −1 when it cannot be encoded. */
  byteLength(text: string): number;
  /** Writes a text that can be encoded, and returns the end. */
  write(text: string, target: Uint8Array, at: number): number;
  /** The text of `bytes[start, end)`, or `undefined` when it is none. */
  read(bytes: Uint8Array, start: number, end: number): string | undefined;
}

/** Up to this many characters a loop beats the call into the platform's encoder. */
const SHORT_TEXT_MAX = 32;
/** Characters handed to one call; more could overflow the stack. */
const CHUNK = 4096;

const encoder = new TextEncoder();

const UTF_8: TextCodec = {
  byteLength: utf8Length,
  write(text, target, at) {
    if (text.length > SHORT_TEXT_MAX) return at + encoder.encodeInto(text, target.subarray(at)).written;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) return at + encoder.encodeInto(text, target.subarray(at)).written;
      target[at + index] = unit;
    }
    return at + text.length;
  },
  read: readUtf8,
};

/** One byte a character, up to `unitMax`. The platform's decoder of this name reads windows-1252 instead. */
function oneByteCodec(unitMax: number): TextCodec {
  return {
    byteLength(text) {
      for (let index = 0; index < text.length; index++) {
        if (text.charCodeAt(index) > unitMax) return -1;
      }
      return text.length;
    },
    write(text, target, at) {
      for (let index = 0; index < text.length; index++) target[at + index] = text.charCodeAt(index);
      return at + text.length;
    },
    read(bytes, start, end) {
      for (let at = start; at < end; at++) {
        if ((bytes[at] as number) > unitMax) return undefined;
      }
      let text = '';
      for (let at = start; at < end; at += CHUNK) {
        text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + CHUNK)));
      }
      return text;
    },
  };
}

/** The codec of each encoding. */
export const TEXT_CODECS: Readonly<Record<TextEncoding, TextCodec>> = {
  'utf-8': UTF_8,
  'iso-8859-1': oneByteCodec(0xff),
  'us-ascii': oneByteCodec(0x7f),
};
