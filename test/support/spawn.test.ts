import { describe, expect, it } from 'vitest';
import { DeadlineError, runNode, startNode, waitFor } from './spawn.js';

const script = (text: string) => ['--input-type=module', '--eval', text];

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('runNode', () => {
  it('collects both outputs and the exit code', async () => {
    const text = "process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 3;";
    expect(await runNode(script(text))).toEqual({ exitCode: 3, signal: null, stdout: 'out', stderr: 'err' });
  });

  it('closes stdin, and adds to the environment', async () => {
    const text = "process.stdin.on('end', () => process.stdout.write(process.env.TEAM)).resume();";
    expect((await runNode(script(text), { env: { TEAM: 'home' } })).stdout).toBe('home');
  });

  it('kills the program and what it started at the deadline, and says what it had written', async () => {
    const text = `
      import { spawn } from 'node:child_process';
      const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
      process.stdout.write(String(child.pid));
      setInterval(() => {}, 1000);`;
    const running = startNode(script(text), { deadlineMs: 4_000 });
    await expect(running.finished).rejects.toThrow(/still ran after 4000 ms and was killed/);
    await expect(running.finished).rejects.toBeInstanceOf(DeadlineError);
    const grandchild = Number(running.stdout());
    expect(grandchild).toBeGreaterThan(0);
    await waitFor(() => !isAlive(grandchild), 2_000, 'the child of the killed program to end');
  });

  it('tells the signal that ended a program', async () => {
    const running = startNode(script("process.stdout.write('up'); setInterval(() => {}, 1000);"));
    await waitFor(() => running.stdout() === 'up', 10_000, 'the program to come up');
    running.kill();
    expect(await running.finished).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
    running.kill();
  });
});

describe('waitFor', () => {
  it('returns once the condition holds', async () => {
    let asked = 0;
    await waitFor(() => ++asked === 3, 5_000, 'three questions');
    expect(asked).toBe(3);
  });

  it('names what it waited for in vain', async () => {
    await expect(waitFor(() => false, 20, 'rain')).rejects.toThrow('waited 20 ms in vain for rain');
  });
});
