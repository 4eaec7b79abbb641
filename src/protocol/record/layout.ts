/**
 * Where the fields of a record lie.
 *
 * ```
 *   record = index u16 | written mask, ceil(fields / 8) bytes | head, `headBytes` | tail
 *   head   = sub-byte integers share a byte, first declared lowest, and never straddle one; the rest starts on a byte
 *   fixed  = u16 length, then the reserved bytes
 *   string, bytes = u32 offset in the tail, u32 length; the first of them is preceded by the u32 length of the tail
 * ```
 * All numbers are little-endian. The written mask has bit i (byte i >> 3, bit i & 7) set when field i was written; what was
 * not written is zero. A signal is its two index bytes. Layout of good_net, a package of the Dart game engine good.
 */
import type { RecordField, RecordFields, RecordKind } from './kind.js';

/** Where one field starts: a byte of the head, and for sub-byte integers the lowest bit in it. */
export interface RecordPlace {
  readonly name: string;
  readonly field: RecordField;
  readonly byte: number;
  readonly shift: number;
}

/** The layout of one declaration. */
export interface RecordLayout {
  readonly maskBytes: number;
  readonly headBytes: number;
  /** Where in the head the length of the tail stands; `undefined` without string and bytes fields. */
  readonly tailLengthByte: number | undefined;
  readonly places: readonly RecordPlace[];
}

const BITS = {
  uint1: 1,
  uint2: 2,
  uint4: 4,
  uint8: 8,
  uint16: 16,
  uint32: 32,
  int8: 8,
  int16: 16,
  int32: 32,
  int64: 64,
  entity: 64,
  float32: 32,
  float64: 64,
  string: 64,
  bytes: 64,
} as const;

/** Width of a field in the head, bits. */
export function bitsOf(kind: RecordKind): number {
  return kind.kind === 'fixedString' || kind.kind === 'fixedBytes' ? 16 + 8 * kind.bytesMax : BITS[kind.kind];
}

/** Packs `fields` in the order they are declared. */
export function packRecord(fields: RecordFields): RecordLayout {
  let bits = 0;
  const place = (width: number): { byte: number; shift: number } => {
    if (width >= 8 || 8 - (bits % 8) < width) bits = 8 * Math.ceil(bits / 8);
    const start = bits;
    bits += width;
    return { byte: start >> 3, shift: start & 7 };
  };
  let tailLengthByte: number | undefined;
  const places = Object.entries(fields).map(([name, field]) => {
    if (hasTail(field)) tailLengthByte ??= place(32).byte;
    return { name, field, ...place(bitsOf(field)) };
  });
  return {
    maskBytes: Math.ceil(places.length / 8),
    headBytes: Math.ceil(bits / 8),
    tailLengthByte,
    places,
  };
}

function hasTail({ kind }: RecordKind): boolean {
  return kind === 'string' || kind === 'bytes';
}
