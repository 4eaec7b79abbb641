/**
 * One playthrough as a client follows it: intro → inning (between turns, batting, watching) → round end → shop → … → won or
 * lost. Decides nothing: it goes where the host's messages say, and passes the local player's messages on to the host.
 */
import { assertEvent, assign, emit, enqueueActions, sendParent, setup } from 'xstate';
import type { Effect, MessageEvent, Refusals } from '../game.js';
import { HOST_PEER, type PeerId } from '../peers.js';
import type { HomeRunDerbyMessages } from '../protocol/home-run-derby.js';
import type { AtBatInput, createAtBatMachine } from './at-bat.js';
import { type InningResult, type RunOutcome, type RunSetup, withId, without } from './players.js';
import type { DerbyRules } from './rules.js';

export interface ClientRunInput {
  readonly setup: RunSetup;
  readonly me: PeerId;
}

export interface ClientRunContext extends ClientRunInput {
  /** Players of the batting order who are still here, by the host's roster. */
  readonly connected: readonly PeerId[];
  /** Players the current gate waits for, as the host told. */
  readonly waitingFor: readonly PeerId[];
  readonly inningIndex: number;
  readonly pool: number;
  readonly outsLeft: number;
  readonly target: number;
  readonly teamScore: number;
  readonly turnIndex: number;
  readonly batter: PeerId | null;
  readonly outs: number;
  readonly innings: readonly InningResult[];
}

export interface ClientRunOutput {
  readonly outcome: RunOutcome;
  readonly teamScore: number;
  readonly innings: readonly InningResult[];
}

type RunMessageName =
  | 'Roster'
  | 'RoundStart'
  | 'TurnStart'
  | 'PlayFeed'
  | 'TurnEnd'
  | 'RoundEnd'
  | 'ShopReady'
  | 'ReadyState'
  | 'IntroDone'
  | 'IntroProgress'
  | 'AtBatBegin';
type ClientRunEvent = {
  [Name in RunMessageName]: MessageEvent<Name, HomeRunDerbyMessages[Name]>;
}[RunMessageName];

export const clientRunRefusals: Refusals = {
  IntroDone: 'run/no-intro-or-already-done',
  ShopReady: 'run/no-shop-or-already-ready',
  TurnEnd: 'turn/not-the-batter',
  AtBatBegin: 'turn/already-batting-or-not-the-batter',
  PlayFeed: 'turn/no-play-from-there',
  '*': 'run/not-now',
};

