/** The commands that play, as the processes they are: what they print, what they leave behind, and what killing one of them does. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startNode, waitFor } from '../../support/spawn.js';
import { dugout, MAIN, objectOf } from '../dugout.js';

const directory = mkdtempSync(join(tmpdir(), 'dugout-play-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const KEYS = ['log', 'digest', 'frames', 'transitions', 'innings', 'outcome', 'teamScore', 'verdict'];
const DEADLINE_MS = 60_000;
let logs = 0;
const newLog = (): string => join(directory, `${++logs}.dugout`);

/** Processes started by `pid`, and which of them live. */
const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child as number);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts a match of two innings between `players` processes. */
function startPlay(out: string, players: number, more: readonly string[] = []) {
  const args = [
    'play',
    '--players',
    String(players),
    '--innings',
    '2',
    '--speed',
    '40',
    '--out',
    out,
    ...more,
  ];
  return startNode([MAIN, ...args], { deadlineMs: DEADLINE_MS });
}

describe('dugout play', () => {
  it('plays between processes, tells the run as JSON, and leaves no process behind', async () => {
    const out = newLog();
    const running = startPlay(out, 3, ['--json']);
    await waitFor(() => childrenOf(running.pid).length === 2, DEADLINE_MS, 'two clients');
    const clients = childrenOf(running.pid);
    const finished = await running.finished;
    expect(finished.exitCode).toBe(0);
    const report = objectOf(finished);
    expect(Object.keys(report)).toEqual(KEYS);
    expect(report).toMatchObject({ log: out, innings: 2, outcome: 'won', verdict: 'identical' });
    expect(finished.stderr).toContain('3 processes');
    expect(clients.filter(isAlive)).toEqual([]);
    const replayed = objectOf(await dugout(['replay', out, '--json']));
    expect(replayed).toMatchObject({
      verdict: 'identical',
      digest: report.digest,
      transitions: report.transitions,
    });
  });

  it('in one process gives the same digest for the same seed, and another for another', async () => {
    const play = async (seed: string) => {
      const args = ['play', '--in-process', '--innings', '1', '--seed', seed, '--out', newLog(), '--json'];
      return objectOf(await dugout(args));
    };
    const [one, again, other] = [await play('7'), await play('7'), await play('8')];
    expect(one.outcome).toBe('won');
    expect(again.digest).toBe(one.digest);
    expect(other.digest).not.toBe(one.digest);
  });

  it('prints a table of the run, where its log is, and what to type next', async () => {
    const out = newLog();
    const finished = await dugout(['play', '--in-process', '--innings', '1', '--out', out]);
    expect(finished.stdout).toMatch(/inning +target +score +outs left/);
    expect(finished.stdout).toMatch(/The run is won with [\d,]+ points\./);
    expect(finished.stdout).toMatch(/identical: \d+ transitions, digest [0-9a-f]{16}, \d+ ms/);
    expect(finished.stdout).toContain('npx dugout log cat');
    expect((await dugout(['play', '--in-process', '--out', out])).exitCode).toBe(2);
  });

  it('interrupted, ends with its clients and leaves a whole log', async () => {
    const out = newLog();
    const running = startPlay(out, 2, ['--speed', '1']);
    await waitFor(() => running.stderr().includes('inning 1/2'), DEADLINE_MS, 'the first inning');
    const clients = childrenOf(running.pid);
    running.kill('SIGINT');
    const finished = await running.finished;
    expect(finished.exitCode).toBe(130);
    expect(finished.stderr).toContain('Interrupted');
    expect(clients.length).toBe(1);
    await waitFor(() => !clients.some(isAlive), 10_000, 'the end of the client');
    expect(objectOf(await dugout(['log', 'verify', out, '--json'])).verdict).toBe('identical');
  });

  it('ends with a sentence when a client dies before the run', async () => {
    const running = startPlay(newLog(), 2);
    await waitFor(() => childrenOf(running.pid).length === 1, DEADLINE_MS, 'the client');
    for (const client of childrenOf(running.pid)) process.kill(client, 'SIGKILL');
    const finished = await running.finished;
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toContain('The client Bo ended before the run began.');
  });

  it('goes on without a client that dies in the middle', async () => {
    const running = startPlay(newLog(), 3, ['--json', '--speed', '15']);
    await waitFor(() => running.stderr().includes('inning 1/2'), DEADLINE_MS, 'the first inning');
    process.kill(childrenOf(running.pid)[0] as number, 'SIGKILL');
    const finished = await running.finished;
    expect(finished.exitCode).toBe(0);
    expect(finished.stderr).toMatch(/link to player \d ended: timed-out/);
    expect(['won', 'lost']).toContain(objectOf(finished).outcome);
  });
});

