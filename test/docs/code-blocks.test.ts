/**
 * The code in the pages compiles: every `ts` block is a module of its own, checked against the sources under the names a user
 * imports. Every `js` block is a file of `examples/`, which another test runs.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type CodeBlock, codeBlocksOf, PAGES, readRepositoryFile } from './pages.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LANGUAGES = ['ts', 'js', 'sh', 'text', 'mermaid', ''];

const blocks = PAGES.flatMap(codeBlocksOf);
const typed = blocks.filter(({ language }) => language === 'ts');

describe('code in the pages', () => {
  it('has a known language, and some of it is checked', () => {
    expect(blocks.filter(({ language }) => !LANGUAGES.includes(language))).toEqual([]);
    expect(typed.length).toBeGreaterThan(5);
  });

  it('compiles, and a wrong name is found', () => {
    const text = "import { createGuest } from 'dugout';\ncreateGuest();\n";
    const errors = errorsIn([...typed, { page: 'wrong.md', line: 1, language: 'ts', text }]);
    expect(errors).toEqual([expect.stringMatching(/^wrong\.md:2 .*no exported member 'createGuest'/)]);
    // The compiler reads the whole library.
  }, 120_000);

  it('in JavaScript is an example that is run', () => {
    const examples = readdirSync(`${ROOT}examples`)
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => readRepositoryFile(`examples/${name}`));
    for (const { page, line, text } of blocks.filter(({ language }) => language === 'js')) {
      expect(examples, `${page}:${line}`).toContain(text);
    }
  });
});

/** What the compiler says of `blocks`, by page and line. */
function errorsIn(some: readonly CodeBlock[]): string[] {
  const byName = new Map(some.map((block, index) => [`${ROOT}test/docs/block-${index}.ts`, block]));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );
  const settings = { ...options, noUnusedLocals: false, noUnusedParameters: false, paths: publicPaths() };
  const host = ts.createCompilerHost(settings);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (name) => byName.has(name) || fileExists(name);
  host.readFile = (name) => byName.get(name)?.text ?? readFile(name);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const block = byName.get(name);
    return block
      ? ts.createSourceFile(name, block.text, languageVersion)
      : getSourceFile(name, languageVersion, ...rest);
  };
  const program = ts.createProgram([...byName.keys()], settings, host);
  return [...byName].flatMap(([name, block]) => {
    const file = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText, start = 0 }) => {
      const line = block.line + 1 + (file?.getLineAndCharacterOfPosition(start).line ?? 0);
      return `${block.page}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

/** From a public name to its source, by the `exports` of package.json. */
function publicPaths(): Record<string, string[]> {
  const { exports } = JSON.parse(readRepositoryFile('package.json')) as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  const paths: Record<string, string[]> = {};
  for (const [name, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue;
    const source = target.default.replace('./dist/', `${ROOT}src/`).replace(/\.js$/, '.ts');
    paths[`dugout${name.slice(1)}`] = [source];
  }
  return paths;
}
