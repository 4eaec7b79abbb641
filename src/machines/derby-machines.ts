/**
 * The types of the derby's machines as a game that extends it sees them: which there are, what swaps one, and which events of
 * added messages they hear. Types only.
 */
import type { EventObject, StateMachine } from 'xstate';
import type { createAtBatMachine } from './at-bat.js';
import type { createClientRunMachine } from './client-run.js';
import type { createClientSessionMachine } from './client-session.js';
import type { createHostSessionMachine } from './host-session.js';
import type { createLobbyMachine } from './lobby.js';
import type { createRunMachine } from './run.js';
import type { createTurnMachine } from './turn.js';

/** `Machine`, with events of `Added` that it hears too. */
type Hearing<Machine, Added extends EventObject> =
  Machine extends StateMachine<
    infer Context,
    infer Event,
    infer Children,
    infer Actor,
    infer Action,
    infer Guard,
    infer Delay,
    infer Value,
    infer Tag,
    infer MachineInput,
    infer Output,
    infer Emitted,
    infer Meta,
    infer Schema
  >
    ? StateMachine<
        Context,
        Event | Added,
        Children,
        Actor,
        Action,
        Guard,
        Delay,
        Value,
        Tag,
        MachineInput,
        Output,
        Emitted,
        Meta,
        Schema
      >
    : never;

/** The machines of the game; the at-bat is the same on all sides. `Added` are the events of messages that a game added. */
export interface DerbyMachines<Added extends EventObject = never> {
  readonly session: ReturnType<typeof createHostSessionMachine>;
  readonly lobby: Hearing<ReturnType<typeof createLobbyMachine>, Added>;
  readonly run: ReturnType<typeof createRunMachine>;
  readonly turn: ReturnType<typeof createTurnMachine>;
  readonly atBat: ReturnType<typeof createAtBatMachine>;
  readonly clientSession: Hearing<ReturnType<typeof createClientSessionMachine>, Added>;
  readonly clientRun: ReturnType<typeof createClientRunMachine>;
}

/** For each machine to swap, what to make of it: `{ turn: (turn) => turn.provide({ delays: { turnLimit: 60_000 } }) }`. */
export type DerbySwaps<Added extends EventObject = never> = {
  readonly [Name in keyof DerbyMachines]?: (
    machine: DerbyMachines<Added>[Name],
  ) => DerbyMachines<Added>[Name];
};
