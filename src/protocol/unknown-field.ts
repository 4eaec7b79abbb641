/**
 * Finding fields nobody declared. They cannot harm the bytes, so the codecs do not look for them; but a value that has one
 * is not what its author thinks it is, so `encode` refuses it.
 */
import type { FieldKind, Fields } from './field.js';

/** The path of an undeclared field in a value that was encoded, such as `.players[2].nmae`, or `undefined`. */
export type UnknownFieldFinder = (value: unknown) => string | undefined;

/** Composes the finder of a message or struct. A field under `when` is declared only where its flag is true. */
export function createUnknownFieldFinder(fields: Fields): UnknownFieldFinder {
  const names = new Set(Object.keys(fields));
  const inner = Object.entries(fields).flatMap(([name, kind]) => {
    const find = kindFinder(kind);
    return find === undefined ? [] : [{ name, find }];
  });
  const [flag, conditional] = Object.entries(fields).find(([, kind]) => kind.kind === 'when') ?? [];
  const findWhenTrue =
    conditional?.kind === 'when' && flag !== undefined
      ? createUnknownFieldFinder({
          ...without(fields, flag),
          [flag]: { kind: 'bool' },
          ...conditional.fields,
        })
      : undefined;
  return (value) => {
    const record = value as Record<string, unknown>;
    if (findWhenTrue !== undefined && flag !== undefined && record[flag] === true) return findWhenTrue(value);
    for (const name in record) {
      if (!names.has(name)) return `.${name}`;
    }
    for (const { name, find } of inner) {
      const path = find(record[name]);
      if (path !== undefined) return `.${name}${path}`;
    }
    return undefined;
  };
}

function kindFinder(kind: FieldKind): UnknownFieldFinder | undefined {
  if (kind.kind === 'struct') return createUnknownFieldFinder(kind.fields);
  if (kind.kind !== 'list') return undefined;
  const findInItem = kindFinder(kind.item);
  if (findInItem === undefined) return undefined;
  return (items) => {
    for (const [index, item] of (items as readonly unknown[]).entries()) {
      const path = findInItem(item);
      if (path !== undefined) return `[${index}]${path}`;
    }
    return undefined;
  };
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}
