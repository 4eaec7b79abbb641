/**
 * Makes any value a bounded plain one, with a mark such as `‹cycle›` where something is missing. Runs no foreign code but the
 * traps of a proxy: a getter is marked, never called. Never throws.
 */
import type { Plain } from '../../game.js';
import { isSheer, nameOfClass, unlistedKind } from './foreign.js';

/** How much of a value is kept. */
export interface CutLimits {
  readonly depth: number;
  readonly items: number;
  readonly keys: number;
  /** Of one text, in UTF-16 units. */
  readonly characters: number;
  /** Of one array of bytes. */
  readonly bytes: number;
  /** Values in all, the innermost counted. */
  readonly nodes: number;
}

export const CUT_LIMITS: CutLimits = {
  depth: 8,
  items: 200,
  keys: 200,
  characters: 4_096,
  bytes: 4_096,
  nodes: 20_000,
};

/** The longest name of a field, in UTF-16 units. */
const KEY_CHARACTERS = 200;

/** What stands where a secret was. */
export const SECRET_MARK = '‹secret›';

/** How a value is cut and cleared. */
export interface CutOptions {
  /** @default CUT_LIMITS */
  readonly limits?: CutLimits;
  /** Fields for which it holds are marked, whatever they hold. */
  readonly isSecret?: (name: string) => boolean;
  /** What is shown of a text, wherever it stands. */
  readonly clearText?: (text: string) => string;
}

/** `value` as bounded plain data. */
export function cut(
  value: unknown,
  { limits = CUT_LIMITS, isSecret = () => false, clearText = (text) => text }: CutOptions = {},
): Plain {
  return new Cutter({ limits, isSecret, clearText }).cut(value);
}

class Cutter {
  readonly #limits: CutLimits;
  readonly #isSecret: (name: string) => boolean;
  readonly #clearText: (text: string) => string;
  /** The objects that the current one is in. */
  readonly #around: object[] = [];
  #nodes = 0;

  constructor({ limits, isSecret, clearText }: Required<CutOptions>) {
    this.#limits = limits;
    this.#isSecret = isSecret;
    this.#clearText = clearText;
  }

  cut(value: unknown): Plain {
    if (++this.#nodes > this.#limits.nodes) return '‹more›';
    switch (typeof value) {
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : mark(Object.is(value, -0) ? '-0' : value);
      case 'string':
        return cutText(this.#clearText(value), this.#limits.characters);
      case 'object':
        return value === null ? null : this.#guarded(value);
      case 'function':
        return '‹function›';
      case 'bigint':
        return cutText(mark(`${value}n`), this.#limits.characters);
      default:
        return cutText(mark(String(value)), this.#limits.characters);
    }
  }

  #guarded(value: object): Plain {
    if (this.#around.includes(value)) return '‹cycle›';
    if (this.#around.length >= this.#limits.depth) return '‹deeper›';
    this.#around.push(value);
    try {
      return this.#object(value);
    } catch {
      // A proxy that throws, or one that was revoked.
      return '‹unreadable›';
    } finally {
      this.#around.pop();
    }
  }

  #object(value: object): Plain {
    if (Array.isArray(value)) return this.#items(value, value.length);
    if (value instanceof Uint8Array) return this.#bytes(value);
    if (isSheer(value)) return this.#fields(value);
    const unlisted = unlistedKind(value);
    if (unlisted !== undefined) return cutText(mark(this.#clearText(unlisted)), KEY_CHARACTERS);
    if (value instanceof Map)
      return { '‹Map›': this.#iterated(Map.prototype.entries.call(value), value.size) };
    if (value instanceof Set)
      return { '‹Set›': this.#iterated(Set.prototype.values.call(value), value.size) };
    return { [cutText(mark(nameOfClass(value)), KEY_CHARACTERS)]: this.#fields(value) };
  }

  #bytes(value: Uint8Array): Plain {
    const { bytes } = this.#limits;
    return value.length > bytes ? mark(`${count(value.length)} bytes`) : Uint8Array.from(value);
  }

  #items(array: readonly unknown[], length: number): Plain {
    const kept = Math.min(length, this.#limits.items);
    const items: Plain[] = [];
    for (let index = 0; index < kept; index++) items.push(this.#property(array, String(index)));
    if (kept < length) items.push(mark(`${count(kept)} of ${count(length)} items`));
    return items;
  }

  #iterated(values: Iterable<unknown>, length: number): Plain {
    const kept: unknown[] = [];
    for (const value of values) {
      if (kept.length >= this.#limits.items) break;
      kept.push(value);
    }
    return this.#items(kept, length);
  }

  #fields(value: object): Plain {
    const keys = Object.keys(value);
    const fields: Record<string, Plain> = {};
    for (const key of keys.slice(0, this.#limits.keys)) {
      // A reader of the feed takes this one for an attack.
      const name = key === '__proto__' ? mark(key) : cutText(key, KEY_CHARACTERS);
      fields[name] = this.#isSecret(key) ? SECRET_MARK : this.#property(value, key);
    }
    if (keys.length > this.#limits.keys) {
      fields['‹more›'] = mark(`${count(this.#limits.keys)} of ${count(keys.length)} fields`);
    }
    return fields;
  }

  #property(of: object, key: string): Plain {
    const property = Object.getOwnPropertyDescriptor(of, key);
    if (property === undefined) return '‹hole›';
    return 'value' in property ? this.cut(property.value) : '‹getter›';
  }
}

const mark = (what: unknown): string => `‹${String(what)}›`;
const count = (value: number): string => value.toLocaleString('en-US');

/** `text` up to a limit; never half a character. */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const last = text.charCodeAt(characters - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? characters - 1 : characters;
  return `${text.slice(0, end)}${mark(`${count(end)} of ${count(text.length)} characters`)}`;
}
