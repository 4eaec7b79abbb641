/**
 * The text of the function that decodes one message: straight-line code that gives up (`undefined`) at any doubt.
 *
 * Floats are checked for being finite once a run: `n * 0` is 0 for a finite number, else NaN. An f32 is checked in a sum
 * with the others: as doubles, finite ones cannot overflow, and a sum with an infinity or a NaN stays one of these.
 */
import type { FieldKind, Fields, ListKind, NumberKind, StringKind } from './field.js';
import { isFixed, kindBytes } from './layout.js';
import { SourceText } from './source-text.js';

const GETTERS = { u16: 'Uint16', i32: 'Int32', f32: 'Float32', f64: 'Float64' } as const;
const GIVE_UP = 'return undefined;';

/** Body of `(view, bytes, readUtf8) => value | undefined`. */
export function readerSource(fields: Fields): string {
  return new ReaderSource().body(fields);
}

class ReaderSource {
  readonly #text = new SourceText((bytes) => `if (end - p < ${bytes}) ${GIVE_UP}`);
  /** Floats read in this run and not yet checked: each f64, and all f32. */
  #doubles: string[] = [];
  #singles: string[] = [];

  body(fields: Fields): string {
    this.#text.take(1);
    const value = this.#struct(fields);
    this.#endRun();
    this.#text.line(`return p === end ? ${value} : undefined;`);
    return `const end = bytes.length;\nlet p = 0;\n${this.#text}`;
  }

  #struct(fields: Fields, before: readonly string[] = []): string {
    const properties = [...before];
    for (const [name, kind] of Object.entries(fields)) {
      if (kind.kind === 'when') return this.#when(name, kind.fields, properties);
      properties.push(`${name}: ${this.#value(kind)}`);
    }
    return `{ ${properties.join(', ')} }`;
  }

  /** The flag is the last field of its object, so each branch makes the whole object. */
  #when(flag: string, fields: Fields, before: readonly string[]): string {
    const byte = this.#byte();
    const value = this.#text.fresh('o');
    this.#text.line(`let ${value};`);
    this.#text.line(`if (${byte} > 1) ${GIVE_UP}`);
    this.#block(`if (${byte} === 1)`, () => {
      const present = this.#struct(fields, [...before, `${flag}: true`]);
      this.#text.line(`${value} = ${present};`);
    });
    this.#text.line(`else ${value} = { ${[...before, `${flag}: false`].join(', ')} };`);
    return value;
  }

  #value(kind: Exclude<FieldKind, { kind: 'when' }>): string {
    switch (kind.kind) {
      case 'bool':
        return this.#bool();
      case 'string':
        return this.#string(kind);
      case 'vec2':
        return `[${this.#number('f32')}, ${this.#number('f32')}]`;
      case 'vec3':
        return `[${this.#number('f32')}, ${this.#number('f32')}, ${this.#number('f32')}]`;
      case 'list':
        return this.#list(kind);
      case 'struct':
        return this.#struct(kind.fields);
      default:
        return this.#number(kind.kind);
    }
  }

  #number(kind: NumberKind['kind']): string {
    if (kind === 'u8') return this.#byte();
    const name = this.#text.fresh('n');
    const at = this.#text.take(kindBytes({ kind }).bytesMax);
    this.#text.line(`const ${name} = view.get${GETTERS[kind]}(${at}, true);`);
    if (kind === 'f32') this.#singles.push(name);
    if (kind === 'f64') this.#doubles.push(name);
    return name;
  }

  #byte(): string {
    const name = this.#text.fresh('b');
    this.#text.line(`const ${name} = bytes[${this.#text.take(1)}];`);
    return name;
  }

  #bool(): string {
    const byte = this.#byte();
    this.#text.line(`if (${byte} > 1) ${GIVE_UP}`);
    return `${byte} === 1`;
  }

  #string({ bytesMax }: StringKind): string {
    const [length, text] = [this.#text.fresh('n'), this.#text.fresh('s')];
    this.#text.line(`const ${length} = view.getUint16(${this.#text.take(2)}, true);`);
    this.#endRun();
    this.#text.line(`if (${length} > ${bytesMax} || end - p < ${length}) ${GIVE_UP}`);
    this.#text.line(`const ${text} = readUtf8(bytes, p, p + ${length});`);
    this.#text.line(`if (${text} === undefined) ${GIVE_UP}`);
    this.#text.line(`p += ${length};`);
    return text;
  }

  #list({ item, countMax }: ListKind): string {
    const count = this.#byte();
    const [items, index] = [this.#text.fresh('a'), this.#text.fresh('i')];
    this.#endRun();
    const needed = `${count} * ${kindBytes(item).bytesMin}`;
    this.#text.line(`if (${count} > ${countMax} || end - p < ${needed}) ${GIVE_UP}`);
    this.#text.line(`const ${items} = new Array(${count});`);
    this.#block(
      `for (let ${index} = 0; ${index} < ${count}; ${index}++)`,
      () => this.#text.line(`${items}[${index}] = ${this.#value(item)};`),
      isFixed(item),
    );
    return items;
  }

  #block(head: string, body: () => void, checked = false): void {
    this.#endRun();
    const checkedBody = (): void => {
      body();
      this.#endRun();
    };
    this.#text.block(head, checkedBody, { checked });
  }

  #endRun(): void {
    const sums = [...this.#doubles];
    if (this.#singles.length > 0) sums.push(balancedSum(this.#singles));
    for (const sum of sums) this.#text.line(`if (${sum} * 0 !== 0) ${GIVE_UP}`);
    this.#doubles = [];
    this.#singles = [];
    this.#text.endRun();
  }
}

/** `((a + b) + (c + d))`: the additions of a pair do not wait for each other. */
function balancedSum(names: readonly string[]): string {
  if (names.length === 1) return `${names[0]}`;
  const middle = names.length >> 1;
  return `(${balancedSum(names.slice(0, middle))} + ${balancedSum(names.slice(middle))})`;
}