describe('dugout host and join', () => {
  const HOST = ['host', '--players', '2', '--innings', '2', '--port', '0', '--speed', '20'];

  async function startHost(out: string, more: readonly string[] = []) {
    const host = startNode([MAIN, ...HOST, '--out', out, ...more], { deadlineMs: DEADLINE_MS });
    await waitFor(() => /127\.0\.0\.1:\d+/.test(host.stderr()), DEADLINE_MS, 'the port');
    return { host, port: /127\.0\.0\.1:(\d+)/.exec(host.stderr())?.[1] ?? '' };
  }

  it('play a run together, and both say how it ended', async () => {
    const { host, port } = await startHost(newLog(), ['--json']);
    const joined = await dugout(
      ['join', '--port', port, '--innings', '2', '--speed', '20', '--name', 'Zoe', '--json'],
      {
        deadlineMs: DEADLINE_MS,
      },
    );
    const hosted = await host.finished;
    expect([hosted.exitCode, joined.exitCode]).toEqual([0, 0]);
    const { outcome, innings, teamScore } = objectOf(hosted);
    expect(objectOf(joined)).toMatchObject({ outcome, innings, teamScore });
  });

  it('by other rules do not come together', async () => {
    const { host, port } = await startHost(newLog());
    const joined = await dugout(['join', '--port', port, '--innings', '5'], { deadlineMs: DEADLINE_MS });
    host.kill('SIGTERM');
    expect(joined.exitCode).toBe(2);
    expect(joined.stderr).toContain('The host refused: This game has version bots-1, 2 innings');
    expect((await host.finished).exitCode).toBe(143);
  });

  it('a host killed in the middle leaves a log that is continued to the end of its run', async () => {
    const out = newLog();
    const { host, port } = await startHost(out);
    const client = startNode([MAIN, 'join', '--port', port, '--innings', '2', '--speed', '20'], {
      deadlineMs: DEADLINE_MS,
    });
    await waitFor(() => host.stderr().includes('inning 1/2'), DEADLINE_MS, 'the first inning');
    host.kill('SIGKILL');
    await host.finished;
    const left = await client.finished;
    expect(left.exitCode).toBe(2);
    expect(left.stderr).toContain('fell silent');
    expect((await dugout(['log', 'verify', out])).exitCode).toBe(0);
    const continued = await dugout(
      ['host', '--continue', '--out', out, '--port', '0', '--speed', '40', '--json'],
      {
        deadlineMs: DEADLINE_MS,
      },
    );
    expect(continued.exitCode).toBe(0);
    expect(objectOf(continued)).toMatchObject({ log: out, verdict: 'identical' });
    expect(['won', 'lost']).toContain(objectOf(continued).outcome);
  });

  it('a client whom nobody answers says so', async () => {
    const finished = await dugout(['join', '--port', '9', '--json'], { deadlineMs: DEADLINE_MS });
    expect(finished.exitCode).toBe(2);
    expect(objectOf(finished)).toMatchObject({ error: { code: 'cli/no-answer' } });
  });
});
