/**
 * The numbers of the wire for the closure codec: width, what is accepted, how each is read and written.
 */
import type { NumberKind } from './field.js';

/** One width of number. `accepts` and `expected` are the two halves of a `wire/bad-value` sentence. */
export interface Scalar {
  readonly bytes: number;
  readonly expected: string;
  accepts(value: number): boolean;
  write(view: DataView, offset: number, value: number): void;
  read(view: DataView, offset: number): number;
}

/** Numbers of this magnitude and above round to infinity as an f32: the largest f32 plus half its last place. */
export const F32_LIMIT = 3.4028235677973366e38;

function integerWithin(low: number, high: number): (value: number) => boolean {
  return (value) => Number.isInteger(value) && value >= low && value <= high;
}

const U8: Scalar = {
  bytes: 1,
  expected: 'an integer from 0 to 255',
  accepts: integerWithin(0, 255),
  write: (view, offset, value) => view.setUint8(offset, value),
  read: (view, offset) => view.getUint8(offset),
};

const U8_CLAMPED: Scalar = {
  ...U8,
  expected: 'an integer',
  accepts: Number.isInteger,
  write: (view, offset, value) => view.setUint8(offset, Math.min(255, Math.max(0, value))),
};

const SCALARS: Readonly<Record<NumberKind['kind'], Scalar>> = {
  u8: U8,
  u16: {
    bytes: 2,
    expected: 'an integer from 0 to 65535',
    accepts: integerWithin(0, 65_535),
    write: (view, offset, value) => view.setUint16(offset, value, true),
    read: (view, offset) => view.getUint16(offset, true),
  },
  i32: {
    bytes: 4,
    expected: 'an integer from -2147483648 to 2147483647',
    accepts: integerWithin(-2_147_483_648, 2_147_483_647),
    write: (view, offset, value) => view.setInt32(offset, value, true),
    read: (view, offset) => view.getInt32(offset, true),
  },
  f32: {
    bytes: 4,
    expected: 'a finite number within the range of a 32-bit float',
    accepts: (value) => value > -F32_LIMIT && value < F32_LIMIT,
    write: (view, offset, value) => view.setFloat32(offset, value, true),
    read: (view, offset) => view.getFloat32(offset, true),
  },
  f64: {
    bytes: 8,
    expected: 'a finite number',
    accepts: Number.isFinite,
    write: (view, offset, value) => view.setFloat64(offset, value, true),
    read: (view, offset) => view.getFloat64(offset, true),
  },
};

/** The scalar of a number kind. */
export function scalarOf(kind: NumberKind): Scalar {
  return kind.kind === 'u8' && kind.clamp === true ? U8_CLAMPED : SCALARS[kind.kind];
}
