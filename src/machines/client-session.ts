/** The root of a client's tree: connecting → hello → lobby → run → lobby …, until left, refused or lost. */
import { assertEvent, assign, emit, sendTo, setup } from 'xstate';
import { invariant } from '../errors.js';
import type { CommandEvent, Effect, MessageEvent, PeerEvent, Refusals, SessionInput } from '../game.js';
import { HOST_PEER, type LinkEnd, type PeerId } from '../peers.js';
import type { HomeRunDerbyMessages, PlayerInfo } from '../protocol/home-run-derby.js';
import type { MessageDeclaration } from '../protocol/message.js';
import type { ClientRunInput, ClientRunOutput, createClientRunMachine } from './client-run.js';
import type { PlayerSetup, RunSetup } from './players.js';
import type { DerbyRules } from './rules.js';

/** What `joinSession` is told of this game. */
export interface DerbyClientOptions {
  readonly version: string;
  readonly player: PlayerSetup;
}

export interface ClientSessionContext {
  readonly protocol: string;
  readonly version: string;
  readonly player: PlayerSetup;
  readonly me: PeerId | null;
  readonly roster: readonly PlayerInfo[];
  readonly setup: RunSetup | null;
  readonly lastRun: ClientRunOutput | null;
  /** Why the session ended, for the player to read. */
  readonly ending: string;
}

type ClientMessage<Name extends keyof HomeRunDerbyMessages> = MessageEvent<Name, HomeRunDerbyMessages[Name]>;
type ClientSessionEvent =
  | PeerEvent
  | ClientMessage<'Welcome'>
  | ClientMessage<'Refuse'>
  | ClientMessage<'Roster'>
  | ClientMessage<'SetBatter'>
  | ClientMessage<'StartRun'>
  | ClientMessage<'Leave'>
  | { readonly type: 'run.decided'; readonly output: ClientRunOutput }
  | { readonly type: 'xstate.done.actor.run'; readonly output: ClientRunOutput }
  | CommandEvent<'close', null>;

export const clientSessionRefusals: Refusals = {
  SetBatter: 'lobby/not-a-player-or-not-now',
  Welcome: 'session/already-welcome',
  StartRun: 'session/not-in-the-lobby',
  'command.close': 'session/already-closing',
  '*': 'session/not-now',
};

