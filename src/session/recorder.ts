/**
 * Collects what happens in a frame: inputs, every step of every actor, random draws. Encodes nothing until the frame ends,
 * keeps nothing of a frame that is done.
 */
import type { AnyMachineSnapshot } from 'xstate';
import { SessionError } from '../errors.js';
import type { Input, Refusals } from '../game.js';
import type { RandomStreams } from '../random.js';
import { type BatchParts, type EncodedStep, encodeBatch } from '../store/batch.js';
import type { Hashes } from '../store/hashes.js';
import type { NameTable } from '../store/names.js';
import type { StepNote } from './observe.js';
import { deepFreeze, findNotPlain } from './plain.js';

/** The event of an actor's start, and the states before its start and after its stop. */
export const START_EVENT = 'xstate.init';
export const STOP_EVENT = 'xstate.stop';
export const NO_STATE = '';

/** The rule that refuses an input for an actor that is not there. */
export const NOT_RUNNING_RULE = 'actor/not-running';

export interface CommittedBatch {
  readonly frame: number;
  readonly bytes: Uint8Array;
  readonly digest: bigint;
  /** Transitions in it (refusals not counted). */
  readonly transitions: number;
  /** One for each step, in order; none unless they were wanted. */
  readonly notes: readonly StepNote[];
}

const NO_NOTES: readonly StepNote[] = [];

export class Recorder {
  readonly #names: NameTable;
  readonly #hashes: Hashes;
  readonly #random: RandomStreams;
  readonly #refusals: Readonly<Record<string, Refusals>>;
  readonly #checkPlain: boolean;
  readonly #drawsWritten = new Map<string, number>();
  #digest: bigint;
  #inputs: Input[] = [];
  #steps: EncodedStep[] = [];
  #transitions = 0;
  #lastRule = '';
  /** Which input of this frame is being delivered, from 1; 0 while timers fire. */
  #cause = 0;
  /** Actors started inside a running transition are recorded after it, so that a log reads in causal order. */
  #running = 0;
  readonly #started: EncodedStep[] = [];
  /** In step with the steps. */
  #notes: StepNote[] = [];
  readonly #startedNotes: StepNote[] = [];

  constructor(options: {
    names: NameTable;
    hashes: Hashes;
    random: RandomStreams;
    refusals: Readonly<Record<string, Refusals>>;
    digest: bigint;
    checkPlain: boolean;
  }) {
    this.#names = options.names;
    this.#hashes = options.hashes;
    this.#random = options.random;
    this.#refusals = options.refusals;
    this.#digest = options.digest;
    this.#checkPlain = options.checkPlain;
  }

  get digest(): bigint {
    return this.#digest;
  }

  /** Transitions of this frame so far. */
  get transitions(): number {
    return this.#transitions;
  }

  /** True between frames. */
  get isEmpty(): boolean {
    return this.#inputs.length === 0 && this.#steps.length === 0 && this.#running === 0;
  }

  /** The rule of the last refusal. */
  get lastRule(): string {
    return this.#lastRule;
  }

  input(input: Input): void {
    this.#lastRule = NOT_RUNNING_RULE;
    this.#inputs.push(input);
    this.#cause = this.#inputs.length;
  }

  /** Wraps one run of a machine's transition function; `transition` or `refusal` follows, unless it threw. */
  begin(): void {
    this.#running++;
  }

  end(): void {
    this.#running--;
    if (this.#running === 0 && this.#started.length > 0) {
      this.#steps.push(...this.#started);
      this.#notes.push(...this.#startedNotes);
      this.#started.length = 0;
      this.#startedNotes.length = 0;
    }
  }

