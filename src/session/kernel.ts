/**
 * One deterministic step: advance the frame clock, deliver the inputs to the actors, commit a batch, and only then hand over
 * what the actors want sent. Live sessions and replays run this same code; it reads no clock, opens nothing, draws only from
 * the session's seed.
 */
import { type AnyActorRef, type AnyEventObject, type AnyMachineSnapshot, createActor } from 'xstate';
import { invariant, SessionError } from '../errors.js';
import type { Effect, GameDefinition, GameSide, Input, Role, SessionInput } from '../game.js';
import { ROOT_ACTOR } from '../machine-tree.js';
import { bindRandom, createRandomStreams } from '../random.js';
import type { Hashes } from '../store/hashes.js';
import type { NameTable } from '../store/names.js';
import { FrameClock } from './frame-clock.js';
import { eventOf } from './input-event.js';
import { Purity } from './purity.js';
import { recordedLogic } from './recorded-logic.js';
import { type CommittedBatch, NOT_RUNNING_RULE, Recorder } from './recorder.js';
import { NO_ACTOR, StepNotes } from './step-notes.js';

export interface KernelOptions {
  readonly game: GameDefinition;
  readonly role: Role;
  readonly frameRate: number;
  readonly input: SessionInput;
  readonly names: NameTable;
  readonly hashes: Hashes;
  /** Where the digest chain starts: the header's digest. */
  readonly digest: bigint;
  /** Refuse contexts that a log could not give back; for development and tests, it walks every changed value. */
  readonly checkPlain: boolean;
  /** Refuse machines that reach for a clock, chance or a promise, naming call and actor; for development and tests. */
  readonly checkPure?: boolean;
  /** Take notes on every step from the start; see {@link Kernel.takeNotes}. @default false */
  readonly notes?: boolean;
  /** Called once for each batch, in order, with what its actors want sent. Must append before it sends (RP4). */
  readonly onCommit: (batch: CommittedBatch, effects: readonly Effect[]) => void;
}

/** What became of an input: the rule that refused it, or `undefined` when some actor acted on it. */
export interface InputOutcome {
  readonly input: Input;
  readonly refusedBy: string | undefined;
}

const NO_OUTCOMES: readonly InputOutcome[] = [];

export class Kernel {
  readonly #game: GameDefinition;
  readonly #side: GameSide<unknown, never>;
  readonly #clock: FrameClock;
  readonly #recorder: Recorder;
  readonly #onCommit: KernelOptions['onCommit'];
  readonly #actors = new Map<string, AnyActorRef>();
  readonly #root: AnyActorRef;
  readonly #replaced: AnyActorRef[] = [];
  readonly #purity: Purity | undefined;
  readonly #notes: StepNotes;
  #wantsNotes: boolean;
  readonly #names: NameTable;
  readonly #known = new WeakSet<AnyActorRef>();
  #effects: Effect[] = [];
  #isOver = false;
  #failure: { actor: string; error: unknown } | undefined;

