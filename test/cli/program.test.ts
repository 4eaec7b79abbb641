import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { wantsColour } from '../../src/cli/terminal.js';
import { LIBRARY_VERSION } from '../../src/version.js';
import { dugout, dugoutEach, linesOf, objectOf } from './dugout.js';
import { copyEdited, rewriteHeader, writeLogs } from './logs.js';

let directory: string;
let log: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dugout-program-'));
  log = (await writeLogs(directory)).host;
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The words that lead to every command, groups included. */
function commandsOf(parent: Command, words: readonly string[] = []): (readonly string[])[] {
  return parent.commands.flatMap((command) => {
    const own = [...words, command.name()];
    return [own, ...commandsOf(command, own)];
  });
}

const COMMANDS = commandsOf(createProgram());

describe('dugout', () => {
  it('has the commands it promises', () => {
    expect(COMMANDS.map((words) => words.join(' '))).toEqual(
      expect.arrayContaining([
        ...['replay', 'log cat', 'log stat', 'log verify', 'log diff', 'log charts'],
        ...['message encode', 'message decode', 'message table'],
      ]),
    );
  });

  it('has a help with examples for every command, on stdout, exit code 0', async () => {
    const all = await dugoutEach(COMMANDS.map((words) => [...words, '--help']));
    for (const [index, finished] of [await dugout(['--help']), ...all].entries()) {
      const words = COMMANDS[index - 1] ?? [];
      expect(finished, words.join(' ')).toMatchObject({ exitCode: 0, stderr: '' });
      expect(finished.stdout).toMatch(new RegExp(`^Usage: ${['dugout', ...words].join(' ')} `));
      expect(finished.stdout).toMatch(/\nExamples:\n( {2}\$ dugout .+ {2}\S.*\n)+/);
    }
  });

  it('says its version', async () => {
    for (const finished of await dugoutEach([['--version'], ['-V']])) {
      expect(finished).toMatchObject({ exitCode: 0, stdout: `${LIBRARY_VERSION}\n`, stderr: '' });
    }
  });

  it('shows its help on stderr when nothing is asked, exit code 2', async () => {
    for (const finished of [await dugout([]), ...(await dugoutEach([['log'], ['message']]))]) {
      expect(finished).toMatchObject({ exitCode: 2, stdout: '' });
      expect(finished.stderr).toContain('Usage: dugout');
    }
  });
});

describe('wrong usage', () => {
  const WRONG: readonly (readonly [args: readonly string[], hint: string])[] = [
    [['repaly', 'x'], '(Did you mean replay?)'],
    [['log', 'verfy', 'x'], '(Did you mean verify?)'],
    [['message', 'decod', '10'], '(Did you mean decode?)'],
    [['replay', 'x', '--jsno'], '(Did you mean --json?)'],
    [['replay', 'x', '--untill', '3'], '(Did you mean --until?)'],
    [['log', 'cat', 'x', '--imputs'], '(Did you mean --inputs?)'],
    [['log', 'charts', 'x', '--charts', 'y'], '(Did you mean --chart?)'],
    [['replay'], "missing required argument 'file'"],
    [['replay', 'x', 'y'], 'too many arguments'],
    [['replay', 'x', '--until'], 'argument missing'],
    [['log', 'diff', 'x'], "missing required argument 'b'"],
    [['host', '--continue'], '--continue goes on with the log named by --out'],
    [['host', '--continue', '--out', 'no-such.dugout'], 'There is no log at'],
    [['host', '--port', '0', '--name', 'a'.repeat(25)], 'A name has 1 to 24 bytes.'],
    [['join', '--name', ''], 'A name has 1 to 24 bytes.'],
  ];

  it('is refused with a hint, exit code 2', async () => {
    const all = await dugoutEach(WRONG.map(([args]) => args));
    for (const [index, [args, hint]] of WRONG.entries()) {
      expect(all[index], args.join(' ')).toMatchObject({ exitCode: 2, stdout: '' });
      expect(all[index]?.stderr).toMatch(/^dugout: /);
      expect(all[index]?.stderr).toContain(hint);
    }
  });

  it('is an error object on stdout with --json', async () => {
    const finished = await dugout(['replay', 'x', '--fodl', '--json']);
    expect(finished.exitCode).toBe(2);
    const message = "unknown option '--fodl' (Did you mean --fold?)";
    expect(objectOf(finished)).toEqual({ error: { code: 'cli/usage', message } });
  });
});

describe('unreadable input', () => {
  const FILE_COMMANDS = [
    ['replay'],
    ['log', 'cat'],
    ['log', 'stat'],
    ['log', 'verify'],
    ['log', 'charts'],
    ['log', 'diff'],
  ];

  async function expectRefused(path: string, code: string, message: RegExp): Promise<void> {
    const all = await dugoutEach(
      FILE_COMMANDS.map((words) => [...words, ...(words.includes('diff') ? [log] : []), path, '--json']),
    );
    for (const finished of all) {
      expect(finished.exitCode).toBe(2);
      expect(objectOf(finished)).toEqual({ error: { code, message: expect.stringMatching(message) } });
      expect(linesOf(finished.stderr)).toEqual([expect.stringMatching(/^dugout: .+ \([a-z/-]+\)$/)]);
    }
  }

  it('a file that is not there', () =>
    expectRefused(join(directory, 'nothing.dugout'), 'cli/unreadable-file', /no such file/));

  it('a directory', () => expectRefused(directory, 'cli/unreadable-file', /is a directory/));

  it('an empty file', async () => {
    const path = await copyEdited(log, join(directory, 'empty'), () => Buffer.alloc(0));
    await expectRefused(path, 'store/not-a-log', /empty/);
  });

  it('a file that is no log', () =>
    expectRefused('package.json', 'store/not-a-log', /do not start like a log/));

  it('a log with a byte flipped, naming the record', async () => {
    const path = await copyEdited(log, join(directory, 'flipped'), (bytes) => {
      const middle = bytes.length >> 1;
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
      return bytes;
    });
    await expectRefused(path, 'store/corrupt-record', /Record \d+ at byte \d+ is damaged/);
  });

  it('a log whose chain is broken, naming the record', async () => {
    const path = await rewriteHeader(log, join(directory, 'unchained'), { seed: 8 }, { keepsChain: false });
    await expectRefused(path, 'store/corrupt-batch', /The batch at record 1 does not carry the digest/);
  });

  it('without --json leaves stdout empty', async () => {
    const finished = await dugout(['replay', join(directory, 'nothing.dugout')]);
    expect(finished).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

describe('colours', () => {
  it('are for terminals only, and not with NO_COLOR', () => {
    expect(wantsColour({ isTTY: true }, {})).toBe(true);
    expect(wantsColour({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
    expect(wantsColour({}, {})).toBe(false);
  });

  it('do not reach a pipe, whatever the environment asks', async () => {
    for (const args of [
      ['log', 'cat', log],
      ['replay', log, '--until', '95'],
      ['replay', '--help'],
    ]) {
      const { stdout } = await dugout(args, { env: { FORCE_COLOR: '3' } });
      expect(stdout.length).toBeGreaterThan(0);
      expect(stdout).not.toContain('\u001b');
    }
  });
});
