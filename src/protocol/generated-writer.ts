/**
 * The text of the function that encodes one message: straight-line code that gives up (−1) at any doubt about the value,
 * and returns −2 where the bytes end too soon (`BAD_VALUE`, `NO_ROOM`).
 */
import { BAD_VALUE, NO_ROOM } from './codec.js';
import type { FieldKind, Fields, ListKind, NumberKind, StringKind } from './field.js';
import { isFixed, kindBytes } from './layout.js';
import { F32_LIMIT } from './scalar.js';
import { SourceText } from './source-text.js';

/** How each integer is cut to its width (it must be the same after) and written. */
const INTEGERS = {
  u8: (value: string, at: string) => ({ truncated: `${value} & 255`, write: `bytes[${at}] = ${value};` }),
  u16: (value: string, at: string) => ({
    truncated: `${value} & 65535`,
    write: `view.setUint16(${at}, ${value}, true);`,
  }),
  i32: (value: string, at: string) => ({
    truncated: `${value} | 0`,
    write: `view.setInt32(${at}, ${value}, true);`,
  }),
} as const;

const GIVE_UP = `return ${BAD_VALUE};`;

/** Body of `(view, bytes, p, limit, value, writeString) => end | BAD_VALUE | NO_ROOM`. */
export function writerSource(id: number, fields: Fields): string {
  const source = new WriterSource();
  source.message(id, fields);
  return source.toString();
}

class WriterSource {
  readonly #text = new SourceText((bytes) => `if (limit - p < ${bytes}) return ${NO_ROOM};`);

  toString(): string {
    return this.#text.toString();
  }

  message(id: number, fields: Fields): void {
    this.#text.line(`bytes[${this.#text.take(1)}] = ${id};`);
    this.#struct('value', fields);
    this.#text.endRun();
    this.#text.line('return p;');
  }

  #struct(value: string, fields: Fields): void {
    this.#text.line(`if (typeof ${value} !== 'object' || ${value} === null) ${GIVE_UP}`);
    this.#fields(value, fields);
  }

  #fields(value: string, fields: Fields): void {
    for (const [name, kind] of Object.entries(fields)) {
      const field = this.#text.fresh('v');
      this.#text.line(`const ${field} = ${value}.${name};`);
      this.#value(field, kind);
      if (kind.kind === 'when') {
        this.#text.block(`if (${field})`, () => this.#fields(value, kind.fields), { checked: false });
      }
    }
  }

  #value(value: string, kind: FieldKind): void {
    switch (kind.kind) {
      case 'bool':
      case 'when':
        this.#bool(value);
        break;
      case 'string':
        this.#string(value, kind);
        break;
      case 'vec2':
        this.#vector(value, 2);
        break;
      case 'vec3':
        this.#vector(value, 3);
        break;
      case 'list':
        this.#list(value, kind);
        break;
      case 'struct':
        this.#struct(value, kind.fields);
        break;
      default:
        this.#number(value, kind);
    }
  }

  #number(value: string, { kind, clamp }: NumberKind): void {
    const at = this.#text.take(kindBytes({ kind }).bytesMax);
    if (kind === 'f32') this.#float32(value, at);
    else if (kind === 'f64') {
      this.#text.line(`if (typeof ${value} !== 'number' || ${value} * 0 !== 0) ${GIVE_UP}`);
      this.#text.line(`view.setFloat64(${at}, ${value}, true);`);
    } else if (clamp === true) {
      this.#text.line(`if (!Number.isInteger(${value})) ${GIVE_UP}`);
      this.#text.line(`bytes[${at}] = ${value} < 0 ? 0 : ${value} > 255 ? 255 : ${value};`);
    } else {
      const { truncated, write } = INTEGERS[kind](value, at);
      this.#text.line(`if (typeof ${value} !== 'number' || ${value} !== (${truncated})) ${GIVE_UP}`);
      this.#text.line(write);
    }
  }

  #float32(value: string, at: string): void {
    this.#text.line(`if (typeof ${value} !== 'number' || !(Math.abs(${value}) < ${F32_LIMIT})) ${GIVE_UP}`);
    this.#text.line(`view.setFloat32(${at}, ${value}, true);`);
  }

  #bool(value: string): void {
    this.#text.line(`if (typeof ${value} !== 'boolean') ${GIVE_UP}`);
    this.#text.line(`bytes[${this.#text.take(1)}] = ${value} ? 1 : 0;`);
  }

  #vector(value: string, count: number): void {
    this.#text.line(`if (${value} == null || ${value}.length !== ${count}) ${GIVE_UP}`);
    for (let index = 0; index < count; index++) {
      const item = this.#text.fresh('v');
      this.#text.line(`const ${item} = ${value}[${index}];`);
      this.#float32(item, this.#text.take(4));
    }
  }

  #string(value: string, { bytesMax }: StringKind): void {
    this.#text.endRun();
    const end = this.#text.fresh('e');
    this.#text.line(`const ${end} = writeString(bytes, p, limit, ${value}, ${bytesMax});`);
    this.#text.line(`if (${end} < 0) return ${end};`);
    this.#text.line(`p = ${end};`);
  }

  #list(value: string, { item, countMax }: ListKind): void {
    this.#text.line(`if (!Array.isArray(${value}) || ${value}.length > ${countMax}) ${GIVE_UP}`);
    const [count, index, element] = [this.#text.fresh('n'), this.#text.fresh('i'), this.#text.fresh('v')];
    this.#text.line(`const ${count} = ${value}.length;`);
    this.#text.line(`bytes[${this.#text.take(1)}] = ${count};`);
    this.#text.endRun();
    const checked = isFixed(item);
    if (checked)
      this.#text.line(`if (limit - p < ${count} * ${kindBytes(item).bytesMax}) return ${NO_ROOM};`);
    this.#text.block(
      `for (let ${index} = 0; ${index} < ${count}; ${index}++)`,
      () => {
        this.#text.line(`const ${element} = ${value}[${index}];`);
        this.#value(element, item);
      },
      { checked },
    );
  }
}