  constructor(options: KernelOptions) {
    const { game, role } = options;
    this.#game = game;
    this.#side = game[role] as GameSide<unknown, never>;
    this.#onCommit = options.onCommit;
    this.#clock = new FrameClock(options.frameRate);
    const random = createRandomStreams(options.input.seed);
    this.#recorder = new Recorder({ ...options, random, refusals: game.refusals });
    const purity = options.checkPure ? new Purity() : undefined;
    this.#purity = purity;
    this.#notes = new StepNotes(random, purity);
    this.#wantsNotes = options.notes ?? false;
    this.#notes.switchTo(this.#wantsNotes);
    this.#names = options.names;
    const logic = recordedLogic(this.#side.root, this.#recorder, {
      purity,
      notes: this.#notes,
      started: (ref) => {
        // Before the root's first entry, which may draw already.
        bindRandom(ref.system, random);
        this.#started(ref);
      },
      ended: (ref) => this.#ended(ref),
      isCurrent: (ref) => this.#actors.get(ref.id) === ref,
      isKnown: (ref) => this.#known.has(ref),
    });
    this.#root = this.#purely(() =>
      createActor(logic, { id: ROOT_ACTOR, input: options.input, clock: this.#clock as never }),
    );
    purity?.allowScheduling(this.#root);
    this.#notes.watchScheduling(this.#root);
  }

  /** Starts the root actor and commits frame 0. */
  start(): void {
    this.#purely(() => this.#root.start());
    this.#commit(0);
  }

  get frame(): number {
    return this.#clock.frame;
  }

  /** The frame the next timer is due at. */
  get nextDueFrame(): number | undefined {
    return this.#clock.nextDueFrame;
  }

  get digest(): bigint {
    return this.#recorder.digest;
  }

  /**
   * Moves to `frame` and delivers `inputs` there. Timers due before it fire at their own frames, each frame with a batch of its
   * own, so one large step leaves the same log as many small ones (RP1).
   */
  step(frame: number, inputs: readonly Input[]): readonly InputOutcome[] {
    invariant(
      frame >= this.#clock.frame,
      () => `Frame ${frame} lies before the current frame ${this.#clock.frame}.`,
    );
    for (
      let due = this.#clock.nextDueFrame;
      due !== undefined && due < frame;
      due = this.#clock.nextDueFrame
    ) {
      this.#advanceTo(due);
      this.#commit(due);
    }
    const isQuiet = inputs.length === 0 && this.#clock.nextDueFrame !== frame;
    this.#advanceTo(frame);
    // Most frames: nothing came in, nothing is due.
    if (isQuiet) return NO_OUTCOMES;
    const outcomes = this.#purely(() => inputs.map((input) => this.#deliver(input)));
    this.#commit(frame);
    return outcomes;
  }

  /** True once the root actor reached a final state: nothing acts any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The snapshot of a live actor, or of the root. */
  readonly lookup = (id: string): AnyMachineSnapshot | undefined =>
    this.#actors.get(id)?.getSnapshot() as AnyMachineSnapshot | undefined;

  /** Ids of the live actors, in order of their start. */
  get actorIds(): readonly string[] {
    return [...this.#actors.keys()];
  }

  /** The log's names so far. */
  get names(): readonly string[] {
    return this.#names.all();
  }

  /**
   * The rule that would refuse `input` now, or `undefined` when some actor would act on it. Asks the machines' guards.
   *
   * @throws SessionError `machine/impure` with `checkPure`; the session ends with its next frame.
   */
  refusalOf(input: Input): string | undefined {
    try {
      return this.#purely(() => this.#refusalOf(input));
    } catch (error) {
      // XState puts what a guard throws into an error of its own.
      throw this.#purity?.fault ?? error;
    }
  }

  #refusalOf(input: Input): string | undefined {
    const { event, targets } = this.#address(input);
    let rule = NOT_RUNNING_RULE;
    if (this.#isOver) return rule;
    for (const id of targets) {
      const snapshot = this.lookup(id);
      if (snapshot === undefined) continue;
      const can = (): boolean => snapshot.can(event);
      if (this.#purity?.runAs(id, can) ?? can()) return undefined;
      const rules = this.#game.refusals[snapshot.machine.id];
      rule = rules?.[event.type] ?? rules?.['*'] ?? rule;
    }
    return rule;
  }

  /** Whether batches carry a note for each of their steps, from the next batch on: a batch has all its notes or none. */
  takeNotes(areWanted: boolean): void {
    this.#wantsNotes = areWanted;
    if (this.#recorder.isEmpty) this.#notes.switchTo(areWanted);
  }

  /** Stops all actors. The stop is not part of the log: a log that just ends was cut by a crash or a close, both continue the same. */
  stop(): void {
    this.#root.stop();
  }

  #advanceTo(frame: number): void {
    if (this.#clock.nextDueFrame === frame) this.#purely(() => this.#clock.advanceTo(frame));
    else this.#clock.advanceTo(frame);
  }

  /** Runs the game's code; nothing else may be in `work`. */
  #purely<T>(work: () => T): T {
    return this.#purity === undefined ? work() : this.#purity.run(work);
  }

  #deliver(input: Input): InputOutcome {
    const before = this.#recorder.transitions;
    this.#recorder.input(input);
    const { event, targets } = this.#address(input);
    for (const id of targets) {
      const actor = this.#actors.get(id);
      if (actor === undefined || this.#isOver) this.#refuseUnaddressed(id, event.type);
      else actor.send(event);
    }
    return { input, refusedBy: this.#recorder.transitions === before ? this.#recorder.lastRule : undefined };
  }

  #refuseUnaddressed(id: string, event: string): void {
    this.#recorder.refusalOf(id, event, NOT_RUNNING_RULE, this.#notes.isOn ? NO_ACTOR : undefined);
  }

  #address(input: Input): { event: AnyEventObject; targets: readonly string[] } {
    const { event, declaration } = eventOf(input, this.#game.protocol);
    return { event, targets: this.#side.route(input, declaration) };
  }

  #commit(frame: number): void {
    if (this.#purity?.fault) throw this.#purity.fault;
    if (this.#failure) {
      const { actor, error } = this.#failure;
      if (error instanceof SessionError) throw error;
      throw new SessionError(
        'machine/failed',
        `Actor "${actor}" failed in frame ${frame}: ${String(error)}`,
        { cause: error },
      );
    }
    for (const ref of this.#replaced.splice(0)) {
      const isLive = ref.getSnapshot().status === 'active';
      invariant(!isLive, `Two live actors are called "${ref.id}"; ids are unique in a session's tree.`);
    }
    this.#notes.frameEnded();
    const batch = this.#recorder.commit(frame);
    if (this.#notes.isOn !== this.#wantsNotes) this.#notes.switchTo(this.#wantsNotes);
    if (batch === undefined) return;
    const effects = this.#effects;
    this.#effects = [];
    this.#onCommit(batch, effects);
  }

  #started(ref: AnyActorRef): void {
    const other = this.#actors.get(ref.id);
    // A state that is left and entered again starts its new child before the old one is stopped; at rest only one may live.
    if (other !== undefined) this.#replaced.push(other);
    this.#actors.set(ref.id, ref);
    this.#known.add(ref);
    ref.on('*', (effect) => {
      this.#effects.push(effect as Effect);
      this.#notes.effect(ref, effect as Effect);
    });
    // An exception in an action kills an actor silently unless somebody observes its errors.
    ref.subscribe({ error: (error: unknown) => (this.#failure ??= { actor: ref.id, error }) });
  }

  #ended(ref: AnyActorRef): void {
    // The root stays to be looked at: its final state says how the session ended.
    if (ref === this.#root) this.#isOver = true;
    else if (this.#actors.get(ref.id) === ref) this.#actors.delete(ref.id);
  }
}