export function createClientRunMachine(rules: DerbyRules, atBat: ReturnType<typeof createAtBatMachine>) {
  const isLost = ({ innings }: ClientRunContext): boolean => innings.at(-1)?.cleared === false;
  const isWon = ({ innings, inningIndex }: ClientRunContext): boolean =>
    innings.at(-1)?.cleared === true && inningIndex + 1 >= rules.innings;

  return setup({
    types: {} as {
      context: ClientRunContext;
      events: ClientRunEvent;
      input: ClientRunInput;
      output: ClientRunOutput;
      emitted: Effect;
    },
    actors: { atBat },
    guards: {
      isFromHost: ({ event }) => event.peer === HOST_PEER,
      isFromMe: ({ context, event }) => event.peer === context.me,
      isMyTurn: ({ context, event }) =>
        event.type === 'TurnStart' && event.peer === HOST_PEER && event.message.batter === context.me,
      isWaitedFor: ({ context, event }) =>
        event.peer === context.me && context.waitingFor.includes(context.me),
      isLost: ({ context }) => isLost(context),
      isWon: ({ context }) => isWon(context),
    },
    delays: { roundEndShown: rules.waits.roundEndMs },
    actions: {
      tellHost: emit(({ event }) => ({ type: 'relay', to: HOST_PEER, bytes: event.bytes })),
      takeIntroProgress: assign({
        waitingFor: ({ event }) => {
          assertEvent(event, 'IntroProgress');
          return event.message.playerIds;
        },
      }),
      takeReadyState: assign({
        waitingFor: ({ context, event }) => {
          assertEvent(event, 'ReadyState');
          return context.connected.filter((player) => !event.message.playerIds.includes(player));
        },
      }),
      // The host will say so; until then a second one is refused here.
      markMeReady: assign({ waitingFor: ({ context }) => without(context.waitingFor, context.me) }),
      // The host may close while this machine still shows the last inning.
      tellOutcome: enqueueActions(({ context, enqueue }) => {
        if (isWon(context) || isLost(context)) {
          enqueue(sendParent({ type: 'run.decided', output: outcomeOf(context) }));
        }
      }),
      waitForAll: assign({ waitingFor: ({ context }) => context.connected }),
      takeRoster: assign(({ context, event }) => {
        assertEvent(event, 'Roster');
        const { players } = event.message;
        const connected = context.setup.battingOrder.filter((player) => withId(players, player)?.connected);
        return { connected, waitingFor: context.waitingFor.filter((player) => connected.includes(player)) };
      }),
      startInning: assign(({ context, event }) => {
        assertEvent(event, 'RoundStart');
        const { inningIndex, pool } = event.message;
        const { connected, setup } = context;
        const target = rules.target({
          index: inningIndex,
          players: connected.length,
          difficulty: setup.difficulty,
        });
        return { inningIndex, pool, outsLeft: pool, target, batter: null, waitingFor: [] };
      }),
      startTurn: assign(({ event }) => {
        assertEvent(event, 'TurnStart');
        return { ...event.message, outs: 0 };
      }),
      takePlay: assign({
        outs: ({ context, event }) => {
          assertEvent(event, 'PlayFeed');
          return context.outs + (event.message.wasOut ? 1 : 0);
        },
      }),
      endInning: assign(({ context, event }) => {
        assertEvent(event, 'RoundEnd');
        const { cleared, teamScore, outsLeft } = event.message;
        const { inningIndex: index, target, pool } = context;
        const result: InningResult = { index, target, pool, outsLeft, teamScore, cleared };
        return { teamScore, outsLeft, batter: null, innings: [...context.innings, result] };
      }),
    },
  }).createMachine({
    id: 'client-run',
    context: ({ input }) => ({
      ...input,
      connected: input.setup.battingOrder,
      waitingFor: input.setup.battingOrder,
      inningIndex: 0,
      pool: 0,
      outsLeft: 0,
      target: 0,
      teamScore: 0,
      turnIndex: 0,
      batter: null,
      outs: 0,
      innings: [],
    }),
    initial: 'intro',
    output: ({ context }) => outcomeOf(context),
    on: {
      // The host may be ahead of this machine's own clock; its next inning ends whatever is still shown.
      RoundStart: { guard: 'isFromHost', target: '.inning', actions: 'startInning' },
      ReadyState: { guard: 'isFromHost', actions: 'takeReadyState' },
      Roster: { guard: 'isFromHost', actions: 'takeRoster' },
    },
    states: {
      intro: {
        on: {
          IntroDone: { guard: 'isWaitedFor', actions: ['markMeReady', 'tellHost'] },
          IntroProgress: { guard: 'isFromHost', actions: 'takeIntroProgress' },
        },
      },
      inning: {
        initial: 'betweenTurns',
        on: {
          TurnStart: [
            {
              guard: ({ event, context }) => event.peer === HOST_PEER && event.message.batter === context.me,
              target: '.batting',
              actions: 'startTurn',
            },
            { guard: 'isFromHost', target: '.watching', actions: 'startTurn' },
          ],
          RoundEnd: { guard: 'isFromHost', target: 'roundEnd', actions: 'endInning' },
        },
        states: {
          betweenTurns: {},
          batting: {
            initial: 'awaitingAtBat',
            on: {
              TurnEnd: { guard: 'isFromMe', target: 'betweenTurns', actions: 'tellHost' },
              PlayFeed: { guard: 'isFromMe', actions: ['takePlay', 'tellHost'] },
            },
            states: {
              awaitingAtBat: {
                on: { AtBatBegin: { guard: 'isFromMe', target: 'atBat', actions: 'tellHost' } },
              },
              atBat: {
                invoke: {
                  src: 'atBat',
                  id: 'at-bat',
                  input: ({ context: { me } }): AtBatInput => ({
                    batter: me,
                    sender: me,
                    forwardTo: HOST_PEER,
                  }),
                  // The host alone ends a turn: a plate that gave up by this machine's clock is open again.
                  onDone: { target: 'atBat', reenter: true },
                },
              },
            },
          },
          watching: {
            initial: 'awaitingAtBat',
            on: { PlayFeed: { guard: 'isFromHost', actions: 'takePlay' } },
            states: {
              awaitingAtBat: { on: { AtBatBegin: { guard: 'isFromHost', target: 'atBat' } } },
              atBat: {
                invoke: {
                  src: 'atBat',
                  id: 'at-bat',
                  input: ({ context: { batter } }): AtBatInput => ({
                    batter: batter ?? HOST_PEER,
                    sender: HOST_PEER,
                    forwardTo: null,
                  }),
                  onDone: { target: 'atBat', reenter: true },
                },
              },
            },
          },
        },
      },
      roundEnd: {
        entry: ['waitForAll', 'tellOutcome'],
        after: {
          roundEndShown: [
            { guard: 'isWon', target: 'won' },
            { guard: 'isLost', target: 'lost' },
            { target: 'shop' },
          ],
        },
      },
      shop: { on: { ShopReady: { guard: 'isWaitedFor', actions: ['markMeReady', 'tellHost'] } } },
      won: { type: 'final' },
      lost: { type: 'final' },
    },
  });
}

function outcomeOf({ teamScore, innings }: ClientRunContext): ClientRunOutput {
  return { outcome: innings.at(-1)?.cleared ? 'won' : 'lost', teamScore, innings };
}
