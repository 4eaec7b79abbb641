/** The clients of `dugout play`, each `dugout join` in a process of its own. None outlives this process's run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { botPlayer, botSeed } from '../../testing/bots/simulate.js';
import { progress } from '../terminal.js';

/** How long a client may take to leave after the host closed before it is killed, ms. */
const LEAVE_MS = 3_000;

const main = fileURLToPath(new URL('../main.js', import.meta.url));

/** The clients that were started. */
export interface ClientProcesses {
  /** A sentence about the first that ended, if one did. */
  lost(): string | undefined;
  /** Resolves when all have ended; who does not is killed. */
  finished(): Promise<void>;
}

export function startClients(options: {
  readonly players: number;
  /** What `dugout join` takes. */
  readonly where: string;
  readonly seed: number;
  readonly innings: number;
  readonly speed: number;
}): ClientProcesses {
  const clients: ChildProcess[] = [];
  for (let seat = 1; seat < options.players; seat++) clients.push(startClient(seat, options));
  const killAll = (): void => {
    for (const client of clients) client.kill('SIGKILL');
  };
  process.on('exit', killAll);
  return {
    lost() {
      const seat = clients.findIndex(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
      return seat < 0 ? undefined : `The client ${botPlayer(seat + 1).name} ended before the run began.`;
    },
    async finished() {
      const deadline = setTimeout(killAll, LEAVE_MS);
      await Promise.all(clients.map(ended));
      clearTimeout(deadline);
      process.off('exit', killAll);
    },
  };
}

function startClient(
  seat: number,
  { where, seed, innings, speed }: Parameters<typeof startClients>[0],
): ChildProcess {
  const { name } = botPlayer(seat);
  const numbers = { innings, speed, seed: botSeed(seed, seat) >>> 0 };
  const flags = Object.entries(numbers).map(([flag, value]) => `--${flag}=${value}`);
  const client = spawn(process.execPath, [main, 'join', where, `--name=${name}`, '--quiet', ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  client.on('error', (error) => progress(`The client ${name} could not be started: ${error.message}`));
  return client;
}

function ended(client: ChildProcess): Promise<void> {
  if (client.exitCode !== null || client.signalCode !== null || client.pid === undefined)
    return Promise.resolve();
  return new Promise((resolve) => client.once('exit', () => resolve()));
}
