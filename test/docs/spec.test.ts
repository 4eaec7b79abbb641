/** docs/spec.md against the code: every rule with the tests that prove it, every refusal with its meaning. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { NOT_RUNNING_RULE } from '../../src/session/recorder.js';
import { expectGenerated, readRepositoryFile, tableRows } from './pages.js';

const PAGE = 'docs/spec.md';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const RULES = [numbered('RP', 7), numbered('TR', 13), numbered('ST', 7)].flat();

/** The start of a title, of a conformance case's id, or of a store case. */
const PROOF = /(?:\(|\bid:)\s*['"`]((?:RP|TR|ST)\d+)\b/g;

function numbered(area: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${area}${index + 1}`);
}

function filesThatProve(): ReadonlyMap<string, readonly string[]> {
  const proofs = new Map<string, string[]>(RULES.map((rule) => [rule, []]));
  for (const folder of ['src/testing', 'test']) {
    const names = readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((file) => file.endsWith('.ts') && !file.startsWith('docs')).sort()) {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      for (const rule of new Set(
        [...readRepositoryFile(path).matchAll(PROOF)].map((match) => match[1] ?? ''),
      ))
        proofs.get(rule)?.push(path);
    }
  }
  return proofs;
}

describe('the rules', () => {
  it('are stated once each, in order', () => {
    const stated = [...readRepositoryFile(PAGE).matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(
      (match) => match[1],
    );
    expect(stated).toEqual(RULES);
  });

  it('name the tests that prove them', () => {
    const proofs = filesThatProve();
    expect(proofs.get('TR6')?.length).toBeGreaterThan(0);
    const rows = RULES.map((rule) => {
      const links = (proofs.get(rule) ?? []).map((path) => `[${path}](../${path})`);
      return `| ${rule} | ${links.join(', ') || 'no test yet'} |`;
    });
    const table = ['| Rule | Tests |', '| --- | --- |', ...rows].join('\n');
    expectGenerated(PAGE, 'proofs', `<!-- biome-ignore format: generated -->\n${table}`);
  });

  it('that the code names are stated', () => {
    for (const path of sourcePaths()) {
      for (const [rule] of readRepositoryFile(path).matchAll(/\b(?:RP|TR|ST)\d+\b/g)) {
        expect(RULES, `${path} names ${rule}`).toContain(rule);
      }
    }
  });
});

describe('the refusals', () => {
  it('are those of the machines and the session, and no others', () => {
    const ofMachines = Object.values(homeRunDerby.refusals).flatMap((refusals) => Object.values(refusals));
    const ofSession = [
      ...readRepositoryFile('src/session/session-core.ts').matchAll(/'(session\/(?:not|queue)-[a-z]+)'/g),
    ];
    expect(ofSession.length).toBeGreaterThan(0);
    const rules = new Set([NOT_RUNNING_RULE, ...ofMachines, ...ofSession.map((match) => match[1] ?? '')]);
    const stated = tableRows(PAGE, 'Refusals').map(([rule = '']) => rule.replaceAll('`', ''));
    expect(stated.length).toBe(new Set(stated).size);
    expect([...stated].sort()).toEqual([...rules].sort());
  });
});

function sourcePaths(): string[] {
  return readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`);
}
