/**
 * What follows from a declaration without a codec: its sizes in bytes and its layout as one line of canonical text.
 *
 * The layout text of a field is `name:kind`, fields are separated by one space:
 * ```
 *   kind    = u8 | u8-clamped | u16 | i32 | f32 | f64 | bool | vec2 | vec3
 *           | string(bytesMax) | list(kind,countMax) | struct(fields) | when(fields)
 *   message = id SP name [SP fields]
 * ```
 * Names are part of it: two fields of one kind that swap places change the meaning of every byte, not its type.
 */
import type { FieldKind, Fields } from './field.js';
import type { MessageDeclaration } from './message.js';

/** Smallest and largest encoded size, bytes. */
export interface ByteRange {
  readonly bytesMin: number;
  readonly bytesMax: number;
}

const FIXED_BYTES = { u8: 1, bool: 1, u16: 2, i32: 4, f32: 4, f64: 8, vec2: 8, vec3: 12 } as const;

/** Encoded size of one field. */
export function kindBytes(kind: FieldKind): ByteRange {
  switch (kind.kind) {
    case 'string':
      return { bytesMin: 2, bytesMax: 2 + kind.bytesMax };
    case 'list':
      return { bytesMin: 1, bytesMax: 1 + kind.countMax * kindBytes(kind.item).bytesMax };
    case 'struct':
      return fieldsBytes(kind.fields);
    case 'when':
      return { bytesMin: 1, bytesMax: 1 + fieldsBytes(kind.fields).bytesMax };
    default:
      return { bytesMin: FIXED_BYTES[kind.kind], bytesMax: FIXED_BYTES[kind.kind] };
  }
}

/** Encoded size of fields in a row. */
export function fieldsBytes(fields: Fields): ByteRange {
  let bytesMin = 0;
  let bytesMax = 0;
  for (const kind of Object.values(fields)) {
    const range = kindBytes(kind);
    bytesMin += range.bytesMin;
    bytesMax += range.bytesMax;
  }
  return { bytesMin, bytesMax };
}

/** Whether every value of `kind` has the same size. */
export function isFixed(kind: FieldKind): boolean {
  const { bytesMin, bytesMax } = kindBytes(kind);
  return bytesMin === bytesMax;
}

/** Canonical text of fields: `t:f32 aim:vec2`. */
export function fieldsLayout(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, kind]) => `${name}:${kindLayout(kind)}`)
    .join(' ');
}

/** Canonical text of one message: `2 Kick foot:u8 aim:vec2 …`. */
export function messageLayout({
  id,
  name,
  layout,
}: Pick<MessageDeclaration, 'id' | 'name' | 'layout'>): string {
  return `${id} ${name} ${layout}`.trimEnd();
}

/** Canonical text of one field kind. */
export function kindLayout(kind: FieldKind): string {
  switch (kind.kind) {
    case 'string':
      return `string(${kind.bytesMax})`;
    case 'list':
      return `list(${kindLayout(kind.item)},${kind.countMax})`;
    case 'struct':
    case 'when':
      return `${kind.kind}(${fieldsLayout(kind.fields)})`;
    case 'u8':
      return kind.clamp === true ? 'u8-clamped' : 'u8';
    default:
      return kind.kind;
  }
}
