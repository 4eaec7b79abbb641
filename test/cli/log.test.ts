import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, objectOf, objectsOf, startDugout } from './dugout.js';
import { copyEdited, POSES, rewriteHeader, type WrittenLogs, writeLogs } from './logs.js';

const dugout = startDugout();
let directory: string;
let logs: WrittenLogs;
let torn: string;
let otherSeed: string;
let otherGame: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dugout-log-'));
  logs = await writeLogs(directory);
  torn = await copyEdited(logs.host, join(directory, 'torn'), (bytes) => bytes.subarray(0, -5));
  otherSeed = await rewriteHeader(logs.host, join(directory, 'other-seed'), { seed: 8 });
  otherGame = await rewriteHeader(logs.host, join(directory, 'other-game'), { game: 'tee-ball' });
});
afterAll(() => {
  dugout.stop();
  return rm(directory, { recursive: true, force: true });
});

describe('dugout log cat', () => {
  it('prints one object a step, with the keys it promises', async () => {
    const finished = await dugout.run(['log', 'cat', logs.host, '--json']);
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    const steps = objectsOf(finished);
    const common = ['kind', 'frame', 'cause', 'actor', 'event', 'message'];
    for (const step of steps) {
      const own = step.kind === 'refusal' ? ['rule'] : ['from', 'to', 'changes'];
      expect(Object.keys(step)).toEqual([...common, ...own]);
    }
    expect(steps[0]).toMatchObject({
      frame: 0,
      cause: 'start',
      event: 'xstate.init',
      from: '',
      message: null,
    });
    expect(steps.find(({ event }) => event === 'PlayFeed')).toMatchObject({
      actor: 'turn',
      message: { id: 32, name: 'PlayFeed', value: { headline: 'Strike!' } },
      changes: { outs: 1 },
    });
    const refusal = steps.find(({ kind }) => kind === 'refusal');
    expect(refusal).toMatchObject({
      actor: 'run',
      event: 'IntroDone',
      rule: expect.stringContaining('run/'),
    });
  });

  it('has as many transitions as the replay', async () => {
    const steps = objectsOf(await dugout.run(['log', 'cat', logs.host, '--json']));
    const { transitions } = objectOf(await dugout.run(['replay', logs.host, '--json']));
    expect(steps.filter(({ kind }) => kind === 'transition')).toHaveLength(transitions as number);
  });

  it('prints one line a step for people', async () => {
    const { stdout, exitCode } = await dugout.run(['log', 'cat', logs.host]);
    expect(exitCode).toBe(0);
    const lines = linesOf(stdout);
    expect(lines[0]).toMatch(/^ {5}0 {2}start +\S+ +xstate\.init {2}· → \S+/);
    expect(stdout).toMatch(/peer \d: PlayFeed +turn +PlayFeed \{"batter":.*outs=1/);
    expect(stdout).toMatch(/timer +lobby +.*starting → inRun/);
    expect(stdout).toContain('refused by run/');
    expect(lines).toHaveLength(objectsOf(await dugout.run(['log', 'cat', logs.host, '--json'])).length);
  });

  it('picks frames and an actor', async () => {
    const steps = objectsOf(
      await dugout.run([
        'log',
        'cat',
        logs.host,
        '--json',
        '--from',
        '70',
        '--until',
        '95',
        '--actor',
        'run',
      ]),
    );
    expect(steps.length).toBeGreaterThan(1);
    for (const { actor, frame } of steps) {
      expect(actor).toBe('run');
      expect(frame).toBeGreaterThanOrEqual(70);
      expect(frame).toBeLessThanOrEqual(95);
    }
    expect(linesOf((await dugout.run(['log', 'cat', logs.host, '--actor', 'nobody'])).stdout)).toEqual([]);
  });

  it('prints inputs, bytes in hexadecimal, also those of one actor', async () => {
    const inputs = objectsOf(await dugout.run(['log', 'cat', logs.host, '--inputs', '--json']));
    for (const input of inputs)
      expect(Object.keys(input)).toEqual(['kind', 'frame', 'cause', 'input', 'message']);
    expect(inputs[0]).toMatchObject({ kind: 'input', frame: 1, input: { kind: 'peer-joined', peer: 0 } });
    const swing = inputs.find(({ cause }) => String(cause).endsWith('AtBatSwing'));
    expect(swing).toMatchObject({
      input: { kind: 'message', bytes: '2b0000003f' },
      message: { id: 43, name: 'AtBatSwing', value: { pressTime: 0.5 } },
    });
    const ofRun = objectsOf(
      await dugout.run(['log', 'cat', logs.host, '--inputs', '--json', '--actor', 'run']),
    );
    expect(ofRun.length).toBeGreaterThan(0);
    expect(ofRun.length).toBeLessThan(inputs.length);

    const { stdout } = await dugout.run(['log', 'cat', logs.host, '--inputs']);
    expect(linesOf(stdout)).toHaveLength(inputs.length);
    expect(stdout).toMatch(/peer \d: AtBatSwing +\{"pressTime":0.5\}/);
  });

  it('reads a log of a game it does not know, payloads left as they are', async () => {
    const inputs = objectsOf(await dugout.run(['log', 'cat', otherGame, '--inputs', '--json']));
    const swing = inputs.find(({ cause }) => String(cause).endsWith(': AtBatSwing'));
    expect(swing).toMatchObject({ input: { bytes: '2b0000003f' }, message: null });
    const steps = objectsOf(await dugout.run(['log', 'cat', otherGame, '--json']));
    expect(steps).toHaveLength(objectsOf(await dugout.run(['log', 'cat', logs.host, '--json'])).length);
  });
});

describe('dugout log stat', () => {
  it('tells the facts, with the keys it promises', async () => {
    const finished = await dugout.run(['log', 'stat', logs.host, '--json']);
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    const facts = objectOf(finished);
    expect(Object.keys(facts)).toEqual([
      ...['session', 'game', 'gameVersion', 'protocol', 'schemaHash', 'role', 'seed', 'frameRate', 'library'],
      ...['createdAt', 'digest', 'records', 'batches', 'lastFrame', 'transitions', 'refusals', 'inputs'],
      ...['sideTrackEntries', 'linkSamples', 'bytes', 'tornTail'],
    ]);
    expect(facts).toMatchObject({
      game: 'home-run-derby',
      role: 'host',
      seed: 7,
      frameRate: 60,
      refusals: 1,
    });
    expect(facts).toMatchObject({ sideTrackEntries: POSES, tornTail: null });
    expect(facts.inputs).toMatchObject({ 'peer-joined': 2, 'peer-left': 1, command: 2 });
    const { digest, transitions } = objectOf(await dugout.run(['replay', logs.host, '--json']));
    expect(facts).toMatchObject({ digest, transitions });
  });

  it('counts every byte of the file once, torn tail included', async () => {
    for (const path of [logs.host, logs.client, torn]) {
      const bytes = objectOf(await dugout.run(['log', 'stat', path, '--json'])).bytes as Record<
        string,
        number
      >;
      expect(Object.keys(bytes)).toEqual([
        'header',
        'batches',
        'sideTrack',
        'links',
        'framing',
        'tornTail',
        'total',
      ]);
      const { total, ...parts } = bytes;
      expect(total).toBe((await stat(path)).size);
      expect(Object.values(parts).reduce((sum, part) => sum + part)).toBe(total);
    }
  });

  it('is a table for people', async () => {
    const { stdout } = await dugout.run(['log', 'stat', torn]);
    expect(stdout).toMatch(/^game +home-run-derby, version 1$/m);
    expect(stdout).toMatch(/^seed +7$/m);
    expect(stdout).toMatch(/^torn tail +\d+ bytes: the log ends inside a record$/m);
  });
});

describe('dugout log verify', () => {
  const KEYS = ['verdict', 'digest', 'records', 'transitions', 'tornTail', 'firstDivergence'];

  it('finds a good log identical', async () => {
    const finished = await dugout.run(['log', 'verify', logs.client, '--json']);
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    const report = objectOf(finished);
    expect(Object.keys(report)).toEqual(KEYS);
    expect(report).toMatchObject({ verdict: 'identical', tornTail: null, firstDivergence: null });
    expect((await dugout.run(['log', 'verify', logs.client])).stdout).toMatch(
      /^identical: \d+ records, \d+ trans/,
    );
  });

  it('warns of a torn tail, exit code 0', async () => {
    const finished = await dugout.run(['log', 'verify', torn, '--json']);
    expect(finished.exitCode).toBe(0);
    expect(finished.stderr).toMatch(/^Warning: ".*" has a torn tail of \d+ bytes from byte \d+: /);
    expect(objectOf(finished)).toMatchObject({
      verdict: 'identical',
      tornTail: { reason: 'the log ends inside a record' },
    });
  });

  it('finds a log of an unknown game intact', async () => {
    const finished = await dugout.run(['log', 'verify', otherGame, '--json']);
    expect(finished.exitCode).toBe(0);
    expect(objectOf(finished)).toMatchObject({ verdict: 'intact', firstDivergence: null });
  });

  it('says where a log diverges, exit code 1', async () => {
    const finished = await dugout.run(['log', 'verify', otherSeed, '--json']);
    expect(finished.exitCode).toBe(1);
    expect(objectOf(finished)).toMatchObject({
      verdict: 'diverged',
      firstDivergence: { field: 'setup.seed' },
    });
    expect((await dugout.run(['log', 'verify', otherSeed])).stdout).toMatch(
      /^diverged: .*\nFrame 10, actor "lobby"/,
    );
  });
});

describe('dugout log diff', () => {
  const KEYS = ['same', 'digestA', 'digestB', 'firstDifference'];

  it('finds a log the same as itself and as its torn copy of equal batches', async () => {
    const finished = await dugout.run(['log', 'diff', logs.host, logs.host, '--json']);
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    const object = objectOf(finished);
    expect(Object.keys(object)).toEqual(KEYS);
    expect(object).toMatchObject({ same: true, digestB: object.digestA, firstDifference: null });
    expect((await dugout.run(['log', 'diff', logs.host, logs.host])).stdout).toMatch(
      /^same: digest [0-9a-f]{16}\n$/,
    );
  });

  it('names a difference of the headers first', async () => {
    const finished = await dugout.run(['log', 'diff', logs.host, otherSeed, '--json']);
    expect(finished.exitCode).toBe(1);
    const object = objectOf(finished);
    expect(Object.keys(object)).toEqual(KEYS);
    expect(object).toMatchObject({
      same: false,
      firstDifference: { frame: 0, field: 'header.seed', expected: 7, actual: 8 },
    });
  });

  it('names frame, actor, event, field and both values', async () => {
    const one = await rewriteHeader(logs.host, join(directory, 'one'), { rules: {} });
    const more = (await writeLogs(directory, { turnOuts: 1 })).host;
    const other = await rewriteHeader(more, join(directory, 'other'), { rules: {} });
    const finished = await dugout.run(['log', 'diff', one, other, '--json']);
    expect(finished.exitCode).toBe(1);
    expect(objectOf(finished)).toMatchObject({
      firstDifference: { actor: 'turn', event: 'xstate.init', field: 'outsMax', expected: 3, actual: 1 },
    });
    const { stdout } = await dugout.run(['log', 'diff', one, other]);
    expect(linesOf(stdout)).toEqual([
      'different, first at',
      expect.stringMatching(/^ {2}frame {2}\d+$/),
      '  actor  turn',
      '  event  xstate.init',
      '  field  outsMax',
      '  A has  3',
      '  B has  1',
    ]);
  });

  it('names the frame where one log ends', async () => {
    const cut = await copyEdited(logs.client, join(directory, 'cut'), (bytes) => bytes.subarray(0, -1200));
    const { exitCode, stdout } = await dugout.run(['log', 'diff', logs.client, cut, '--json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ firstDifference: { field: 'frame', actual: null } });
  });
});

describe('dugout log charts', () => {
  it('draws every chart of the header as one diagram', async () => {
    const finished = await dugout.run(['log', 'charts', logs.host]);
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    const lines = linesOf(finished.stdout);
    expect(lines.filter((line) => line === 'stateDiagram-v2')).toHaveLength(1);
    for (const chart of ['session', 'lobby', 'run', 'turn', 'at-bat']) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ {2}state "${chart}" as \\w+ \\{$`)));
    }
  });

  it('draws one chart, and needs no game for it', async () => {
    const one = await dugout.run(['log', 'charts', otherGame, '--chart', 'run']);
    expect(one.exitCode).toBe(0);
    expect(linesOf(one.stdout)).toEqual(expect.arrayContaining(['stateDiagram-v2', '  [*] --> run__intro']));
    const { charts } = objectOf(await dugout.run(['log', 'charts', otherGame, '--json']));
    expect(Object.keys(charts as object)).toEqual(['session', 'lobby', 'run', 'turn', 'at-bat']);
    expect(one.stdout).toBe(`${(charts as Record<string, string>).run}\n`);
  });

  it('draws a picture of all charts, or of one, into a file', async () => {
    const all = await dugout.run(['log', 'charts', otherGame, '--svg']);
    expect(all).toMatchObject({ exitCode: 0, stderr: '' });
    expect(all.stdout).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>\n$/s);
    const drawn = [...all.stdout.matchAll(/data-chart="([^"]*)"/g)].map(([, id]) => id);
    expect(drawn).toEqual(['session', 'lobby', 'run', 'turn', 'at-bat']);
    const file = join(directory, 'run.svg');
    const one = await dugout.run(['log', 'charts', otherGame, '--svg', '--chart', 'run', '--out', file]);
    expect(one).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(await readFile(file, 'utf8')).toContain('data-state="inning.batting"');
  }, 60_000);

  it('draws one kind of picture at a time, and says where it cannot write', async () => {
    const both = await dugout.run(['log', 'charts', logs.host, '--svg', '--mermaid']);
    expect(both.exitCode).toBe(2);
    const lost = await dugout.run(['log', 'charts', logs.host, '--out', join(directory, 'no', 'where.mmd')]);
    expect(lost.exitCode).toBe(2);
    expect(lost.stderr).toContain('cannot be written: ENOENT');
  });

  it('names the charts there are when asked for another', async () => {
    const finished = await dugout.run(['log', 'charts', logs.host, '--chart', 'umpire']);
    expect(finished).toMatchObject({ exitCode: 2, stdout: '' });
    expect(finished.stderr).toContain('it has session, lobby, run, turn, at-bat.');
  });
});
