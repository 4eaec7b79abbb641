/**
 * The 32 bits that tell two sets of declared records apart. Peers compare them when one joins.
 *
 * ```
 *   schema    = record*, in declaration order, nothing between
 *   record    = id, UTF-16 code units, low byte first | headBytes u16 | field count u8 | signature* | target u8 | delivery u8
 *   signature = kind code u8 | detail u16 [ | length u8 and characters of the encoding's name ]
 * ```
 * The detail is a number's width in bits, the capacity of a fixed field, else 0. Too large numbers keep their low bits. Names
 * of fields and variables are not part of it, so renaming and minifying change nothing. Source: good_net, whose hash it is.
 */
import type { RecordDelivery, RecordMessage, RecordTarget } from './define.js';
import type { RecordKind } from './kind.js';
import { bitsOf, packRecord } from './layout.js';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const TARGETS: Readonly<Record<RecordTarget, number>> = { host: 0, clients: 1, everyone: 2 };
const DELIVERIES: Readonly<Record<RecordDelivery, number>> = { reliable: 0, unreliable: 1 };

/** 32-bit FNV-1a. Source: IETF draft-eastlake-fnv. */
export function fnv1a32(bytes: Iterable<number>): number {
  let hash = FNV_OFFSET;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return hash >>> 0;
}

/** The bytes that are hashed. */
export function recordSchemaBytes(messages: readonly RecordMessage[]): Uint8Array {
  return Uint8Array.from(
    messages.flatMap(({ id, fields, to, delivery }) => {
      const { headBytes, places } = packRecord(fields);
      const signature = places.flatMap(({ field }) => signatureOf(field));
      return [
        ...codeUnits(id),
        ...u16(headBytes),
        places.length,
        ...signature,
        TARGETS[to],
        DELIVERIES[delivery],
      ];
    }),
  );
}

/** What one field adds to the hash: its kind, its size, and the name of its encoding. */
export function signatureOf(kind: RecordKind): number[] {
  switch (kind.kind) {
    case 'entity':
      return [3, ...u16(64)];
    case 'fixedString':
      return [4, ...u16(kind.bytesMax), ...encodingName(kind.encoding)];
    case 'string':
      return [5, ...u16(0), ...encodingName(kind.encoding)];
    case 'fixedBytes':
      return [6, ...u16(kind.bytesMax)];
    case 'bytes':
      return [7, ...u16(0)];
    case 'float32':
    case 'float64':
      return [2, ...u16(bitsOf(kind))];
    case 'int8':
    case 'int16':
    case 'int32':
    case 'int64':
      return [1, ...u16(bitsOf(kind))];
    default:
      return [0, ...u16(bitsOf(kind))];
  }
}

function encodingName(name: string): number[] {
  return [name.length, ...Array.from(name, (character) => character.charCodeAt(0))];
}

function codeUnits(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => u16(text.charCodeAt(at))).flat();
}

function u16(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff];
}
