import { describe, expect, it } from 'vitest';
import {
  arrowFindings,
  cycleFindings,
  importsOf,
  layerOf,
  nodeFindings,
  packageFindings,
  unknownLayerFindings,
} from './imports.js';
import { report, source } from './source.js';

const none: ReadonlySet<string> = new Set();
const arrows = (path: string, text: string, publicFiles = none) =>
  report(arrowFindings([source(path, text)], publicFiles));

describe('imports', () => {
  it('reads every form, its kind and the file it means', () => {
    const text = [
      "import type { A } from './a.js';",
      "import { type B } from './b.js';",
      "export * from '../c.js';",
      "export type { D } from './d.js';",
      "type E = import('./e.js').E;",
      "const f = () => import('./f.js');",
      "import 'g';",
    ].join('\n');
    expect(importsOf(source('src/x/y.ts', text)).map(({ kind, target }) => [kind, target])).toEqual([
      ['type', 'src/x/a.ts'],
      ['code', 'src/x/b.ts'],
      ['code', 'src/c.ts'],
      ['type', 'src/x/d.ts'],
      ['type', 'src/x/e.ts'],
      ['lazy', 'src/x/f.ts'],
      ['code', undefined],
    ]);
  });

  it('knows the layer of a file', () => {
    expect(
      ['src/index.ts', 'src/errors.ts', 'src/store/a.ts', 'src/transports/p2p/a.ts'].map(layerOf),
    ).toEqual(['index', 'leaves', 'store', 'transports']);
  });

  it('finds code of one edge in another, and lets its types through', () => {
    expect(arrows('src/streams/a.ts', "import { b } from '../store/b.js';")).toEqual([
      'src/streams/a.ts:1 streams imports store (../store/b.js): use `import type`, or compose the two in src/session',
    ]);
    expect(arrows('src/streams/a.ts', "import type { B } from '../store/b.js';")).toEqual([]);
  });

  it('finds a protocol or a leaf that imports a layer, even by type', () => {
    expect(arrows('src/protocol/a.ts', "import type { B } from '../store/b.js';")).toHaveLength(1);
    expect(arrows('src/errors.ts', "import { b } from './protocol/b.js';")).toHaveLength(1);
    expect(arrows('src/protocol/a.ts', "import { b } from '../errors.js';")).toEqual([]);
  });

  it('lets the command line use what package.json exports, and nothing beside it', () => {
    const text = "import { b } from '../transports/local-udp/index.js';";
    expect(arrows('src/cli/a.ts', text, new Set(['src/transports/local-udp/index.ts']))).toEqual([]);
    expect(arrows('src/cli/a.ts', text)).toHaveLength(1);
  });

  it('finds a folder that is no layer', () => {
    expect(report(unknownLayerFindings([source('src/utils/a.ts', '')]))).toEqual([
      'src/utils/a.ts:1 unknown layer utils: give it a line in LAYERS',
    ]);
  });

  it('finds a cycle once and names its path; types make none', () => {
    const cycle = [
      source('src/a.ts', "import { b } from './b.js';"),
      source('src/b.ts', "export * from './c.js';"),
      source('src/c.ts', "import { a } from './a.js';"),
    ];
    expect(report(cycleFindings(cycle))).toEqual([
      expect.stringContaining('import cycle src/a.ts → src/b.ts → src/c.ts → src/a.ts'),
    ]);
    const broken = [cycle[0], cycle[1], source('src/c.ts', "import type { a } from './a.js';")];
    expect(cycleFindings(broken.filter((file) => file !== undefined))).toEqual([]);
  });

  it('finds node: in a file that has to run in a browser, directly and through others', () => {
    const text = "import { open } from 'node:fs';";
    expect(nodeFindings([source('src/store/memory-store.ts', text)])).toHaveLength(1);
    expect(nodeFindings([source('src/store/file-store.ts', text)])).toEqual([]);
    const reached = [
      source('src/store/file-store.ts', text),
      source('src/index.ts', "export * from './store/file-store.js';"),
    ];
    expect(report(nodeFindings(reached))).toEqual([
      expect.stringContaining('within reach of the browser entries'),
    ]);
  });

  it('finds a package users do not have, and one behind the wrong layer', () => {
    const runtime = new Set(['xstate', '@msgpack/msgpack']);
    const packages = (path: string, text: string) => report(packageFindings([source(path, text)], runtime));
    expect(packages('src/store/a.ts', "import ts from 'typescript';")).toHaveLength(1);
    expect(packages('src/store/a.ts', "import { createActor } from 'xstate';")).toEqual([
      'src/store/a.ts:1 imports xstate: xstate stays behind machines and session',
    ]);
    expect(packages('src/machines/a.ts', "import { assign } from 'xstate/actions';")).toEqual([]);
    expect(packages('src/store/a.ts', "import { decode } from '@msgpack/msgpack';")).toEqual([]);
  });
});
