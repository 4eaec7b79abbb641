/** Puts a session together: header, kernel, log; or continues one whose log has records. */
import { invariant, SessionError, type SessionErrorCode } from '../errors.js';
import type { GameDefinition, Plain, Role } from '../game.js';
import { HOST_PEER, type PeerId } from '../peers.js';
import { decodeInputs } from '../store/batch.js';
import { type Hashes, loadHashes } from '../store/hashes.js';
import type { Log } from '../store/log.js';
import { encodeHeader } from '../store/log-header.js';
import { NameTable } from '../store/names.js';
import { openLog } from '../store/open-log.js';
import { createHeader } from './header.js';
import { Kernel } from './kernel.js';
import { systemClock } from './loop.js';
import { checkOptions, drawSeed, FRAME_RATE, type SessionOptions } from './options.js';
import { plainCopy } from './plain.js';
import { type CommitSink, resume } from './replay.js';
import { SessionCore } from './session-core.js';
import { SessionLog } from './session-log.js';

interface SessionPlan {
  readonly role: Role;
  readonly game: GameDefinition;
  /** What the game wants logged of its own options. */
  readonly gameOptions: Plain;
  readonly options: SessionOptions;
}

/** What {@link startSession} is given, of whatever game. */
type GivenOptions = SessionOptions & { readonly game: GameDefinition; readonly options?: unknown };

/** Starts a session, or continues the one whose log is in the store. */
export async function startSession(
  role: Role,
  { game, options: wanted = null, ...options }: GivenOptions,
): Promise<SessionCore> {
  const { store, session: name = 'session', loop } = options;
  checkOptions(options);
  const gameOptions = plainCopy(wanted);
  if (!gameOptions.ok) {
    throw new SessionError(
      'session/bad-options',
      `The options of the game must be plain data; there is ${gameOptions.found}.`,
    );
  }
  const plan = { role, game, options, gameOptions: gameOptions.copy };
  const hashes = await loadHashes();
  const opened = await store?.open(name);
  const log = store && opened && new SessionLog(store, name, opened.nextSeq);
  const session =
    store && opened && opened.nextSeq > 0
      ? continueSession(plan, log, await openLog(store, name))
      : freshSession(plan, hashes, log);
  if (opened?.tornTail) {
    const { seq, lengthBytes, reason } = opened.tornTail;
    const sentence = `Record ${seq}, ${lengthBytes} bytes, was cut from the end of the log: ${reason}`;
    session.noticeEarly({ kind: 'torn-tail', sentence });
  }
  if (loop !== 'manual') session.runOwnLoop(options.clock ?? systemClock);
  return session;
}

function freshSession(
  { role, game, gameOptions, options }: SessionPlan,
  hashes: Hashes,
  log: SessionLog | undefined,
): SessionCore {
  const {
    frameRate = FRAME_RATE,
    seed = drawSeed(),
    checkPlain = false,
    checkPure = false,
    transport,
  } = options;
  const header = createHeader({ role, game, gameOptions, seed, frameRate, session: log?.name ?? '' });
  const { bytes, digest } = encodeHeader(header, hashes);
  let sink: CommitSink = () => invariant(false, 'The kernel committed before its session was there.');
  const kernel = new Kernel({
    game,
    role,
    frameRate,
    hashes,
    digest,
    checkPlain,
    checkPure,
    input: { seed: header.core.seed, options: gameOptions },
    names: new NameTable(header.core.names),
    onCommit: (batch, effects) => sink(batch, effects),
  });
  const session = new SessionCore({ game, role, header, kernel, transport, log, frameRate, transitions: 0 });
  sink = (batch, effects) => session.commit(batch, effects);
  session.appendHeader(bytes);
  kernel.start();
  session.greet(gameOptions);
  return session;
}

function continueSession(
  { role, gameOptions, options, ...plan }: SessionPlan,
  sessionLog: SessionLog | undefined,
  log: Log,
): SessionCore {
  checkContinues(role, log);
  const { game, kernel, transitions, goLive } = resume({ log, game: plan.game });
  if (kernel.isOver) throw notContinued('session/closed', 'has ended; branch it from an earlier frame');
  const { frameRate } = log.header.core;
  const session = new SessionCore({
    game,
    role,
    header: log.header,
    kernel,
    transport: options.transport,
    log: sessionLog,
    frameRate,
    transitions,
  });
  goLive((batch, effects) => session.commit(batch, effects));
  const linked = linkedPeers(log);
  const isGreeted = linked.delete(HOST_PEER);
  session.loseLinks([...linked]);
  if (!isGreeted) session.greet(gameOptions);
  return session;
}

function checkContinues(role: Role, log: Log): void {
  if (log.header.core.role !== role)
    throw notContinued('replay/unknown-game', `was written by a ${log.header.core.role}, not a ${role}`);
  if (role === 'client')
    throw notContinued(
      'store/conflict',
      'has records; a client that comes back is a new player with a new log',
    );
}

const notContinued = (code: SessionErrorCode, why: string): SessionError =>
  new SessionError(code, `The session cannot be continued: its log ${why}.`);

/** Peers that had a link when the log ended. */
function linkedPeers(log: Log): Set<PeerId> {
  const linked = new Set<PeerId>();
  for (const { bytes, seq } of log.batches) {
    for (const input of decodeInputs(bytes, seq).inputs) {
      if (input.kind === 'peer-joined') linked.add(input.peer);
      else if (input.kind === 'peer-left') linked.delete(input.peer);
    }
  }
  return linked;
}
