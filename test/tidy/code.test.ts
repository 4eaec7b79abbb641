import { describe, expect, it } from 'vitest';
import {
  clockFindings,
  gameWordFindings,
  leftoverFindings,
  lengthFindings,
  looseFindings,
  staleClockFiles,
} from './code.js';
import { type Finding, report, type Source, source } from './source.js';

const found = (check: (files: readonly Source[]) => Finding[], text: string, path = 'src/session/a.ts') =>
  check([source(path, text)]).map((finding) => finding.found);
const clocks = (text: string) => found((files) => clockFindings(files, []), text);

describe('clocks and randomness', () => {
  it.each([
    ['const t = Date.now();', 'Date.now'],
    ['const now = Date.now;', 'Date.now'],
    ['const d = new Date(0);', 'new Date'],
    ['globalThis.performance.now();', 'performance.now'],
    ['setTimeout(run, 1);', 'setTimeout'],
    ['globalThis.setInterval(run, 1);', 'setInterval'],
    ['start(setImmediate);', 'setImmediate'],
    ["import { setTimeout } from 'node:timers/promises';", 'setTimeout'],
    ['Math.random();', 'Math.random'],
    ['crypto.randomUUID();', 'crypto.randomUUID'],
    ["import { randomBytes } from 'node:crypto';", 'randomBytes'],
    ["import { debounceTime, map } from 'rxjs';", 'debounceTime of rxjs'],
  ])('finds %s', (text, name) => {
    expect(clocks(text)).toEqual([name]);
  });

  it.each([
    'clock.setTimeout(run, 1);',
    'class Clock { setTimeout(run: () => void): void {} }',
    'interface Clock { setTimeout(run: () => void): void; now(): number }',
    'const clock = { setTimeout: arm };',
    'type Timer = ReturnType<typeof setTimeout>;',
    "const text = 'Date.now() is not read here';",
    'random.next();',
    "import { map } from 'rxjs';",
  ])('lets pass %s', (text) => {
    expect(clocks(text)).toEqual([]);
  });

  it('lets a named file pass, and finds a name that is gone or not needed', () => {
    const files = [source('src/a.ts', 'Date.now();'), source('src/b.ts', 'export {};')];
    const allowed = ['src/a.ts', 'src/b.ts', 'src/gone.ts'];
    expect(clockFindings(files, allowed)).toEqual([]);
    expect(staleClockFiles(files, allowed)).toEqual(['src/b.ts', 'src/gone.ts']);
  });
});

describe('game words', () => {
  it.each([
    ['const currentBatter = 0;', '"Batter"'],
    ['// ends the at-bat', '"at bat"'],
    ['type HomeRuns2 = 1;', '"Home Runs"'],
    ["send('PITCH_THROWN');", '"PITCH"'],
    ['const inningsOption = new JSONBatting();', '"innings", "Batting"'],
    ["import { homeRunDerby } from './game.js';", '"home Run", "Derby"'],
    ['// Source: Home Run Derby.', '"Home Run", "Derby"'],
    ['pitching(swings)', '"pitching", "swings"'],
  ])('finds %s in any file but those of the game', (text, said) => {
    expect(found(gameWordFindings, text, 'src/cli/a.ts')).toEqual([`says ${said}`]);
    expect(found(gameWordFindings, text, 'src/machines/a.ts')).toEqual([]);
    expect(found(gameWordFindings, text, 'src/cli/bots/a.ts')).toEqual([]);
  });

  it('finds them in the name of a file', () => {
    expect(report(gameWordFindings([source('src/session/derby-clock.ts', 'export {};')]))).toEqual([
      expect.stringContaining('src/session/derby-clock.ts:1 says "derby"'),
    ]);
  });

  it.each([
    'const batch = combat;',
    'a run of frames',
    'the turn is over',
    'atBatchEnd()',
    'what that does',
    'nobody is home; running on',
  ])('lets pass %s', (text) => {
    expect(found(gameWordFindings, text)).toEqual([]);
  });
});

describe('loose code', () => {
  it.each([
    ['export default 1;', 'default export'],
    ['export default function run() {}', 'default export'],
    ['const a: any = 1;', 'any'],
    ["throw new Error('no');", 'bare Error'],
    ["throw Error('no');", 'bare Error'],
  ])('finds %s', (text, name) => {
    expect(found(looseFindings, text)).toEqual([name]);
  });

  it.each([
    'switch (a) { default: break; }',
    "throw new SessionError('session/full', 'no');",
    "const any = 'any';",
  ])('lets pass %s', (text) => {
    expect(found(looseFindings, text)).toEqual([]);
  });

  it.each(['it.only', 'describe.skip', 'test.todo'])('finds %s', (call) => {
    expect(found(leftoverFindings, `${call}('runs', () => {});`)).toEqual([call]);
    expect(found(leftoverFindings, "it.skipIf(isWindows)('runs', () => {});")).toEqual([]);
  });

  it('finds leftovers and files that are too long, and says where', () => {
    const leftover = `first\n// ${'TO'}${'DO'}: later\n`;
    expect(leftoverFindings([source('src/a.ts', leftover)])).toMatchObject([{ path: 'src/a.ts', line: 2 }]);
    expect(found(lengthFindings, 'x;\n'.repeat(300))).toEqual([]);
    expect(found(lengthFindings, 'x;\n'.repeat(301))).toEqual(['301 lines']);
  });
});
