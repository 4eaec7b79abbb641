/** docs/rules.md and the tables of limits against the code. */
import { describe, expect, it } from 'vitest';
import { type DerbyRules, defaultRules } from '../../src/machines/home-run-derby.js';
import { expectGenerated, PAGES, readRepositoryFile, tableRows } from './pages.js';

const UNITS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, KiB: 1024, MiB: 1024 ** 2 };

/** `1,195 bytes` → 1195, `2 min` → 120000 (ms), `16 MiB` → bytes. */
function numberOf(cell: string): number {
  const [, digits = '', unit = ''] = /^([\d.,]+)(?: ([A-Za-z]+))?/.exec(cell) ?? [];
  return Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? 1);
}

describe('docs/rules.md', () => {
  it('has every number of the default rules, and no other', () => {
    const stated = tableRows('docs/rules.md', 'Numbers').map(([, value = '', rule = '']) => [
      rule.replaceAll('`', ''),
      numberOf(value),
    ]);
    expect(Object.fromEntries(stated)).toEqual(numbersOf(defaultRules));
  });

  it('has the targets that the default rules give', () => {
    const players = [1, 2, 3, 4];
    const innings = Array.from({ length: defaultRules.innings }, (_, index) => index);
    const rows = innings.map((index) => {
      const targets = players.map((count) => defaultRules.target({ index, players: count, difficulty: 1 }));
      return `| ${index + 1} | ${targets.map((target) => target.toLocaleString('en')).join(' | ')} |`;
    });
    const head = [`| Inning | ${players.map((n) => `${n} player${n > 1 ? 's' : ''}`).join(' | ')} |`];
    const table = [...head, `| ---: |${' ---: |'.repeat(players.length)}`, ...rows].join('\n');
    expectGenerated('docs/rules.md', 'targets', `<!-- biome-ignore format: generated -->\n${table}`);
  });
});

/** A row that names its constant: `NAME` in `src/file.ts`, `[value]` in the second cell. */
const PLACE = /`(\w+)` in `(src\/[\w./-]+\.ts)`/;

const limits = PAGES.flatMap((page) =>
  ['Limits', 'Numbers'].flatMap((heading) =>
    tableRows(page, heading).flatMap(([what = '', value = '', place = '']) => {
      const [, name, file] = PLACE.exec(place) ?? [];
      return name && file && name !== 'waits' ? [{ page, what, value, name, file }] : [];
    }),
  ),
);

describe('tables of limits', () => {
  it('are there', () => {
    expect(limits.length).toBeGreaterThan(30);
  });

  it.each(limits)('$page: $what', ({ value, name, file }) => {
    const source = withoutComments(readRepositoryFile(file));
    const found = [
      ...source.matchAll(new RegExp(`\\b${name}\\b(?:: | = | \\?\\? )([\\d_.]+(?: \\* [\\d_]+)*)`, 'g')),
    ];
    expect(found.length, `${file} gives ${name} no number`).toBeGreaterThan(0);
    for (const [, text = ''] of found) expect(productOf(text) * unitOf(name)).toBe(numberOf(value));
  });
});

const withoutComments = (source: string): string => source.replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '');

const productOf = (text: string): number =>
  text.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);

/** Constants in seconds say so in their names; cells are read as milliseconds. */
const unitOf = (name: string): number => (name.endsWith('Seconds') ? 1000 : 1);

function numbersOf(rules: DerbyRules): Record<string, number> {
  const numbers = (of: object, prefix: string): [string, number][] =>
    Object.entries(of).flatMap(([key, value]) => (typeof value === 'number' ? [[prefix + key, value]] : []));
  return Object.fromEntries([...numbers(rules, ''), ...numbers(rules.waits, 'waits.')]);
}
