import { describe, expect, it } from 'vitest';
import { transportConformance } from '../../src/testing/transport-conformance.js';
import { dugout, dugoutEach, linesOf, objectsOf } from './dugout.js';

const FORGETFUL = 'test/cli/fixtures/forgetful-transport.mjs';

describe('dugout conformance', () => {
  it('prints a line for every case, the reasons for what does not apply, and a summary', async () => {
    const finished = await dugout(['conformance', 'loopback', '--mode', 'plain']);
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    const lines = linesOf(finished.stdout);
    for (const { id } of transportConformance) {
      expect(
        lines.filter((line) => line.includes(` ${id}: `)),
        id,
      ).toHaveLength(1);
    }
    expect(lines).toContainEqual(expect.stringMatching(/^n\/a {4}TR10\/malformed: .*\.$/));
    expect(lines.at(-1)).toMatch(/^loopback: \d+ cases passed, 0 failed, in \d+ runs; \d+ not applicable$/);
  });

  it('runs one case by mode and seed, and all of a rule', async () => {
    const words = ['conformance', 'local-udp', '--case'];
    const one = await dugout([...words, 'TR4/order', '--mode', 'impaired', '--seed', '7']);
    const rule = await dugout([...words, 'TR5', '--json']);
    expect(linesOf(one.stdout)).toEqual([
      expect.stringMatching(/^passed TR4\/order: /),
      'local-udp: 1 case passed, 0 failed, in 1 run; 0 not applicable',
    ]);
    expect(objectsOf(rule)).toMatchObject([
      { id: 'TR5/sequenced', verdict: 'passed', runs: 5, failures: [], reasons: [] },
      { id: 'TR5/unreliable', verdict: 'passed', runs: 5 },
    ]);
  });

  it('finds what a transport of the user breaks, says how to run it again, exit code 1', async () => {
    const finished = await dugout(['conformance', FORGETFUL, '--case', 'TR4/order']);
    expect(finished).toMatchObject({ exitCode: 1, stderr: '' });
    expect(finished.stdout).toContain('failed TR4/order: ');
    expect(finished.stdout).toContain(
      'forgetful, TR4/order, plain, seed 1: reliable messages at the client: ',
    );
    expect(finished.stdout).toContain(
      `again: dugout conformance ${FORGETFUL} --case TR4/order --mode second --seed 1\n`,
    );
    expect(finished.stdout).toMatch(/\nforgetful: 0 cases passed, 1 failed, in 2 runs; 0 not applicable\n$/);
  });

  it('lists the names when one is mistyped, and tells what else cannot be used, exit code 2', async () => {
    const finished = await dugoutEach([
      ['conformance', 'loopbak'],
      ['conformance', 'loopback', '--case', 'TR4/ordr'],
      ['conformance', './no-such-module.js'],
      ['conformance', 'dist/index.js'],
      ['conformance', 'loopback', '--mode', 'fast'],
      ['conformance', 'loopback', '--seed', '-1'],
    ]);
    expect(finished.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual(Array(6).fill([2, '']));
    const [name, id, path, empty, mode, seed] = finished.map(({ stderr }) => stderr);
    expect(name).toMatch(
      /^dugout: There is no transport loopbak\. Known are loopback, local-udp, .*\(cli\/usage\)/,
    );
    expect(id).toMatch(/^dugout: There is no case TR4\/ordr\. Known are .*TR4\/order, .*\(cli\/usage\)/);
    expect(path).toMatch(
      /^dugout: The module \.\/no-such-module\.js cannot be loaded: .*\(cli\/unreadable-file\)/,
    );
    expect(empty).toMatch(/^dugout: dist\/index\.js exports no `target` .*\(cli\/usage\)/);
    expect(mode).toContain('plain, second, impaired');
    expect(seed).toContain('A seed is a whole number');
  });
});