export function createClientSessionMachine(
  rules: DerbyRules,
  protocol: string,
  actors: { run: ReturnType<typeof createClientRunMachine> },
  added: readonly MessageDeclaration[] = [],
) {
  /** Messages that a game added: seen when the host sends them, asked of the host when they are the player's own. */
  const onAdded: Record<never, never> = Object.fromEntries(
    added.map(({ name, from }) => [
      name,
      [
        { guard: 'isFromHost', actions: 'onAdded' },
        ...(from === 'host' ? [] : [{ guard: 'isFromMe', actions: 'tellHost' }]),
      ],
    ]),
  );

  return setup({
    types: {} as {
      context: ClientSessionContext;
      events: ClientSessionEvent;
      input: SessionInput;
      emitted: Effect;
    },
    actors,
    guards: {
      isFromHost: ({ event }) => 'peer' in event && event.peer === HOST_PEER,
      isFromMe: ({ context, event }) => 'peer' in event && event.peer === context.me,
      isHostGone: ({ event }) => event.type === 'peer.left' && event.peer === HOST_PEER,
      isRefusal: ({ event }) =>
        event.type === 'peer.left' && event.peer === HOST_PEER && event.reason === 'refused',
    },
    delays: { helloWait: rules.waits.helloMs },
    actions: {
      sayHello: emit(({ context: { protocol, version, player } }) => ({
        type: 'send',
        to: HOST_PEER,
        message: 'Hello',
        value: { protocol, version, player: { ...player, id: 0, connected: true } },
      })),
      tellHost: emit(({ event }) => {
        invariant('bytes' in event, 'Only messages are passed on.');
        return { type: 'relay', to: HOST_PEER, bytes: event.bytes };
      }),
      takeWelcome: assign({
        me: ({ event }) => {
          assertEvent(event, 'Welcome');
          return event.message.playerId;
        },
      }),
      takeRoster: assign({
        roster: ({ event }) => {
          assertEvent(event, 'Roster');
          return event.message.players;
        },
      }),
      // Targets depend on who is still here.
      tellRun: sendTo('run', ({ event }) => event),
      takeSetup: assign({
        setup: ({ event }) => {
          assertEvent(event, 'StartRun');
          return event.message;
        },
      }),
      takeResult: assign({
        lastRun: ({ event }) => {
          assertEvent(event, ['run.decided', 'xstate.done.actor.run']);
          return event.output;
        },
      }),
      takeRefusal: assign({
        ending: ({ event }) => {
          if (event.type === 'Refuse') return event.message.reason;
          return event.type === 'peer.left' ? event.sentence : '';
        },
      }),
      takeLoss: assign({
        ending: ({ event }) => (event.type === 'peer.left' ? lossOf(event) : 'The host did not answer.'),
      }),
      takeGoodbye: assign({ ending: 'The host closed the session.' }),
      /** What becomes of a message that a game added: it is seen, unless the game provides another action. */
      onAdded: () => undefined,
      sayGoodbye: emit({ type: 'send', to: HOST_PEER, message: 'Leave', value: {} }),
    },
  }).createMachine({
    id: 'client-session',
    context: ({ input }) => {
      const { version, player } = input.options as unknown as DerbyClientOptions;
      return { protocol, version, player, me: null, roster: [], setup: null, lastRun: null, ending: '' };
    },
    initial: 'connecting',
    on: {
      Roster: { guard: 'isFromHost', actions: 'takeRoster' },
      Refuse: { guard: 'isFromHost', target: '.refused', actions: 'takeRefusal' },
      Leave: { guard: 'isFromHost', target: '.lost', actions: 'takeGoodbye' },
      'peer.left': [
        { guard: 'isRefusal', target: '.refused', actions: 'takeRefusal' },
        { guard: 'isHostGone', target: '.lost', actions: 'takeLoss' },
      ],
      'command.close': { target: '.left', actions: 'sayGoodbye' },
    },
    states: {
      connecting: { on: { 'peer.joined': { guard: 'isFromHost', target: 'hello' } } },
      hello: {
        entry: 'sayHello',
        on: { Welcome: { guard: 'isFromHost', target: 'lobby', actions: 'takeWelcome' } },
        after: { helloWait: { target: 'lost', actions: 'takeLoss' } },
      },
      lobby: {
        on: {
          ...onAdded,
          StartRun: { guard: 'isFromHost', target: 'run', actions: 'takeSetup' },
          SetBatter: { guard: 'isFromMe', actions: 'tellHost' },
        },
      },
      run: {
        invoke: {
          src: 'run',
          id: 'run',
          input: ({ context }): ClientRunInput => runInput(context),
          onDone: { target: 'lobby', actions: 'takeResult' },
        },
        on: {
          ...onAdded,
          // The host starts a run only from its lobby: it is ahead, and the old run is over there.
          StartRun: { guard: 'isFromHost', target: 'run', reenter: true, actions: 'takeSetup' },
          Roster: { guard: 'isFromHost', actions: ['takeRoster', 'tellRun'] },
          'run.decided': { actions: 'takeResult' },
        },
      },
      left: { type: 'final' },
      refused: { type: 'final' },
      lost: { type: 'final' },
    },
  });
}

function runInput({ setup, me }: ClientSessionContext): ClientRunInput {
  invariant(setup !== null && me !== null, 'A run starts after Welcome and StartRun.');
  return { setup, me };
}

function lossOf({ reason, sentence }: { readonly reason: LinkEnd; readonly sentence: string }): string {
  if (reason === 'timed-out') return 'The host fell silent.';
  if (reason === 'left' || reason === 'host-gone' || sentence === '') return 'The host closed the session.';
  return sentence;
}
