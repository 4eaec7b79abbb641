/** Who imports whom: the arrows between layers, cycles, packages, and what a browser would load. */
import { posix } from 'node:path';
import ts from 'typescript';
import { BROWSER_ENTRIES, GAME_CONTRACT, LAYERS, NODE_FILES, PACKAGE_HOMES, PAGE } from './rules.js';
import { type Finding, findingAt, type Source, walk } from './source.js';

/** `code` runs at load, `lazy` is `import()`, `type` leaves nothing behind. */
type ImportKind = 'code' | 'lazy' | 'type';

interface Import {
  readonly kind: ImportKind;
  readonly specifier: string;
  /** The file imported, or `undefined` for a package. */
  readonly target: string | undefined;
  readonly node: ts.Node;
}

/** Every import of a file. `import { type A }` counts as code: it still loads the module. */
export function importsOf(file: Source): Import[] {
  const found: Import[] = [];
  const add = (kind: ImportKind, node: ts.Node, specifier: ts.Node | undefined): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const target = specifier.text.startsWith('.')
      ? posix.join(posix.dirname(file.path), specifier.text).replace(/\.js(x?)$/, '.ts$1')
      : undefined;
    found.push({ kind, specifier: specifier.text, target, node });
  };
  walk(file.tree, (node) => {
    if (ts.isImportDeclaration(node)) {
      const typeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      add(typeOnly ? 'type' : 'code', node, node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node)) {
      add(node.isTypeOnly ? 'type' : 'code', node, node.moduleSpecifier);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add('type', node, node.argument.literal);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add('lazy', node, node.arguments[0]);
    }
  });
  return found;
}

/** The layer a file of `src` belongs to. */
export function layerOf(path: string): string {
  if (path === 'src/index.ts') return 'index';
  const [, folder = '', rest] = path.split('/');
  return rest === undefined ? 'leaves' : folder;
}

/** Imports against the arrows of {@link LAYERS}. `publicFiles` are the sources package.json exports. */
export function arrowFindings(files: readonly Source[], publicFiles: ReadonlySet<string>): Finding[] {
  return files.flatMap((file) => {
    const from = layerOf(file.path);
    const layer = LAYERS[from];
    return importsOf(file).flatMap((entry) => {
      if (entry.target === undefined) return [];
      const to = layerOf(entry.target);
      const may = (names: readonly string[] = []) =>
        names.includes(to) || (names.includes('public') && publicFiles.has(entry.target ?? ''));
      if (from === to || may(layer?.code)) return [];
      if (entry.kind === 'type' && may(layer?.types)) return [];
      const instead = may(layer?.types)
        ? 'use `import type`, or compose the two in src/session'
        : `${from} may import ${layer?.code.join(', ') || 'nothing of ours'}; compose the two in src/session`;
      return [findingAt(file, entry.node, `${from} imports ${to} (${entry.specifier})`, instead)];
    });
  });
}

/** Layers that have no line in {@link LAYERS}. */
export function unknownLayerFindings(files: readonly Source[]): Finding[] {
  return files
    .filter((file) => LAYERS[layerOf(file.path)] === undefined)
    .map((file) =>
      findingAt(file, file.tree, `unknown layer ${layerOf(file.path)}`, 'give it a line in LAYERS'),
    );
}

/** Cycles of imports that run at load, each told once, as the path that closes it. */
export function cycleFindings(files: readonly Source[]): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const findings: Finding[] = [];
  const visit = (file: Source, trail: readonly string[]): void => {
    const at = trail.indexOf(file.path);
    if (at >= 0) {
      const cycle = [...trail.slice(at), file.path].join(' → ');
      findings.push(
        findingAt(file, file.tree, `import cycle ${cycle}`, 'move what both need into a file of its own'),
      );
      return;
    }
    if (done.has(file.path)) return;
    for (const entry of importsOf(file)) {
      const target = byPath.get(entry.target ?? '');
      if (target !== undefined && entry.kind === 'code') visit(target, [...trail, file.path]);
    }
    done.add(file.path);
  };
  for (const file of files) visit(file, []);
  return findings;
}

/** `node:` modules outside {@link NODE_FILES}, and within reach of {@link BROWSER_ENTRIES}. */
export function nodeFindings(files: readonly Source[]): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const browser = new Set<string>();
  const reach = (path: string | undefined): void => {
    const file = byPath.get(path ?? '');
    if (file === undefined || browser.has(file.path)) return;
    browser.add(file.path);
    for (const entry of importsOf(file)) if (entry.kind !== 'type') reach(entry.target);
  };
  for (const entry of BROWSER_ENTRIES) reach(entry);

  return files.flatMap((file) =>
    importsOf(file).flatMap((entry) => {
      if (!entry.specifier.startsWith('node:') || entry.kind === 'type') return [];
      if (!NODE_FILES.some((allowed) => allowed.test(file.path))) {
        const instead = 'take it through an option, or move it to a file of its own subpath export';
        return [findingAt(file, entry.node, `imports ${entry.specifier}`, instead)];
      }
      if (!browser.has(file.path)) return [];
      const instead = 'do not import this file from what a browser loads';
      return [findingAt(file, entry.node, `${entry.specifier} within reach of the browser entries`, instead)];
    }),
  );
}

/** Packages that users would not have, or that belong behind another layer. */
export function packageFindings(files: readonly Source[], runtime: ReadonlySet<string>): Finding[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap((entry) => {
      if (entry.target !== undefined || entry.specifier.startsWith('node:')) return [];
      const name = entry.specifier.split('/', entry.specifier.startsWith('@') ? 2 : 1).join('/');
      const homes = PACKAGE_HOMES[name];
      if (file.path.startsWith(PAGE.folder) && PAGE.packages.includes(name)) return [];
      if (!runtime.has(name)) {
        return [findingAt(file, entry.node, `imports ${name}`, 'only run-time dependencies of package.json')];
      }
      const isTypeOfContract = entry.kind === 'type' && GAME_CONTRACT.includes(file.path);
      if (homes === undefined || homes.includes(layerOf(file.path)) || isTypeOfContract) return [];
      return [findingAt(file, entry.node, `imports ${name}`, `${name} stays behind ${homes.join(' and ')}`)];
    }),
  );
}
