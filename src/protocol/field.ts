/**
 * The kinds of field a message is made of, as plain data, and the TypeScript value each stands for.
 *
 * Every kind is data only: codecs, sizes, layout text and documentation are all derived from it elsewhere. On the wire
 * everything is little-endian and unaligned; a string is a u16 byte length and UTF-8, a list a u8 count and its items.
 */
import { invariant } from '../errors.js';

/** A number, by its width on the wire. `clamp` pulls an integer into range instead of refusing it. */
export interface NumberKind {
  readonly kind: 'u8' | 'u16' | 'i32' | 'f32' | 'f64';
  readonly clamp?: boolean;
}

/** One byte, 0 or 1. */
export interface BoolKind {
  readonly kind: 'bool';
}

/** Text of at most `bytesMax` bytes of UTF-8. */
export interface StringKind {
  readonly kind: 'string';
  readonly bytesMax: number;
}

/** Two or three f32 in a row: `[x, y]` or `[x, y, z]`. */
export interface VectorKind<K extends 'vec2' | 'vec3' = 'vec2' | 'vec3'> {
  readonly kind: K;
}

/** A u8 count, then that many items; at most `countMax`. */
export interface ListKind<Item extends ItemKind = ItemKind> {
  readonly kind: 'list';
  readonly item: Item;
  readonly countMax: number;
}

/** Fields in a row, a nested object in the value. */
export interface StructKind<F extends Fields = Fields> {
  readonly kind: 'struct';
  readonly fields: F;
}

/** A bool; if it is true its `fields` follow on the wire, and lie beside it (flat) in the value. */
export interface WhenKind<F extends Fields = Fields> {
  readonly kind: 'when';
  readonly fields: F;
}

/** What a list can hold. */
export type ItemKind = NumberKind | BoolKind | StringKind | VectorKind | ListKind | StructKind;

/** What a field can be. */
export type FieldKind = ItemKind | WhenKind;

/** Named fields in wire order. */
export interface Fields {
  readonly [name: string]: FieldKind;
}

type Flatten<T> = { [K in keyof T]: T[K] } & {};

/** The TypeScript value of a field kind. */
export type ValueOf<K> = K extends NumberKind
  ? number
  : K extends BoolKind
    ? boolean
    : K extends StringKind
      ? string
      : K extends VectorKind<'vec2'>
        ? readonly [number, number]
        : K extends VectorKind<'vec3'>
          ? readonly [number, number, number]
          : K extends ListKind<infer Item>
            ? readonly ValueOf<Item>[]
            : K extends StructKind<infer F>
              ? ValueOfFields<F>
              : never;

type WhenValue<F> = {
  [N in keyof F]: F[N] extends WhenKind<infer G>
    ? ({ readonly [Flag in N]: true } & ValueOfFields<G>) | { readonly [Flag in N]: false }
    : never;
}[keyof F];

type PlainValue<F> = { readonly [N in keyof F as F[N] extends WhenKind ? never : N]: ValueOf<F[N]> };

/** The TypeScript value of named fields: an object, or with `when` a union told apart by its flag. */
export type ValueOfFields<F> = [keyof F] extends [never]
  ? Record<string, never>
  : [WhenValue<F>] extends [never]
    ? Flatten<PlainValue<F>>
    : WhenValue<F> extends infer Case
      ? Case extends unknown
        ? Flatten<PlainValue<F> & Case>
        : never
      : never;

/** Integer 0 to 255. */
export const u8 = { kind: 'u8' } as const;
/** Integer 0 to 255; encoding pulls an integer outside into range. */
export const u8Clamped = { kind: 'u8', clamp: true } as const;
/** Integer 0 to 65,535. */
export const u16 = { kind: 'u16' } as const;
/** Integer −2,147,483,648 to 2,147,483,647. */
export const i32 = { kind: 'i32' } as const;
/** Finite number, rounded to 32-bit floating point on the wire. */
export const f32 = { kind: 'f32' } as const;
/** Finite number, 64-bit floating point. */
export const f64 = { kind: 'f64' } as const;
/** `true` or `false`. */
export const bool = { kind: 'bool' } as const;
/** `[x, y]`, each an f32. */
export const vec2 = { kind: 'vec2' } as const;
/** `[x, y, z]`, each an f32. */
export const vec3 = { kind: 'vec3' } as const;

/** Text of at most `bytesMax` (1 to 65,535) bytes of UTF-8. */
export function string({ bytesMax }: { readonly bytesMax: number }): StringKind {
  invariant(
    isIntegerWithin(bytesMax, 1, 65_535),
    `A string's bytesMax must be 1 to 65535, found ${bytesMax}.`,
  );
  return { kind: 'string', bytesMax };
}

/** At most `countMax` (1 to 255) items. */
export function list<Item extends ItemKind>(
  item: Item,
  { countMax }: { readonly countMax: number },
): ListKind<Item> {
  invariant(isIntegerWithin(countMax, 1, 255), `A list's countMax must be 1 to 255, found ${countMax}.`);
  return { kind: 'list', item, countMax };
}

/** A nested object. */
export function struct<F extends Fields>(fields: F): StructKind<F> {
  checkFields(fields);
  invariant(Object.keys(fields).length > 0, 'A struct needs at least one field.');
  return { kind: 'struct', fields };
}

/** A bool whose `fields` are there only when it is true. Must be the last field of its message or struct. */
export function when<F extends Fields>(fields: F): WhenKind<F> {
  checkFields(fields);
  return { kind: 'when', fields };
}

/** Checks names and the place of `when`, so that codecs can rely on both. Throws InvariantError. */
export function checkFields(fields: Fields): void {
  const seen = new Set<string>();
  const visit = (level: Fields): void => {
    const entries = Object.entries(level);
    entries.forEach(([name, kind], index) => {
      invariant(/^[A-Za-z]\w*$/.test(name), `A field's name must be letters, digits and _, found "${name}".`);
      invariant(!seen.has(name), `Two fields of one object are named ${name}.`);
      seen.add(name);
      if (kind.kind !== 'when') return;
      invariant(
        index === entries.length - 1,
        `The conditional field ${name} must be the last of its object.`,
      );
      visit(kind.fields);
    });
  };
  visit(fields);
}

function isIntegerWithin(value: number, low: number, high: number): boolean {
  return Number.isInteger(value) && value >= low && value <= high;
}
