/** The root of a host's tree: open (lobby, then run, then lobby …) → closing → closed. Owns the lobby and the run. */
import { assertEvent, assign, emit, sendTo, setup } from 'xstate';
import { invariant } from '../errors.js';
import type { CommandEvent, Effect, Refusals, SessionInput } from '../game.js';
import type { createLobbyMachine, LobbyInput } from './lobby.js';
import type { RunSetup } from './players.js';
import type { DerbyRules } from './rules.js';
import type { createRunMachine, RunInput, RunOutput } from './run.js';

/** What `createHost` is told of this game: its version, and the host's own player, if there is one. */
export interface DerbyHostOptions {
  readonly version: string;
  readonly player: {
    readonly name: string;
    readonly batterId: string;
    readonly cosmeticIds: readonly string[];
  } | null;
}

export interface HostSessionContext {
  readonly protocol: string;
  readonly version: string;
  readonly setup: RunSetup | null;
  /** How the last run went. */
  readonly lastRun: RunOutput | null;
}

type HostSessionEvent =
  | { readonly type: 'run.start'; readonly setup: RunSetup }
  | { readonly type: 'xstate.done.actor.run'; readonly output: RunOutput }
  | CommandEvent<'close', null>;

export const hostSessionRefusals: Refusals = {
  'command.close': 'session/already-closing',
  '*': 'session/not-now',
};

export function createHostSessionMachine(
  rules: DerbyRules,
  protocol: string,
  actors: { lobby: ReturnType<typeof createLobbyMachine>; run: ReturnType<typeof createRunMachine> },
) {
  return setup({
    types: {} as {
      context: HostSessionContext;
      events: HostSessionEvent;
      input: SessionInput;
      emitted: Effect;
    },
    actors,
    delays: { goodbye: rules.waits.closingMs },
    actions: {
      takeSetup: assign({
        setup: ({ event }) => {
          assertEvent(event, 'run.start');
          return event.setup;
        },
      }),
      takeResult: assign({
        lastRun: ({ event }) => {
          assertEvent(event, 'xstate.done.actor.run');
          return event.output;
        },
      }),
      tellLobby: sendTo('lobby', { type: 'run.over' }),
      sayGoodbye: emit({ type: 'send', to: 'all', message: 'Leave', value: {} }),
    },
  }).createMachine({
    id: 'session',
    context: ({ input }) => {
      const { version } = input.options as unknown as DerbyHostOptions;
      return { protocol, version, setup: null, lastRun: null };
    },
    initial: 'open',
    states: {
      open: {
        invoke: {
          src: 'lobby',
          id: 'lobby',
          input: ({ context: { protocol, version } }): LobbyInput => ({ protocol, version }),
        },
        on: { 'command.close': { target: 'closing', actions: 'sayGoodbye' } },
        initial: 'lobby',
        states: {
          lobby: { on: { 'run.start': { target: 'run', actions: 'takeSetup' } } },
          run: {
            invoke: {
              src: 'run',
              id: 'run',
              input: ({ context }): RunInput => ({ setup: requireSetup(context) }),
              onDone: { target: 'lobby', actions: ['takeResult', 'tellLobby'] },
            },
          },
        },
      },
      closing: { after: { goodbye: 'closed' } },
      closed: { type: 'final' },
    },
  });
}

function requireSetup({ setup }: HostSessionContext): RunSetup {
  invariant(setup, 'A run starts with its setup.');
  return setup;
}
