/** The house rules as a test of the repository itself. The rules are data in `tidy/rules.ts`; samples that break them are beside it. */
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  clockFindings,
  gameWordFindings,
  leftoverFindings,
  lengthFindings,
  looseFindings,
  staleClockFiles,
} from './tidy/code.js';
import { missingFindings } from './tidy/documents.js';
import { entrySources, readManifest, undocumentedFindings } from './tidy/exports.js';
import {
  arrowFindings,
  cycleFindings,
  nodeFindings,
  packageFindings,
  unknownLayerFindings,
} from './tidy/imports.js';
import { GAME_HOMES } from './tidy/rules.js';
import { filesUnder, readSources, report } from './tidy/source.js';

const manifest = readManifest();
const files = readSources('src');
const tests = readSources('test').filter((file) => !file.path.startsWith('test/tidy'));
const examples = readSources('examples');
const entries = entrySources(manifest);
const runtime = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));

it('looks at the sources', () => {
  expect(files.length).toBeGreaterThan(0);
});

describe('imports', () => {
  it('every folder of src is a layer with arrows', () => {
    expect(report(unknownLayerFindings(files))).toEqual([]);
  });

  it('follow the arrows between layers', () => {
    expect(report(arrowFindings(files, new Set(entries)))).toEqual([]);
  });

  it('have no cycles', () => {
    expect(report(cycleFindings(files))).toEqual([]);
  });

  it('keep node: out of what a browser loads', () => {
    expect(report(nodeFindings(files))).toEqual([]);
  });

  it('name run-time dependencies only, behind their layers', () => {
    expect(report(packageFindings(files, runtime))).toEqual([]);
  });

  it('src/index.ts re-exports and does nothing else', () => {
    const index = files.find((file) => file.path === 'src/index.ts');
    const others = index?.tree.statements.filter(
      (statement) => !ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined,
    );
    expect((others ?? []).map((statement) => statement.getText())).toEqual([]);
  });
});

describe('code', () => {
  it('reads no clock and draws no randomness outside the files that own them', () => {
    expect(report(clockFindings(files))).toEqual([]);
  });

  it('every file that may read a clock or draw randomness exists and does', () => {
    expect(staleClockFiles(files)).toEqual([]);
  });

  it('knows no game outside the files that are one', () => {
    expect(report(gameWordFindings(files))).toEqual([]);
  });

  it('every home of the game exists', () => {
    expect(Object.keys(GAME_HOMES).filter((home) => !existsSync(home))).toEqual([]);
  });

  it('has no default export, no any, no bare Error', () => {
    expect(report(looseFindings(files))).toEqual([]);
  });

  it('leaves nothing for later, and every test runs', () => {
    expect(report(leftoverFindings([...files, ...tests, ...examples]))).toEqual([]);
  });

  it('has no file that has outgrown its concept', () => {
    expect(report(lengthFindings(files))).toEqual([]);
  });
});

describe('documents', () => {
  it('every public export has a doc comment', () => {
    expect(report(undocumentedFindings(entries))).toEqual([]);
  });

  it('every file named in a document exists', () => {
    const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesUnder('docs', '.md')];
    const findings = pages
      .filter((page) => existsSync(page))
      .flatMap((page) => missingFindings(page, readFileSync(page, 'utf8'), existsSync));
    expect(report(findings)).toEqual([]);
  });
});
