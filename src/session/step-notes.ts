/**
 * Notes on steps while they happen, for observers and replays: guards asked, effects, delays, what could come next. Off until
 * somebody wants them. Notes are of this build and this run: they never reach the log.
 */
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Effect } from '../game.js';
import type { RandomStreams } from '../random.js';
import type { StepNote } from './observe.js';
import type { Purity } from './purity.js';
import { type Guard, Verdicts } from './verdicts.js';

type Guards = AnyStateMachine['implementations']['guards'];

/** A note being taken. */
export interface Draft {
  readonly chart: string;
  readonly guards: StepNote['guards'][number][];
  readonly effects: Effect[];
  next: StepNote['next'];
  readonly delays: StepNote['delays'][number][];
}

/** XState's own timetable. */
interface Scheduler {
  schedule(source: AnyActorRef, target: AnyActorRef, event: AnyEventObject, ms: number, id?: string): void;
}

/** The note of an event for an actor that was not there. */
export const NO_ACTOR: StepNote = Object.freeze({ chart: '', guards: [], effects: [], next: [], delays: [] });

export class StepNotes {
  readonly #verdicts: Verdicts;
  readonly #guards: { readonly used: Guards; readonly own: Guards; readonly heard: Guards }[] = [];
  /** Steps that run now, one inside the other (an actor is started by another's step); `undefined` once all is noted. */
  readonly #running: (Draft | undefined)[] = [];
  /** The last step of each actor in this frame: what XState does after a step belongs to it. */
  readonly #last = new Map<AnyActorRef, Draft>();
  #isOn = false;

  constructor(random: RandomStreams, purity: Purity | undefined) {
    this.#verdicts = new Verdicts(random, purity);
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Between batches only: one has all its notes or none. */
  switchTo(isOn: boolean): void {
    this.#isOn = isOn;
    for (const { used, own, heard } of this.#guards) Object.assign(used, isOn ? heard : own);
  }

  /** The guards for `machine` to run with: its own, and only while notes are wanted ones that are heard. */
  guardsOf(machine: AnyStateMachine): Guards {
    const own = machine.implementations.guards;
    const heard = Object.fromEntries(
      Object.entries(own).map(([name, guard]) => [name, this.#heard(name, guard)]),
    );
    const used = { ...(this.#isOn ? heard : own) };
    this.#guards.push({ used, own, heard });
    return used;
  }

  /** Hears of the delays that the actors of `system` begin. */
  watchScheduling({ system }: AnyActorRef): void {
    const { scheduler } = system as unknown as { readonly scheduler: Scheduler };
    const { schedule } = scheduler;
    scheduler.schedule = (source, target, event, ms, id) => {
      if (this.#isOn) this.#last.get(source)?.delays.push([event.type, ms]);
      schedule(source, target, event, ms, id);
    };
  }

  /** Begins the note of a step; {@link end} follows, whatever happens. */
  begin(chart: string): Draft | undefined {
    if (!this.#isOn) return undefined;
    const draft: Draft = { chart, guards: [], effects: [], next: [], delays: [] };
    this.#running.push(draft);
    return draft;
  }

  end(draft: Draft | undefined): void {
    if (draft !== undefined) this.#running.pop();
  }

  /** Completes the note of a step that came out as `snapshot`; only what XState defers still follows: effects and delays. */
  finish(draft: Draft | undefined, machine: AnyStateMachine, ref: AnyActorRef, snapshot: AnyMachineSnapshot) {
    if (draft === undefined) return;
    this.#running[this.#running.length - 1] = undefined;
    draft.next = this.#verdicts.of(machine, snapshot);
    this.#last.set(ref, draft);
  }

  effect(ref: AnyActorRef, effect: Effect): void {
    if (this.#isOn) this.#last.get(ref)?.effects.push(effect);
  }

  /** The frame is over: its notes are nobody's to change. */
  frameEnded(): void {
    if (this.#isOn) this.#last.clear();
  }

  /** Combined guards are heard by their parts. */
  #heard(name: string, guard: Guard | undefined): Guard | undefined {
    if (typeof guard !== 'function' || 'check' in guard) return guard;
    const heard: Guard = (args, params) => {
      if (this.#verdicts.isAsking) return this.#verdicts.ask(guard, args, params);
      const holds = guard(args, params);
      this.#running.at(-1)?.guards.push([name, holds]);
      return holds;
    };
    return heard;
  }
}
