/** What somebody typed to search for: words, or a field compared with a value. */

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=';
type Primitive = string | number | boolean | null;

export type Query =
  | { readonly kind: 'words'; readonly words: string }
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly operator: Operator;
      readonly value: Primitive;
    };

const COMPARISON = /^\s*([\p{L}_$][\p{L}\p{N}_$.-]*)\s*(==?|!=|<=|>=|<|>)\s*(.+?)\s*$/u;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** `undefined` when nothing was typed. */
export function parseQuery(typed: string): Query | undefined {
  const [, field, operator, value] = COMPARISON.exec(typed) ?? [];
  if (field !== undefined && value !== undefined)
    return {
      kind: 'field',
      field: field.toLowerCase(),
      operator: operator === '==' ? '=' : (operator as Operator),
      value: primitiveOf(value),
    };
  const words = typed.trim().toLowerCase();
  return words === '' ? undefined : { kind: 'words', words };
}

/** Whether `value` is what the query compares for. Words are compared whatever their case; other kinds never equal. */
export function holds(
  { operator, value: wanted }: Extract<Query, { kind: 'field' }>,
  value: unknown,
): boolean {
  const is = typeof value === 'string' ? value.toLowerCase() : value;
  switch (operator) {
    case '=':
      return is === wanted;
    case '!=':
      return is !== wanted;
    default:
      return typeof is === 'number' && typeof wanted === 'number' && isOrdered(is, operator, wanted);
  }
}

function isOrdered(is: number, operator: '<' | '<=' | '>' | '>=', wanted: number): boolean {
  if (operator === '<') return is < wanted;
  if (operator === '<=') return is <= wanted;
  return operator === '>' ? is > wanted : is >= wanted;
}

function primitiveOf(text: string): Primitive {
  const quoted = /^(["'])(.*)\1$/.exec(text);
  if (quoted) return (quoted[2] ?? '').toLowerCase();
  const word = WORDS.get(text.toLowerCase());
  if (word !== undefined) return word;
  const number = Number(text);
  return Number.isNaN(number) ? text.toLowerCase() : number;
}
