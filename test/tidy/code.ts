/** What may not be written in a file, whoever imports it: clocks, randomness, game words, loose types and errors. */
import ts from 'typescript';
import {
  CLOCK_FILES,
  CLOCK_NAMES,
  GAME_HOMES,
  GAME_WORDS,
  IDLE_TESTS,
  LEFTOVERS,
  SOURCE_LINES_MAX,
  TIMED_OPERATORS,
} from './rules.js';
import { type Finding, findingAt, type Source, walk } from './source.js';

const GLOBALS = /^(globalThis|window|self)\./;

/** `Date.now` for that expression, `new Date` for its construction, a bare name for a global; else `undefined`. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node)) return `new ${node.expression.getText()}`;
  if (ts.isPropertyAccessExpression(node)) return node.getText().replace(GLOBALS, '').replace('?.', '.');
  if (!ts.isIdentifier(node)) return undefined;
  const { parent } = node;
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
  return isMember || isDeclared(node) ? undefined : node.text;
}

/** Whether an identifier only names a member, a parameter or a type: a clock of ours may well have a `setTimeout`. */
function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isTypeQueryNode(parent)) return true;
  return (
    (ts.isMethodDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isParameter(parent)) &&
    parent.name === node
  );
}

function clockAdvice(name: string): string | undefined {
  for (const [pattern, instead] of Object.entries(CLOCK_NAMES)) {
    if (name === pattern || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)))) return instead;
  }
  return undefined;
}

/** The clock and randomness of a file, whether it may use them or not. */
export function clockUses(file: Source): Finding[] {
  const findings: Finding[] = [];
  walk(file.tree, (node) => {
    const name = nameOf(node);
    const instead = name === undefined ? undefined : clockAdvice(name);
    if (name !== undefined && instead !== undefined)
      findings.push(findingAt(file, node, name, `take ${instead}`));
    if (ts.isImportDeclaration(node) && /^'rxjs/.test(node.moduleSpecifier.getText())) {
      for (const operator of node.importClause?.getText().match(/\w+/g) ?? []) {
        if (!TIMED_OPERATORS.includes(operator)) continue;
        findings.push(findingAt(file, node, `${operator} of rxjs`, 'count frames instead'));
      }
    }
  });
  return findings;
}

/** Uses of {@link clockUses} in files that are not in {@link CLOCK_FILES}. */
export function clockFindings(
  files: readonly Source[],
  allowed: readonly string[] = Object.keys(CLOCK_FILES),
) {
  return files.filter((file) => !allowed.includes(file.path)).flatMap(clockUses);
}

/** Entries of {@link CLOCK_FILES} that are gone, or no longer use what they are allowed to. */
export function staleClockFiles(
  files: readonly Source[],
  allowed: readonly string[] = Object.keys(CLOCK_FILES),
): string[] {
  const inUse = new Set(files.filter((file) => clockUses(file).length > 0).map((file) => file.path));
  return allowed.filter((path) => !inUse.has(path));
}

const GAME_WORD = new RegExp(`\\b(${GAME_WORDS.join('|').replaceAll(' ', ' ?')})(s|es|ed|ing)?\\b`, 'gi');

/** Words of the game outside {@link GAME_HOMES}: in paths, names, strings and comments. */
export function gameWordFindings(files: readonly Source[]): Finding[] {
  const instead = 'say it in the game definition (src/machines), in general words here';
  return files
    .filter(({ path }) => !Object.keys(GAME_HOMES).some((home) => path.startsWith(home)))
    .flatMap(({ path, text }) =>
      [path, ...text.split('\n')].flatMap((line, index) => {
        const said = wordsOf(line)
          .match(GAME_WORD)
          ?.map((word) => `"${word}"`);
        return said ? [{ path, line: Math.max(index, 1), found: `says ${said.join(', ')}`, instead }] : [];
      }),
    );
}

/** `JSONBatter_2 = startInning` as `JSON Batter start Inning`. */
function wordsOf(line: string): string {
  return line.replace(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ').replace(/[^A-Za-z]+/g, ' ');
}

/** Default exports, `any`, and errors without a code. */
export function looseFindings(files: readonly Source[]): Finding[] {
  return files.flatMap((file) => {
    const findings: Finding[] = [];
    walk(file.tree, (node) => {
      const loose = looseness(node);
      if (loose !== undefined) findings.push(findingAt(file, node, ...loose));
    });
    return findings;
  });
}

function looseness(node: ts.Node): readonly [found: string, instead: string] | undefined {
  if (ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword) {
    const isSwitch = ts.isDefaultClause(node.parent);
    return isSwitch ? undefined : ['default export', 'export it by name'];
  }
  if (node.kind === ts.SyntaxKind.AnyKeyword) return ['any', 'use `unknown` and narrow it'];
  const makes = ts.isNewExpression(node) || ts.isCallExpression(node) ? node.expression.getText() : '';
  if (makes === 'Error') return ['bare Error', 'use SessionError with a code, or invariant()'];
  return undefined;
}

/** Leftovers in any file, and tests that do not run. */
export function leftoverFindings(files: readonly Source[]): Finding[] {
  return files.flatMap((file) => [
    ...lineFindings(file, LEFTOVERS, 'do it now, or open an issue and leave nothing here'),
    ...lineFindings(file, IDLE_TESTS, 'make it run, or delete it'),
  ]);
}

function lineFindings(file: Source, pattern: RegExp, instead: string): Finding[] {
  return file.text.split('\n').flatMap((text, index) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [{ path: file.path, line: index + 1, found, instead }];
  });
}

/** Files that are too long. */
export function lengthFindings(files: readonly Source[]): Finding[] {
  return files.flatMap((file) => {
    const line = file.text.replace(/\n$/, '').split('\n').length;
    const instead = 'find the missing concept and give it a file';
    return line > SOURCE_LINES_MAX ? [{ path: file.path, line, found: `${line} lines`, instead }] : [];
  });
}
