/**
 * Running other programs from a test, and waiting for what they do. Every wait has a deadline, and a process that passes
 * its own is killed with everything it started.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a program ended. `exitCode` is null when a signal ended it. */
export interface Finished {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running program. `stdout()` and `stderr()` are what it has written so far. */
export interface Running {
  readonly finished: Promise<Finished>;
  /** 0 when it could not be started. */
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  /** Sends a signal to the program and everything it started; a program that has ended is left alone. */
  kill(signal?: NodeJS.Signals): void;
}

/** Options of {@link startNode}. */
export interface StartOptions {
  /** Killed after this long, and `finished` rejects. Default 20,000. */
  readonly deadlineMs?: number;
  readonly cwd?: string;
  /** Added to the environment of the test. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the program reads on standard input. Default: nothing, it is closed. */
  readonly stdin?: string;
}

/** A program passed its deadline, or a condition never held. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** Starts `node` with `args` (a script or `dist/cli/main.js` first). */
export function startNode(args: readonly string[], options: StartOptions = {}): Running {
  const { deadlineMs = 20_000, cwd = process.cwd(), env = {}, stdin } = options;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // A program may end before it has read everything: its own exit code tells.
  child.stdin?.on('error', () => undefined).end(stdin);
  const output = collect(child);
  const kill = (signal: NodeJS.Signals = 'SIGTERM') => killGroup(child, signal);

  const finished = new Promise<Finished>((resolve, reject) => {
    let late = false;
    const deadline = setTimeout(() => {
      late = true;
      kill('SIGKILL');
    }, deadlineMs);
    child.once('error', (error) => {
      clearTimeout(deadline);
      reject(error);
    });
    child.once('close', (exitCode, signal) => {
      clearTimeout(deadline);
      if (late)
        reject(new DeadlineError(`${tell(args, output)}\nstill ran after ${deadlineMs} ms and was killed`));
      else resolve({ exitCode, signal, stdout: output.stdout, stderr: output.stderr });
    });
  });
  return { finished, pid: child.pid ?? 0, stdout: () => output.stdout, stderr: () => output.stderr, kill };
}

/** Runs `node` with `args` to its end. Rejects with {@link DeadlineError} when that does not come in time. */
export function runNode(args: readonly string[], options?: StartOptions): Promise<Finished> {
  return startNode(args, options).finished;
}

/** Waits until `condition` holds, asking every few ms. `what` completes "waited in vain for …". */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  deadlineMs: number,
  what: string,
): Promise<void> {
  const until = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > until) throw new DeadlineError(`waited ${deadlineMs} ms in vain for ${what}`);
    await sleep(5);
  }
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  return output;
}

/** The child leads a process group of its own, whose id is its pid. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

function tell(args: readonly string[], output: { stdout: string; stderr: string }): string {
  return `node ${args.join(' ')}\n--- stdout\n${output.stdout}\n--- stderr\n${output.stderr}\n---`;
}
