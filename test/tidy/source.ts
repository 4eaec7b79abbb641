/** Source files as the checks see them: a path in the repository, the text, and the syntax tree; and findings about them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** One file. `path` is relative to the repository, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** Something to change: where, what was found, and what to write instead. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly found: string;
  readonly instead: string;
}

/** Makes a source of a sample or a file. */
export function source(path: string, text: string): Source {
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true) };
}

/** Paths of all files under `folder` that end in `extension`, sorted; none when there is no such folder. */
export function filesUnder(folder: string, extension: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => path.endsWith(extension) && !path.includes('node_modules/'))
    .sort();
}

/** Reads all TypeScript sources under `folder`. */
export function readSources(folder: string): Source[] {
  return [...filesUnder(folder, '.ts'), ...filesUnder(folder, '.tsx')].map((path) =>
    source(path, readFileSync(path, 'utf8')),
  );
}

/** A finding at a node of the tree. */
export function findingAt(file: Source, node: ts.Node, found: string, instead: string): Finding {
  const { line } = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree));
  return { path: file.path, line: line + 1, found, instead };
}

/** Findings as lines a reader can click on. */
export function report(findings: readonly Finding[]): string[] {
  return findings.map(({ path, line, found, instead }) => `${path}:${line} ${found}: ${instead}`);
}

/** Calls `visit` for every node of a tree, parents first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
