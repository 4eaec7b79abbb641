/**
 * Three ways to read a log: `verify` runs the machines on its inputs and compares every byte of every batch · `fold` rebuilds
 * the states from the recorded transitions alone, for logs of other builds · `resume` verifies and hands back the live kernel,
 * to go on or to branch off. No sockets, no files, no clock (RP2).
 */
import { invariant, SessionError } from '../errors.js';
import type { Effect, GameDefinition, Plain } from '../game.js';
import { decodeBatch, decodeInputs } from '../store/batch.js';
import type { Log, LoggedBatch } from '../store/log.js';
import { NameTable } from '../store/names.js';
import { compareBatches, type Divergence, encodingDivergence } from './divergence.js';
import { Kernel } from './kernel.js';
import type { StepNote } from './observe.js';
import type { CommittedBatch } from './recorder.js';
import { STOP_EVENT } from './recorder.js';

/** What to replay, with which game, and how far. */
export interface ReplayOptions {
  readonly log: Log;
  readonly game: GameDefinition;
  /** Stop after this frame; default: the whole log. */
  readonly untilFrame?: number;
  /** Advance the clock at most so many frames at once between batches; the result must not depend on it (RP1). */
  readonly framesPerStep?: number;
}

/** How a replay went. */
export interface ReplayReport {
  readonly verdict: 'identical' | 'diverged';
  /** The running digest at the end: the log's when identical, where the replay got to otherwise. */
  readonly digest: bigint;
  readonly frames: number;
  readonly transitions: number;
  readonly firstDivergence: Divergence | null;
}

/** Re-runs the machines on the log's inputs and compares every batch with what was recorded. */
export function verify(options: ReplayOptions): ReplayReport {
  const { report, kernel } = run(options);
  kernel.stop();
  return report;
}

/** How a replay went, and what it noted. */
export interface AnnotatedReport {
  readonly report: ReplayReport;
  /** For each batch of the log in order the notes on its steps, up to the last batch that was identical. */
  readonly notes: readonly (readonly StepNote[])[];
}

/** As {@link verify}, and keeps what a log does not: guards asked, effects, delays, what could have come next. */
export function annotate(options: ReplayOptions): AnnotatedReport {
  const notes: (readonly StepNote[])[] = [];
  const { report, kernel } = run(options, notes);
  kernel.stop();
  return { report, notes };
}

export type CommitSink = (batch: CommittedBatch, effects: readonly Effect[]) => void;

export interface ResumedKernel {
  /** The game by the log's rules. */
  readonly game: GameDefinition;
  readonly kernel: Kernel;
  readonly transitions: number;
  /** From here on, batches and effects go to `sink`. */
  goLive(sink: CommitSink): void;
}

/**
 * Replays to `untilFrame` and hands over the kernel, to go on live from there: with the whole log to continue a session, with
 * a part of it to branch.
 * @throws SessionError `replay/diverged` naming the first difference.
 */
export function resume(options: ReplayOptions): ResumedKernel {
  const { report, kernel, game, goLive } = run(options);
  if (report.firstDivergence) {
    kernel.stop();
    throw new SessionError(
      'replay/diverged',
      `The log cannot be continued, its replay differs. ${report.firstDivergence.sentence}`,
    );
  }
  return { game, kernel, transitions: report.transitions, goLive };
}

