/**
 * The numbers of records: which values each kind takes, and how it is read and written. All of them little-endian.
 *
 * Upstream keeps the low bits of an integer that does not fit. Here it is refused: no byte of a value that fits differs, and
 * a value that does not is a bug of the sender that no receiver could see.
 */
import { F32_LIMIT } from '../scalar.js';
import type { BigIntKind, FloatKind, IntegerKind } from './kind.js';

/** One kind of number. `accepts` and `expected` are the two halves of a `wire/bad-value` sentence. */
export interface NumberCodec {
  readonly expected: string;
  accepts(value: unknown): boolean;
  read(view: DataView, at: number): number | bigint;
  /** Writes a value that was accepted. */
  write(view: DataView, at: number, value: unknown): void;
}

type Read<V> = (view: DataView, at: number) => V;
type Write<V> = (view: DataView, at: number, value: V) => void;

function integer(low: number, high: number, read: Read<number>, write: Write<number>): NumberCodec {
  return {
    expected: `an integer from ${low} to ${high}`,
    accepts: (value) => Number.isInteger(value) && (value as number) >= low && (value as number) <= high,
    read,
    write: (view, at, value) => write(view, at, value as number),
  };
}

const INT64: NumberCodec = {
  expected: 'a bigint of 64 bits, signed',
  accepts: (value) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value,
  read: (view, at) => view.getBigInt64(at, true),
  write: (view, at, value) => view.setBigInt64(at, value as bigint, true),
};

const NUMBERS: Readonly<Record<Exclude<NumberKindName, SubByteName>, NumberCodec>> = {
  uint8: integer(
    0,
    255,
    (view, at) => view.getUint8(at),
    (view, at, value) => view.setUint8(at, value),
  ),
  uint16: integer(
    0,
    65_535,
    (view, at) => view.getUint16(at, true),
    (view, at, value) => view.setUint16(at, value, true),
  ),
  uint32: integer(
    0,
    4_294_967_295,
    (view, at) => view.getUint32(at, true),
    (view, at, value) => view.setUint32(at, value, true),
  ),
  int8: integer(
    -128,
    127,
    (view, at) => view.getInt8(at),
    (view, at, value) => view.setInt8(at, value),
  ),
  int16: integer(
    -32_768,
    32_767,
    (view, at) => view.getInt16(at, true),
    (view, at, value) => view.setInt16(at, value, true),
  ),
  int32: integer(
    -2_147_483_648,
    2_147_483_647,
    (view, at) => view.getInt32(at, true),
    (view, at, value) => view.setInt32(at, value, true),
  ),
  int64: INT64,
  entity: INT64,
  float32: {
    expected: 'a number within the range of a 32-bit float',
    accepts: (value) => typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) < F32_LIMIT),
    read: (view, at) => view.getFloat32(at, true),
    write: (view, at, value) => view.setFloat32(at, value as number, true),
  },
  float64: {
    expected: 'a number',
    accepts: (value) => typeof value === 'number',
    read: (view, at) => view.getFloat64(at, true),
    write: (view, at, value) => view.setFloat64(at, value as number, true),
  },
};

type NumberKindName = (IntegerKind | BigIntKind | FloatKind)['kind'];
type SubByteName = 'uint1' | 'uint2' | 'uint4';

/** The codec of a kind that starts at bit `shift` of its byte. Below 8 bits it adds to a byte that holds zeros there. */
export function numberCodecOf(kind: NumberKindName, shift: number): NumberCodec {
  switch (kind) {
    case 'uint1':
      return subByte(1, shift);
    case 'uint2':
      return subByte(3, shift);
    case 'uint4':
      return subByte(15, shift);
    default:
      return NUMBERS[kind];
  }
}

function subByte(high: number, shift: number): NumberCodec {
  return integer(
    0,
    high,
    (view, at) => (view.getUint8(at) >> shift) & high,
    (view, at, value) => view.setUint8(at, view.getUint8(at) | (value << shift)),
  );
}
