import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, objectOf, startDugout } from './dugout.js';
import { rewriteHeader, type WrittenLogs, writeLogs } from './logs.js';

const dugout = startDugout();
let directory: string;
let logs: WrittenLogs;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dugout-replay-'));
  logs = await writeLogs(directory);
});
afterAll(() => {
  dugout.stop();
  return rm(directory, { recursive: true, force: true });
});

const KEYS = ['verdict', 'digest', 'transitions', 'elapsedMs', 'firstDivergence'];

describe('dugout replay', () => {
  it('replays the logs of both sides identically, with the keys it promises', async () => {
    for (const path of [logs.host, logs.client]) {
      const finished = await dugout.run(['replay', path, '--json']);
      expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
      const object = objectOf(finished);
      expect(Object.keys(object)).toEqual(KEYS);
      expect(object).toMatchObject({ verdict: 'identical', firstDivergence: null });
      expect(object.digest).toMatch(/^[0-9a-f]{16}$/);
      expect(object.transitions).toBeGreaterThan(10);
      expect(object.elapsedMs).toBeGreaterThan(0);
    }
  });

  it('says it in one line for people', async () => {
    const finished = await dugout.run(['replay', logs.host]);
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    expect(finished.stdout).toMatch(/^identical: \d+ transitions, digest [0-9a-f]{16}, [\d.]+ ms\n$/);
  });

  it('folds when asked, to the digest and the count of the replay', async () => {
    const folded = objectOf(await dugout.run(['replay', logs.host, '--fold', '--json']));
    const replayed = objectOf(await dugout.run(['replay', logs.host, '--json']));
    expect(Object.keys(folded)).toEqual(KEYS);
    expect(folded).toMatchObject({
      verdict: 'folded',
      digest: replayed.digest,
      transitions: replayed.transitions,
    });
  });

  it('stops at a frame and shows every actor there, the same by replay and by fold', async () => {
    const replayed = objectOf(await dugout.run(['replay', logs.host, '--until', '95', '--json']));
    expect(Object.keys(replayed)).toEqual([...KEYS, 'actors']);
    const actors = replayed.actors as Record<string, { state: string; context: unknown }>;
    expect(Object.keys(actors).sort()).toEqual(['lobby', 'run', 'session', 'turn']);
    expect(actors.run).toMatchObject({ state: 'inning.batting', context: { inningIndex: 0 } });
    const folded = objectOf(await dugout.run(['replay', logs.host, '--until', '95', '--fold', '--json']));
    expect(folded).toMatchObject({ digest: replayed.digest, transitions: replayed.transitions, actors });

    const { stdout } = await dugout.run(['replay', logs.host, '--until', '95']);
    expect(linesOf(stdout)).toEqual(expect.arrayContaining(['run: inning.batting', '  inningIndex = 0']));
  });

  it('names the first divergence, exit code 1, and says when nothing of the build explains it', async () => {
    const path = await rewriteHeader(logs.host, join(directory, 'other-seed.dugout'), { seed: 8 });
    const finished = await dugout.run(['replay', path, '--json']);
    expect(finished.exitCode).toBe(1);
    const object = objectOf(finished);
    expect(Object.keys(object)).toEqual(KEYS);
    expect(object.verdict).toBe('diverged');
    expect(Object.keys(object.firstDivergence as object)).toEqual([
      ...['frame', 'actor', 'event', 'field', 'expected', 'actual', 'sentence'],
    ]);
    expect(object.firstDivergence).toMatchObject({
      frame: 10,
      actor: 'lobby',
      event: 'command.startRun',
      field: 'setup.seed',
    });

    const told = await dugout.run(['replay', path]);
    expect(told.exitCode).toBe(1);
    expect(told.stdout).toMatch(
      /^diverged: [^\n]+\nFrame 10, actor "lobby", event "command.startRun": setup.seed/,
    );
    expect(told.stderr).toContain('same game, rules and charts');
  });

  it('suggests --fold for a log that another build wrote', async () => {
    const changed = { seed: 8, gameVersion: '0' };
    const other = await rewriteHeader(logs.host, join(directory, 'other-build.dugout'), changed);
    const told = await dugout.run(['replay', other]);
    expect(told.exitCode).toBe(1);
    expect(told.stderr).toContain('version differ). Read it with --fold.');
    expect((await dugout.run(['replay', other, '--fold'])).exitCode).toBe(0);
  });

  it('folds a log of a game it does not know, and says so on stderr', async () => {
    const path = await rewriteHeader(logs.host, join(directory, 'unknown.dugout'), { game: 'tee-ball' });
    const finished = await dugout.run(['replay', path, '--json']);
    expect(finished.exitCode).toBe(0);
    expect(objectOf(finished).verdict).toBe('folded');
    expect(finished.stderr).toContain('"tee-ball"');
  });

  it('folds a log whose messages have another schema', async () => {
    const changed = { schemaHash: '0123456789abcdef' };
    const path = await rewriteHeader(logs.host, join(directory, 'schema.dugout'), changed);
    expect(objectOf(await dugout.run(['replay', path, '--json'])).verdict).toBe('folded');
  });

  it('refuses a frame that is none', async () => {
    const finished = await dugout.run(['replay', logs.host, '--until', 'soon']);
    expect(finished).toMatchObject({ exitCode: 2, stdout: '' });
    expect(finished.stderr).toContain('A frame is a whole number from 0.');
  });
});
