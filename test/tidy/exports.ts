/** The public surface: what package.json exports, and whether all of it has a doc comment. */
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { type Finding, findingAt, type Source } from './source.js';

/** The parts of package.json the checks read. */
export interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Reads package.json of the repository. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync('package.json', 'utf8'));
}

/** The sources of the entry points package.json exports. */
export function entrySources(manifest: Manifest): string[] {
  return Object.values(manifest.exports)
    .flatMap((entry) => (typeof entry === 'string' ? [] : [entry.types]))
    .map((types) => types.replace(/^\.\/dist\//, 'src/').replace(/\.d\.ts$/, '.ts'));
}

/** Exports reachable from `entries` that have no doc comment. Entries that do not exist are left to the package check. */
export function undocumentedFindings(entries: readonly string[]): Finding[] {
  const existing = entries.filter((path) => existsSync(path));
  const program = ts.createProgram(existing, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    noLib: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const findings = new Map<string, Finding>();
  for (const path of existing) {
    const tree = program.getSourceFile(path);
    const module = tree && checker.getSymbolAtLocation(tree);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const finding = undocumented(checker, symbol);
      if (finding) findings.set(`${finding.path}:${finding.line}`, finding);
    }
  }
  return [...findings.values()];
}

function undocumented(checker: ts.TypeChecker, exported: ts.Symbol): Finding | undefined {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const declarations = (symbol.declarations ?? []).filter((node) => !ts.isSourceFile(node));
  const [first] = declarations;
  if (first === undefined || first.getSourceFile().fileName.includes('/node_modules/')) return undefined;
  if (declarations.some(isDocumented)) return undefined;
  const tree = first.getSourceFile();
  const file: Source = { path: tree.fileName.replace(`${process.cwd()}/`, ''), text: tree.text, tree };
  const instead = 'say in one sentence what it is, with shapes, units and errors';
  return findingAt(file, first, `public export ${exported.name} has no doc comment`, instead);
}

/** Whether a declaration has a doc comment of its own: the header of a file is not one of its first declaration. */
function isDocumented(declaration: ts.Declaration): boolean {
  const tree = declaration.getSourceFile();
  const comments = ts
    .getJSDocCommentsAndTags(declaration)
    .filter((node) => ts.isJSDoc(node))
    .filter((node) => node.getStart(tree) > 0 || !isHeader(tree));
  return comments.length > 0;
}

function isHeader(tree: ts.SourceFile): boolean {
  return tree.text.startsWith('/**');
}
