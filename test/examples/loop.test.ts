/** examples/loop.mjs plays a run to its end in a loop of its own. */
import { expect, it } from 'vitest';
import { linesOf } from '../cli/dugout.js';
import { runNode } from '../support/spawn.js';

it('examples/loop.mjs drives the frames, draws what changed and shows the bat', async () => {
  const { exitCode, stdout, stderr } = await runNode(['examples/loop.mjs']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const lines = linesOf(stdout);
  expect(lines.slice(0, 4)).toEqual(['— lobby', '— starting', '— intro', '— inning']);
  expect(lines.at(-1)).toMatch(/^(won|lost); the bat was seen$/);
});
