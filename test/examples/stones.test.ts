/** The game of examples/stones, as its README says: two processes play it, its log replays and shows its charts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dugout, linesOf, objectOf } from '../cli/dugout.js';
import { type Finished, runNode } from '../support/spawn.js';

const GAME = 'examples/stones/game.mjs';

describe('examples/stones', () => {
  const directory = mkdtempSync(join(tmpdir(), 'stones-'));
  const log = join(directory, 'stones.dugout');
  let played: Finished;

  beforeAll(async () => {
    played = await runNode(['examples/stones/play.mjs', directory]);
  }, 30_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('plays between two processes to its end, and its log replays', () => {
    expect(played.stderr).toBe('');
    const lines = linesOf(played.stdout);
    // Two processes write; how their lines interleave is up to the system.
    expect(lines.filter((line) => line.startsWith('Ann'))).toEqual([
      ...['Ann takes 1 of 21', 'Ann takes 3 of 19', 'Ann takes 3 of 15', 'Ann takes 3 of 11'],
      ...['Ann takes 3 of 7', 'Ann takes 3 of 3', 'Ann has won.'],
    ]);
    expect(lines.filter((line) => line.startsWith('Bo takes'))).toHaveLength(5);
    expect(lines).toContain('Take was refused: client/not-your-turn-or-not-that-many.');
    expect(lines.at(-1)).toBe(`The log ${log} replays identical.`);
    expect(played.exitCode).toBe(0);
  });

  it('is replayed by the command line when told where the game is', async () => {
    const replayed = await dugout(['replay', log, '--game', GAME, '--json']);
    expect(objectOf(replayed)).toMatchObject({ verdict: 'identical', firstDivergence: null });
    const verified = await dugout(['log', 'verify', log, '--game', GAME, '--json']);
    expect(objectOf(verified)).toMatchObject({ verdict: 'identical' });
    const cat = await dugout(['log', 'cat', log, '--game', GAME]);
    expect(cat.stdout).toContain('Take {"count":1}');
  });

  it('is folded without it, and shows its charts', async () => {
    const folded = await dugout(['replay', log, '--json']);
    expect(objectOf(folded)).toMatchObject({ verdict: 'folded' });
    const charts = await dugout(['log', 'charts', log]);
    expect(charts.stdout).toMatch(/state "duel" as duel \{[\s\S]*state "moving"/);
    expect(charts.stdout).toContain('playing, runs duel');
  });

  it('is checked without a network', async () => {
    const checked = await runNode(['examples/stones/check.mjs']);
    expect(checked).toMatchObject({ exitCode: 0, stderr: '' });
    expect(linesOf(checked.stdout).map((line) => line.trim())).toEqual([
      'identical',
      'input 3 was refused: duel/not-your-turn-or-not-that-many',
      'input 4 was refused: duel/not-your-turn-or-not-that-many',
    ]);
  });

  it('is refused as the game of another log, and so is a module without one', async () => {
    const other = await dugout(['replay', log, '--game', 'examples/browser/game.mjs']);
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain('The log is of "stones"');
    const none = await dugout(['replay', log, '--game', 'examples/stones/rules.mjs']);
    expect(none.stderr).toContain('exports no `game`');
    const missing = await dugout(['replay', log, '--game', 'nowhere.mjs']);
    expect(missing.stderr).toContain('cannot be loaded');
  });
});