  start(actor: string, snapshot: AnyMachineSnapshot, note: StepNote | undefined): void {
    const step = this.#step(actor, START_EVENT, NO_STATE, stateText(snapshot.value));
    for (const field of Object.keys(snapshot.context))
      this.#change(step, actor, field, snapshot.context[field]);
    if (this.#checkPlain) Object.freeze(snapshot.context);
    this.#transitions++;
    const isInside = this.#running > 0;
    (isInside ? this.#started : this.#steps).push(step);
    if (note !== undefined) (isInside ? this.#startedNotes : this.#notes).push(note);
  }

  transition(
    actor: string,
    event: string,
    before: AnyMachineSnapshot,
    after: AnyMachineSnapshot,
    note: StepNote | undefined,
  ): void {
    const step = this.#step(actor, event, stateText(before.value), stateText(after.value));
    if (after.context !== before.context) {
      for (const field in after.context) {
        const value = after.context[field];
        if (value !== before.context[field]) this.#change(step, actor, field, value);
      }
      // A change in place is none that a log would have.
      if (this.#checkPlain) Object.freeze(after.context);
    }
    this.#transitions++;
    this.#steps.push(step);
    if (note !== undefined) this.#notes.push(note);
  }

  refusal(machine: string, actor: string, event: string, note: StepNote | undefined): void {
    const rules = this.#refusals[machine];
    this.refusalOf(actor, event, rules?.[event] ?? rules?.['*'] ?? 'unnamed', note);
  }

  refusalOf(actor: string, event: string, rule: string, note: StepNote | undefined): void {
    this.#lastRule = rule;
    if (note !== undefined) this.#notes.push(note);
    this.#steps.push([this.#cause, this.#names.idOf(actor), this.#names.idOf(event), this.#names.idOf(rule)]);
  }

  /** Ends the frame: its batch, or `undefined` when nothing happened in it. */
  commit(frame: number): CommittedBatch | undefined {
    const draws = this.#drawsSinceCommit();
    if (this.#inputs.length === 0 && this.#steps.length === 0 && draws.length === 0) return undefined;
    const parts: BatchParts = { frame, inputs: this.#inputs, steps: this.#steps, draws };
    const { bytes, digest } = this.#encode(parts);
    const notes = this.#notes.length === 0 ? NO_NOTES : this.#notes;
    const committed = { frame, bytes, digest, transitions: this.#transitions, notes };
    this.#digest = digest;
    this.#inputs = [];
    this.#steps = [];
    if (notes !== NO_NOTES) this.#notes = [];
    this.#transitions = 0;
    this.#cause = 0;
    return committed;
  }

  #encode(parts: BatchParts): { bytes: Uint8Array; digest: bigint } {
    try {
      return encodeBatch(parts, this.#names, this.#hashes, this.#digest);
    } catch (cause) {
      const sentence = `A context changed in frame ${parts.frame} holds what a log cannot keep: ${String(cause)}. The option checkPlain names actor and field.`;
      throw new SessionError('machine/not-plain', sentence, { cause });
    }
  }

  #step(actor: string, event: string, from: string, to: string): unknown[] {
    const names = this.#names;
    return [this.#cause, names.idOf(actor), names.idOf(event), names.idOf(from), names.idOf(to)];
  }

  #change(step: unknown[], actor: string, field: string, value: unknown): void {
    if (this.#checkPlain) {
      const found = findNotPlain(value, field);
      deepFreeze(value);
      if (found)
        throw new SessionError(
          'machine/not-plain',
          `The context of actor "${actor}" holds ${found}; a log can only keep plain data.`,
        );
    }
    step.push(this.#names.idOf(field), value);
  }

  #drawsSinceCommit(): [number, number][] {
    const draws: [number, number][] = [];
    for (const [stream, count] of this.#random.draws) {
      if (this.#drawsWritten.get(stream) === count) continue;
      this.#drawsWritten.set(stream, count);
      draws.push([this.#names.idOf(stream), count]);
    }
    return draws;
  }
}

/** A state value as a path: `open.lobby`; the parts of a parallel state joined by ` & `. */
export function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  const regions = value as Record<string, unknown>;
  let text = '';
  for (const key in regions) {
    const inner = stateText(regions[key]);
    const path = inner === '' ? key : `${key}.${inner}`;
    text = text === '' ? path : `${text} & ${path}`;
  }
  return text;
}
