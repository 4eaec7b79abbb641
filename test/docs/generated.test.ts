/** What the pages quote is what the code does: the example and its output, the charts, the table of messages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { homeRunDerby } from '../../src/machines/home-run-derby.js';
import { homeRunDerbyProtocol } from '../../src/protocol/home-run-derby.js';
import { messageTable, withMessageTable } from '../../src/protocol/table.js';
import { chartsOf } from '../../src/session/chart.js';
import { chartsMermaid } from '../../src/store/charts-mermaid.js';
import { builtInTargets } from '../../src/testing/targets/index.js';
import { runNode } from '../support/spawn.js';
import { expectGenerated, fenced, readRepositoryFile } from './pages.js';

describe('the example in README.md', () => {
  it('is examples/embed.mjs', () => {
    const source = readRepositoryFile('examples/embed.mjs').trimEnd();
    expectGenerated('README.md', 'embed-source', fenced('js', source));
  });

  it('prints what stands there', async () => {
    const { exitCode, stdout, stderr } = await runNode(['examples/embed.mjs']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('identical');
    expectGenerated('README.md', 'embed-output', fenced('text', stdout.trimEnd()));
  });
});

describe('the charts', () => {
  const charts = { ...chartsOf(homeRunDerby.host.root), ...chartsOf(homeRunDerby.client.root) };
  const inReadme = ['run', 'turn', 'at-bat'];
  const elsewhere = Object.keys(charts).filter((id) => !inReadme.includes(id));

  it.each([
    ...inReadme.map((id) => ['README.md', id] as const),
    ...elsewhere.map((id) => ['docs/charts.md', id] as const),
  ])('in %s: %s is drawn from its machine', (page, id) => {
    const chart = charts[id];
    expect(chart).toBeDefined();
    expectGenerated(page, `chart ${id}`, fenced('mermaid', chart ? chartsMermaid({ [id]: chart }) : ''));
  });
});

it('docs/transports.md says what each wire cannot do, as its target does', () => {
  const rows = builtInTargets.flatMap(({ name, cannot }) =>
    Object.entries(cannot).map(([ability, reason]) => `| ${name} | ${ability} | ${reason} |`),
  );
  expectGenerated(
    'docs/transports.md',
    'cannot',
    [
      '<!-- biome-ignore format: generated -->',
      '| Transport | What | Why |',
      '| --- | --- | --- |',
      ...rows,
    ].join('\n'),
  );
});

it('README.md has the table of messages that the declarations give', () => {
  const page = new URL('../../README.md', import.meta.url);
  const fresh = withMessageTable(readFileSync(page, 'utf8'), messageTable(homeRunDerbyProtocol.messages));
  if (process.env.UPDATE_DOCS === '1') writeFileSync(page, fresh);
  expect(readFileSync(page, 'utf8')).toBe(fresh);
});