/** @param notes Where the notes on each batch go, when they are wanted. */
function run(
  options: ReplayOptions,
  notes?: (readonly StepNote[])[],
): ResumedKernel & { readonly report: ReplayReport } {
  const { log, untilFrame = Number.POSITIVE_INFINITY, framesPerStep = Number.POSITIVE_INFINITY } = options;
  const { core } = log.header;
  checkGame(log, options.game);
  const game = options.game.byRules?.(core.rules) ?? options.game;
  let produced: CommittedBatch[] = [];
  let transitions = 0;
  let sink: CommitSink = (batch) => {
    produced.push(batch);
    transitions += batch.transitions;
  };
  const kernel = new Kernel({
    game,
    hashes: log.hashes,
    role: core.role,
    frameRate: core.frameRate,
    input: { seed: core.seed, options: core.options },
    names: new NameTable(core.names),
    digest: log.headerDigest,
    checkPlain: false,
    notes: notes !== undefined,
    onCommit: (batch, effects) => sink(batch, effects),
  });
  invariant(framesPerStep >= 1, `A replay steps by at least one frame, not ${framesPerStep}.`);
  const nextStop = (): number =>
    Math.min(kernel.frame + framesPerStep, kernel.nextDueFrame ?? Number.POSITIVE_INFINITY);
  let firstDivergence: Divergence | null = null;
  for (let index = 0; index < log.batches.length && firstDivergence === null; index++) {
    const logged = log.batches[index] as LoggedBatch;
    const { frame, inputs } = decodeInputs(logged.bytes, logged.seq);
    if (frame > untilFrame) break;
    if (frame < kernel.frame) throw backwards(logged.seq, frame, kernel.frame);
    produced = [];
    if (index === 0) kernel.start();
    else {
      // A timer due in a frame that nobody logged is the first difference; going on from it could take for ever.
      for (let stop = nextStop(); stop < frame && produced.length === 0; stop = nextStop())
        kernel.step(stop, []);
      if (produced.length === 0) kernel.step(frame, inputs);
    }
    firstDivergence = difference(log, index, produced);
    if (firstDivergence === null) notes?.push(produced[0]?.notes ?? []);
  }
  const report = {
    verdict: firstDivergence ? ('diverged' as const) : ('identical' as const),
    digest: kernel.digest,
    frames: kernel.frame,
    transitions,
    firstDivergence,
  };
  const goLive = (next: CommitSink): void => {
    sink = next;
    // A log that ends with its header is continued from the very start.
    if (log.batches.length === 0) kernel.start();
  };
  return { report, game, kernel, transitions, goLive };
}

function checkGame(log: Log, game: GameDefinition): void {
  const { core } = log.header;
  if (core.game !== game.id) {
    throw new SessionError(
      'replay/unknown-game',
      `The log is of the game "${core.game}"; "${game.id}" cannot replay it.`,
    );
  }
  if (core.schemaHash !== game.protocol.schemaHash) {
    throw new SessionError(
      'replay/unknown-game',
      `The log's messages have the schema ${core.schemaHash} (${core.protocol}), this build's ${game.protocol.schemaHash} (${game.protocol.name}). Fold it instead.`,
    );
  }
}

function backwards(seq: number, frame: number, after: number): SessionError {
  const sentence = `The batch at record ${seq} is of frame ${frame} and stands behind one of frame ${after}.`;
  return new SessionError('store/corrupt-batch', sentence);
}

/** Equal bytes need no decoding; only a difference is worth finding out what it means. */
function difference(log: Log, index: number, produced: readonly CommittedBatch[]): Divergence | null {
  const logged = log.batches[index] as LoggedBatch;
  const [only] = produced;
  if (produced.length === 1 && only !== undefined && sameBytes(only.bytes, logged.bytes)) return null;
  const names = new NameTable(log.header.core.names);
  for (const earlier of log.batches.slice(0, index)) decodeBatch(earlier.bytes, names, earlier.seq);
  const read = (bytes: Uint8Array) => decodeBatch(bytes, new NameTable(names.all()), logged.seq);
  const expected = read(logged.bytes);
  if (only === undefined) return compareBatches(expected, undefined) ?? null;
  return (
    compareBatches(expected, read(only.bytes)) ?? encodingDivergence(expected.frame, logged.bytes, only.bytes)
  );
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

/** An actor as recorded. */
export interface FoldedActor {
  readonly state: string;
  readonly context: Readonly<Record<string, Plain>>;
}

/** The states a log's recorded transitions lead to. */
export interface FoldedLog {
  readonly frames: number;
  readonly transitions: number;
  readonly digest: bigint;
  readonly actors: ReadonlyMap<string, FoldedActor>;
}

/**
 * Rebuilds the states of all actors at `untilFrame` from the recorded transitions: needs no machine. An actor that reached its
 * final state stays, in that state, until one of its name starts again.
 */
export function fold(log: Log, untilFrame = Number.POSITIVE_INFINITY): FoldedLog {
  const names = new NameTable(log.header.core.names);
  const actors = new Map<string, FoldedActor>();
  let [frames, transitions, digest] = [0, 0, log.headerDigest];
  for (const logged of log.batches) {
    const batch = decodeBatch(logged.bytes, names, logged.seq);
    if (batch.frame > untilFrame) break;
    for (const step of batch.steps) {
      if (step.kind === 'refusal') continue;
      transitions++;
      if (step.event === STOP_EVENT) {
        actors.delete(step.actor);
        continue;
      }
      const before = step.from === '' ? {} : actors.get(step.actor)?.context;
      actors.set(step.actor, { state: step.to, context: { ...before, ...Object.fromEntries(step.changes) } });
    }
    frames = batch.frame;
    digest = logged.digest;
  }
  return { frames, transitions, digest, actors };
}
