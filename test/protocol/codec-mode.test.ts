import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const source = new URL('../../src/', import.meta.url);
const script = `
  const { canGenerateCode } = await import('./protocol/codec.js');
  const { homeRunDerbyProtocol: protocol } = await import('./protocol/home-run-derby.js');
  const { defineProtocol } = await import('./protocol/define.js');
  const bytes = protocol.encode('TurnEnd', { scoreGained: -2, homeRuns: 1, longestFt: 0.5 });
  let forced = 'made';
  try { defineProtocol({ name: 'X', messages: protocol.messages, codec: 'generated' }); } catch (e) { forced = e.name; }
  console.log(JSON.stringify({
    canGenerate: canGenerateCode(), hex: Buffer.from(bytes).toString('hex'), result: protocol.decode(bytes), forced,
  }));`;

/** Runs `script` in a process of its own on the compiled protocol folder. */
function runNode(folder: string, ...flags: readonly string[]): unknown {
  const file = join(folder, 'script.js');
  writeFileSync(file, script);
  return JSON.parse(execFileSync(process.execPath, [...flags, file], { encoding: 'utf8', timeout: 20_000 }));
}

describe('the choice of codec', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dugout-codec-mode-'));
  const answer = {
    hex: '21feffffff010000003f',
    result: {
      ok: true,
      decoded: { id: 33, name: 'TurnEnd', value: { scoreGained: -2, homeRuns: 1, longestFt: 0.5 } },
    },
  };

  beforeAll(() => {
    mkdirSync(join(folder, 'protocol'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const protocolFiles = readdirSync(new URL('protocol/', source))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `protocol/${name}`);
    for (const name of ['errors.ts', 'peers.ts', ...protocolFiles]) {
      const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
      const text = ts.transpile(readFileSync(new URL(name, source), 'utf8'), options);
      writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), text);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('generates code where that is allowed', () => {
    expect(runNode(folder)).toEqual({ canGenerate: true, forced: 'made', ...answer });
  });

  it('falls back to closures where code generation is forbidden', () => {
    const flag = '--disallow-code-generation-from-strings';
    expect(runNode(folder, flag)).toEqual({ canGenerate: false, forced: 'EvalError', ...answer });
  });
});
