/** A host on any wire with a bot as its own player: waits for the others, starts a run, sees it to its end. */
import { relative } from 'node:path';
import { createHomeRunDerby } from '../../machines/home-run-derby.js';
import type { DerbyView } from '../../machines/view.js';
import { createHost } from '../../session/host.js';
import type { LogStatus } from '../../session/session.js';
import { createFileStore } from '../../store/file-store.js';
import { createDerbyBot } from '../../testing/bots/derby-bot.js';
import { botPlayer, botSeed, botVersion } from '../../testing/bots/simulate.js';
import { CliError } from '../failure.js';
import { interruptSignal } from '../interrupt.js';
import type { LogPlace } from '../log-place.js';
import { progress } from '../terminal.js';
import { hostWire } from '../wires.js';
import { drive } from './drive.js';
import { rulesOf } from './play-options.js';
import { ProgressLine } from './run-report.js';
import type { SessionPage } from './session-page.js';

export interface HostMatchOptions {
  readonly players: number;
  readonly seed: number;
  readonly innings: number;
  readonly speed: number;
  readonly place: LogPlace;
  /** A name of `WIRE_NAMES`. */
  readonly transport: string;
  readonly address: string | undefined;
  readonly port: number | undefined;
  /** Of the host's own player; `undefined` for a bot's. */
  readonly name: string | undefined;
  /** Shows the session while it runs. */
  readonly page?: SessionPage | undefined;
  /** Called with what a client must type to join. */
  readonly onListening: (where: string) => void;
  /** Why the run will never start, as soon as that is known. */
  readonly problem?: () => string | undefined;
}

/** Plays one run and closes. Resolves with what was shown last. */
export async function hostMatch(options: HostMatchOptions): Promise<{ view: DerbyView; log: LogStatus }> {
  const { players, seed, innings, speed, place } = options;
  const rules = rulesOf(options);
  let problem: string | undefined;
  const player = { ...botPlayer(0), ...(options.name ? { name: options.name } : {}) };
  const { transport, where } = await hostWire(options.transport, {
    address: options.address,
    port: options.port,
    playersMax: rules.playersMax,
    name: player.name,
  });
  const store = createFileStore({ directory: place.directory });
  const interrupt = interruptSignal();
  const line = new ProgressLine();
  try {
    const host = await createHost({
      game: createHomeRunDerby(rules),
      transport,
      store,
      seed,
      session: place.session,
      loop: 'manual',
      options: { version: botVersion(rules), player },
    });
    host.notice$.subscribe(({ kind, peer, sentence }) => {
      if (kind === 'refused' && peer === host.localPeer) problem = sentence;
      else if (kind === 'torn-tail' || kind === 'fault') progress(sentence);
      else if (kind === 'link-ended' && !host.isOver && host.view.lastRun === null) progress(sentence);
    });
    await options.page?.follow(host, place.session, store);
    options.onListening(where);
    const bot = createDerbyBot(host, { seed: botSeed(seed, 0), turnOuts: rules.turnOuts });
    let isStarted = false;
    await drive({
      session: host,
      bot,
      speed,
      signal: interrupt.signal,
      isDone: () => host.view.lastRun !== null || problem !== undefined,
      onTurn: () => {
        if (!isStarted) problem ??= options.problem?.();
        const connected = host.view.roster.filter((player) => player.connected).length;
        if (!isStarted && host.view.phase === 'lobby' && connected >= players)
          isStarted = host.command('startRun', null).ok;
        line.show(host.view, innings);
      },
    });
    const { view } = host;
    await host.close();
    if (problem !== undefined) throw new CliError('cli/no-match', problem);
    if (interrupt.signal.aborted && view.lastRun === null)
      throw new CliError(
        'cli/interrupted',
        `Interrupted; the log ${relative('.', place.path)} is whole and can be replayed.`,
      );
    if (view.lastRun === null) throw new CliError('cli/no-match', 'The session ended before its run did.');
    return { view, log: host.log };
  } finally {
    line.end();
    interrupt.release();
    await transport.close();
    await store.close();
  }
}
