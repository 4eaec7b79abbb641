/**
 * Plays one side of a game on inputs given as data, each in a frame of its own, then replays what was logged and compares after
 * every one: a machine that is not a function of its inputs is found by name. No network, no test framework.
 */
import { invariant } from '../errors.js';
import type { GameDefinition, GameTypes, Input, Plain, Role } from '../game.js';
import type { LinkEnd, PeerId } from '../peers.js';
import type { Divergence } from '../session/divergence.js';
import { createHeader } from '../session/header.js';
import { Kernel } from '../session/kernel.js';
import { FRAME_RATE } from '../session/options.js';
import { plainCopy } from '../session/plain.js';
import { verify } from '../session/replay.js';
import type { TypesOf } from '../session/session.js';
import type { StoredRecord } from '../store/event-store.js';
import { digestText, loadHashes } from '../store/hashes.js';
import { readLog } from '../store/log.js';
import { encodeHeader } from '../store/log-header.js';
import { NameTable } from '../store/names.js';

/** The longest wait, ms: an hour. A machine that does something every frame fills 216,000 batches in it. */
const WAIT_MS_MAX = 3_600_000;

/** A message of a peer; the local player is a peer like others, 0 on a host. */
export type SyncMessage<Messages> = {
  readonly [Name in keyof Messages & string]: {
    readonly from: PeerId;
    readonly send: Name;
    readonly value: Messages[Name];
  };
}[keyof Messages & string];

/** A command of the local player. */
export type SyncCommand<Commands> = {
  readonly [Name in keyof Commands & string]: { readonly command: Name; readonly value: Commands[Name] };
}[keyof Commands & string];

/** Something that happens to one side of a session. */
export type SyncInput<T extends GameTypes = GameTypes> =
  | { readonly joins: PeerId }
  | { readonly leaves: PeerId; readonly reason?: LinkEnd }
  | SyncMessage<T['messages']>
  | SyncCommand<T['commands']>
  /** At most an hour. */
  | { readonly waitMs: number };

/** Options of {@link syncTest}. */
export interface SyncOptions<Options = unknown> {
  /** Which side is played. @default 'host' */
  readonly role?: Role;
  readonly seed?: number;
  /** What `createHost` or `joinSession` would be given. @default null */
  readonly options?: Options;
}

/** How a {@link syncTest} went. */
export interface SyncReport {
  readonly verdict: 'identical' | 'diverged';
  /** The first difference by name: frame, actor, event, field, both values, and a sentence of it all. */
  readonly firstDivergence: Divergence | null;
  /** Inputs that nobody acted on, each with the rule that refused it: a test of refusals only tests little. */
  readonly refused: readonly { readonly index: number; readonly rule: string }[];
  readonly frames: number;
  readonly transitions: number;
  /** 16 hex digits. */
  readonly digest: string;
}

/**
 * Plays `inputs`, replays the log of them in large steps and in single frames, and says whether all was the same.
 *
 * @throws SessionError `machine/impure`, `machine/not-plain`, `machine/failed` and the like when a machine does what it may not; `wire/bad-value`,
 * `wire/unknown-message` for a message of another kind.
 * @throws InvariantError, naming it, for an input that is none, a peer that is not 0 to 255, a wait over an hour, a superseded message.
 */
export async function syncTest<G extends GameDefinition>(
  game: G,
  inputs: readonly SyncInput<TypesOf<G>>[],
  options: SyncOptions<TypesOf<G>['hostOptions'] | TypesOf<G>['clientOptions']> = {},
): Promise<SyncReport> {
  const { records, refused } = await play(game, inputs as readonly SyncInput[], options);
  const log = readLog(records, await loadHashes());
  const inLeaps = verify({ log, game });
  const report = inLeaps.firstDivergence ? inLeaps : verify({ log, game, framesPerStep: 1 });
  const { verdict, firstDivergence, frames, transitions } = report;
  return { verdict, firstDivergence, refused, frames, transitions, digest: digestText(log.digest) };
}

async function play(
  game: GameDefinition,
  inputs: readonly SyncInput[],
  { role = 'host', seed = 1, options = null }: SyncOptions,
): Promise<{ readonly records: readonly StoredRecord[]; readonly refused: SyncReport['refused'] }> {
  const hashes = await loadHashes();
  const gameOptions = plainOf(options);
  const frameRate = FRAME_RATE;
  const header = createHeader({ role, game, gameOptions, seed, frameRate, session: 'sync test' });
  const { bytes, digest } = encodeHeader(header, hashes);
  const records: StoredRecord[] = [{ seq: 0, bytes }];
  const kernel = new Kernel({
    game,
    role,
    frameRate,
    hashes,
    digest,
    checkPlain: true,
    checkPure: true,
    input: { seed, options: gameOptions },
    names: new NameTable(header.core.names),
    onCommit: (batch) => records.push({ seq: records.length, bytes: batch.bytes }),
  });
  const refused: { index: number; rule: string }[] = [];
  try {
    kernel.start();
    for (const [index, input] of inputs.entries()) {
      const problem = problemOf(game, input);
      invariant(problem === undefined, `Input ${index} cannot be played: ${problem}.`);
      const frames = 'waitMs' in input ? Math.ceil((input.waitMs * frameRate) / 1000) : 1;
      const entered = 'waitMs' in input ? [] : [inputOf(game, input)];
      const [outcome] = kernel.step(kernel.frame + frames, entered);
      if (outcome?.refusedBy !== undefined) refused.push({ index, rule: outcome.refusedBy });
    }
  } finally {
    kernel.stop();
  }
  return { records, refused };
}

/** What is wrong with an input that JavaScript, or a cast, gave. */
function problemOf({ protocol }: GameDefinition, input: SyncInput): string | undefined {
  const { joins, leaves, from, send, command, waitMs } = input as Readonly<Record<string, unknown>>;
  const kinds = [joins, leaves, send, command, waitMs].filter((kind) => kind !== undefined).length;
  if (kinds !== 1) return 'it is one of joins, leaves, send, command and waitMs';
  if (waitMs !== undefined)
    return isWithin(waitMs, WAIT_MS_MAX) ? undefined : `waitMs is 0 to ${WAIT_MS_MAX}, not ${waitMs}`;
  if (command !== undefined) return undefined;
  const peer = joins ?? leaves ?? from;
  if (!Number.isInteger(peer) || !isWithin(peer, 255)) return `a peer is 0 to 255, not ${peer}`;
  return protocol.byName(`${send}`)?.superseded ? `${send} is superseded, so no machine hears it` : undefined;
}

function isWithin(value: unknown, max: number): boolean {
  return typeof value === 'number' && value >= 0 && value <= max;
}

function inputOf({ protocol }: GameDefinition, input: Exclude<SyncInput, { waitMs: number }>): Input {
  if ('joins' in input) return { kind: 'peer-joined', peer: input.joins };
  if ('leaves' in input)
    return { kind: 'peer-left', peer: input.leaves, reason: input.reason ?? 'left', sentence: '' };
  const said = input as SyncMessage<Record<string, unknown>> | SyncCommand<Record<string, unknown>>;
  if ('send' in said)
    return { kind: 'message', peer: said.from, bytes: protocol.encode(said.send, said.value) };
  return { kind: 'command', name: said.command, value: plainOf(said.value) };
}

function plainOf(value: unknown): Plain {
  const plain = plainCopy(value ?? null);
  invariant(plain.ok, () => `Options and commands are plain data; there is ${plain.ok ? '' : plain.found}.`);
  return plain.copy;
}
