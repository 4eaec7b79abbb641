/**
 * The kinds of field a record is made of, as plain data, and the TypeScript value each stands for.
 *
 * Every kind is data only: where a field lies (`layout.ts`), how it is written and read (`field-codec.ts`) and what two
 * peers compare (`hash.ts`) are derived from it elsewhere. There is no bool: it travels as `uint1`, 0 or 1.
 */
import { invariant } from '../../errors.js';

/** An integer, unsigned or in two's complement, by its width in bits. Below 8 bits several share a byte. */
export interface IntegerKind {
  readonly kind: 'uint1' | 'uint2' | 'uint4' | 'uint8' | 'uint16' | 'uint32' | 'int8' | 'int16' | 'int32';
}

/** A 64-bit integer in two's complement; an `entity` is one that names a game object. */
export interface BigIntKind {
  readonly kind: 'int64' | 'entity';
}

/** An IEEE 754 number, NaN and the infinities included. */
export interface FloatKind {
  readonly kind: 'float32' | 'float64';
}

/** How text becomes bytes. The names are part of the schema hash. */
export type TextEncoding = 'utf-8' | 'iso-8859-1' | 'us-ascii';

/** Text in `bytesMax` reserved bytes. */
export interface FixedStringKind {
  readonly kind: 'fixedString';
  readonly bytesMax: number;
  readonly encoding: TextEncoding;
}

/** Text of any length, in the record's tail. */
export interface StringKind {
  readonly kind: 'string';
  readonly encoding: TextEncoding;
}

/** Bytes in `bytesMax` reserved bytes. */
export interface FixedBytesKind {
  readonly kind: 'fixedBytes';
  readonly bytesMax: number;
}

/** Bytes of any length, in the record's tail. */
export interface BytesKind {
  readonly kind: 'bytes';
}

/** What a field can be. */
export type RecordKind =
  | IntegerKind
  | BigIntKind
  | FloatKind
  | FixedStringKind
  | StringKind
  | FixedBytesKind
  | BytesKind;

/** A kind, or one marked by {@link optional}. */
export type RecordField = RecordKind & { readonly optional?: true };

/** Named fields in declaration order. */
export interface RecordFields {
  readonly [name: string]: RecordField;
}

/** The fields of a signal: none. */
export type NoFields = Readonly<Record<never, never>>;

type Flatten<T> = { [K in keyof T]: T[K] } & {};

/** The TypeScript value of a field kind. */
export type ValueOfKind<K> = K extends IntegerKind | FloatKind
  ? number
  : K extends BigIntKind
    ? bigint
    : K extends FixedStringKind | StringKind
      ? string
      : K extends FixedBytesKind | BytesKind
        ? Uint8Array
        : never;

/** The TypeScript value of named fields: one plain object. What is {@link optional} may be left out, nothing else. */
export type ValueOfRecord<F> = [keyof F] extends [never]
  ? Record<string, never>
  : Flatten<
      {
        readonly [N in keyof F as F[N] extends { readonly optional: true } ? never : N]: ValueOfKind<F[N]>;
      } & {
        readonly [N in keyof F as F[N] extends { readonly optional: true } ? N : never]?: ValueOfKind<F[N]>;
      }
    >;

/** Integer 0 or 1. */
export const uint1 = { kind: 'uint1' } as const;
/** Integer 0 to 3. */
export const uint2 = { kind: 'uint2' } as const;
/** Integer 0 to 15. */
export const uint4 = { kind: 'uint4' } as const;
/** Integer 0 to 255. */
export const uint8 = { kind: 'uint8' } as const;
/** Integer 0 to 65,535. */
export const uint16 = { kind: 'uint16' } as const;
/** Integer 0 to 4,294,967,295. */
export const uint32 = { kind: 'uint32' } as const;
/** Integer −128 to 127. */
export const int8 = { kind: 'int8' } as const;
/** Integer −32,768 to 32,767. */
export const int16 = { kind: 'int16' } as const;
/** Integer −2,147,483,648 to 2,147,483,647. */
export const int32 = { kind: 'int32' } as const;
/** A bigint of 64 bits, signed. */
export const int64 = { kind: 'int64' } as const;
/** A bigint of 64 bits, signed, that names a game object. */
export const entity = { kind: 'entity' } as const;
/** A number, rounded to 32-bit floating point on the wire. */
export const float32 = { kind: 'float32' } as const;
/** A number, 64-bit floating point. */
export const float64 = { kind: 'float64' } as const;
/** Bytes of any length; a decoded value is a copy. */
export const bytes = { kind: 'bytes' } as const;

/** Text of any length; the record's ceiling bounds it. */
export function string(encoding: TextEncoding = 'utf-8'): StringKind {
  return { kind: 'string', encoding };
}

/** Text of at most `bytesMax` (1 to 65,535) encoded bytes; every record reserves them all. */
export function fixedString(bytesMax: number, encoding: TextEncoding = 'utf-8'): FixedStringKind {
  checkCapacity(bytesMax, 'fixedString');
  return { kind: 'fixedString', bytesMax, encoding };
}

/** At most `bytesMax` (1 to 65,535) bytes; every record reserves them all. */
export function fixedBytes(bytesMax: number): FixedBytesKind {
  checkCapacity(bytesMax, 'fixedBytes');
  return { kind: 'fixedBytes', bytesMax };
}

/** The same field, but a value may leave it out, and then does not have it after decoding. No byte and no hash changes. */
export function optional<K extends RecordKind>(kind: K): K & { readonly optional: true } {
  return { ...kind, optional: true };
}

const SIMPLE: readonly RecordField[] = [
  ...[uint1, uint2, uint4, uint8, uint16, uint32],
  ...[int8, int16, int32, int64, entity, float32, float64, bytes],
];
const ENCODINGS: readonly unknown[] = ['utf-8', 'iso-8859-1', 'us-ascii'] satisfies TextEncoding[];

/** Whether `value` is a field that can be declared. JavaScript may put anything there, such as a field of the other layout. */
export function isRecordField(value: unknown): value is RecordField {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, bytesMax, encoding } = value as Record<string, unknown>;
  switch (kind) {
    case 'fixedString':
      return isCapacity(bytesMax) && ENCODINGS.includes(encoding);
    case 'fixedBytes':
      return isCapacity(bytesMax);
    case 'string':
      return ENCODINGS.includes(encoding);
    default:
      return SIMPLE.some((field) => field.kind === kind);
  }
}

function isCapacity(bytesMax: unknown): boolean {
  return Number.isInteger(bytesMax) && (bytesMax as number) >= 1 && (bytesMax as number) <= 65_535;
}

function checkCapacity(bytesMax: number, name: string): void {
  invariant(isCapacity(bytesMax), `The capacity of a ${name} must be 1 to 65535 bytes, found ${bytesMax}.`);
}
