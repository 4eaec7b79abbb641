/**
 * Wraps a machine, and every machine it can start, so that each step reaches the recorder. XState's own `inspect` would cost
 * 60–70 % a send; wrapping `transition` costs almost nothing and sees exactly what the actor sees.
 */
import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  StateMachine,
} from 'xstate';
import { unnamedActor, unrecorded } from '../machine-checks.js';
import { isMachine } from '../machine-tree.js';
import type { Purity } from './purity.js';
import { type Recorder, STOP_EVENT } from './recorder.js';
import type { Draft, StepNotes } from './step-notes.js';

/** What the kernel wants to know of actors coming and going. */
export interface ActorWatcher {
  started(ref: AnyActorRef): void;
  ended(ref: AnyActorRef): void;
  /** False once another actor has started under the same id. */
  isCurrent(ref: AnyActorRef): boolean;
  /** Whether the actor was announced by {@link started}. */
  isKnown(ref: AnyActorRef): boolean;
  /** Told whose code runs, when machines are watched for what they may not do. */
  readonly purity: Purity | undefined;
  readonly notes: StepNotes;
}

/** XState names a child after a process-wide counter when nobody else did; such a name would differ in every replay. */
const COUNTER_NAME = /^x:\d+$/;

/**
 * `machine` with its steps, and its children's, recorded: an object that has the machine as its prototype, since `provide`
 * would build every machine again for every session. XState binds a machine's methods to it, so the class's are called.
 */
export function recordedLogic(
  machine: AnyStateMachine,
  recorder: Recorder,
  watcher: ActorWatcher,
): AnyStateMachine {
  const actors = Object.fromEntries(
    Object.entries(machine.implementations.actors).map(([src, child]) => {
      if (!isMachine(child))
        throw unrecorded(`The actor logic "${src}" of machine "${machine.id}" is no machine`);
      return [src, recordedLogic(child, recorder, watcher)];
    }),
  );
  const { transition, getInitialSnapshot } = StateMachine.prototype;
  const { purity, notes } = watcher;
  const scopeOf = (scope: AnyActorScope): AnyActorScope => purity?.scopeOf(scope) ?? scope;

  function record(
    actor: AnyActorRef,
    event: AnyEventObject,
    from: AnyMachineSnapshot,
    to: AnyMachineSnapshot,
    note: Draft | undefined,
  ) {
    // A newer actor of that name has started already; its start says that this one is gone.
    const isReplaced = event.type === STOP_EVENT && !watcher.isCurrent(actor);
    if (isReplaced) return;
    notes.finish(note, recorded, actor, to);
    // An unhandled event gives back the same snapshot; so does a handled one whose only effects are actions.
    const isRefused = to === from && (machine.getTransitionData(from, event)?.length ?? 0) === 0;
    if (isRefused) recorder.refusal(machine.id, actor.id, event.type, note);
    else recorder.transition(actor.id, event.type, from, to, note);
  }

  function checkChildren(children: AnyMachineSnapshot['children']): void {
    for (const child of Object.values(children) as (AnyActorRef | undefined)[]) {
      // One that failed to start says why by itself.
      if (child && !watcher.isKnown(child) && child.getSnapshot().status !== 'error') {
        throw unrecorded(
          `The child "${child.id}" of machine "${machine.id}" was not started by the name of its logic`,
        );
      }
    }
  }

  const recorded: AnyStateMachine = Object.create(machine, {
    implementations: { value: { ...machine.implementations, actors, guards: notes.guardsOf(machine) } },
    transition: {
      value: (snapshot: AnyMachineSnapshot, event: AnyEventObject, scope: AnyActorScope) => {
        recorder.begin();
        purity?.enter(scope.self.id);
        const note = notes.begin(machine.id);
        try {
          const next = transition.call(recorded, snapshot, event, scopeOf(scope)) as AnyMachineSnapshot;
          record(scope.self, event, snapshot, next, note);
          if (next.children !== snapshot.children) checkChildren(next.children);
          if (next.status !== 'active' || event.type === STOP_EVENT) watcher.ended(scope.self);
          return next;
        } finally {
          notes.end(note);
          purity?.leave();
          recorder.end();
        }
      },
    },
    getInitialSnapshot: {
      value: (scope: AnyActorScope, input: unknown) => {
        const id = scope.self.id;
        if (COUNTER_NAME.test(id)) {
          throw unnamedActor(`A child of machine "${machine.id}" was started without an id`);
        }
        // First, so that a failure in the start itself is observed, under this actor's own name.
        watcher.started(scope.self);
        recorder.begin();
        purity?.enter(id);
        const note = notes.begin(machine.id);
        try {
          const snapshot = getInitialSnapshot.call(
            recorded,
            scopeOf(scope),
            input as never,
          ) as AnyMachineSnapshot;
          notes.finish(note, recorded, scope.self, snapshot);
          recorder.start(id, snapshot, note);
          return snapshot;
        } finally {
          notes.end(note);
          purity?.leave();
          recorder.end();
        }
      },
    },
  });
  return recorded;
}
