/**
 * One batter's go, on the host: awaiting at-bat → batting → finishing (the last out is made) → over. Counts outs from the
 * batter's own PlayFeed, never more than the turn may cost, and ends by TurnEnd, by the batter leaving, or by a wait running out.
 */
import { assertEvent, assign, emit, setup } from 'xstate';
import type { Effect, MessageEvent, Refusals } from '../game.js';
import type { PeerId } from '../peers.js';
import type { HomeRunDerbyMessages } from '../protocol/home-run-derby.js';
import type { AtBatInput, createAtBatMachine } from './at-bat.js';
import { tenths } from './players.js';
import type { DerbyRules } from './rules.js';

export interface TurnInput {
  readonly batter: PeerId;
  readonly turnIndex: number;
  /** Outs this turn may cost. */
  readonly outsMax: number;
  /** Team score before it. */
  readonly scoreBefore: number;
}

export interface TurnContext extends TurnInput {
  readonly outs: number;
  readonly homeRuns: number;
  readonly longestFt: number;
  readonly scoreGained: number;
  readonly end: TurnEnding;
}

export type TurnEnding = 'finished' | 'batter-left' | 'timed-out';

export interface TurnOutput {
  readonly batter: PeerId;
  readonly outs: number;
  readonly scoreGained: number;
  readonly homeRuns: number;
  readonly longestFt: number;
  readonly end: TurnEnding;
}

type TurnMessage<Name extends 'AtBatBegin' | 'PlayFeed' | 'TurnEnd'> = MessageEvent<
  Name,
  HomeRunDerbyMessages[Name]
>;
type TurnEvent =
  | TurnMessage<'AtBatBegin'>
  | TurnMessage<'PlayFeed'>
  | TurnMessage<'TurnEnd'>
  | { readonly type: 'batter.left' };

export const turnRefusals: Refusals = {
  AtBatBegin: 'turn/already-batting-or-not-the-batter',
  PlayFeed: 'turn/no-play-from-there',
  TurnEnd: 'turn/not-the-batter',
  '*': 'turn/not-now',
};

/** Largest score a message may add: scores are 32-bit on the wire. */
const SCORE_MAX = 0x7fffffff;

export function createTurnMachine(rules: DerbyRules, atBat: ReturnType<typeof createAtBatMachine>) {
  return setup({
    types: {} as {
      context: TurnContext;
      events: TurnEvent;
      input: TurnInput;
      output: TurnOutput;
      emitted: Effect;
    },
    actors: { atBat },
    guards: {
      isFromBatter: ({ context, event }) => 'peer' in event && event.peer === context.batter,
      isLastOut: ({ context, event }) =>
        event.type === 'PlayFeed' &&
        event.peer === context.batter &&
        event.message.wasOut &&
        context.outs + 1 >= context.outsMax,
    },
    delays: { batterWait: rules.waits.batterMs, turnLimit: rules.waits.turnMs },
    actions: {
      relay: emit(({ context, event }) => {
        assertEvent(event, 'AtBatBegin');
        return { type: 'relay', to: { except: context.batter }, bytes: event.bytes };
      }),
      // The sender decides whose play it is, whatever the message says.
      feed: emit(({ context, event }) => {
        assertEvent(event, 'PlayFeed');
        const value = { ...event.message, batter: context.batter };
        return { type: 'send', to: { except: context.batter }, message: 'PlayFeed', value };
      }),
      countPlay: assign(({ context, event }) => {
        assertEvent(event, 'PlayFeed');
        const play = event.message;
        return {
          outs: context.outs + (play.wasOut ? 1 : 0),
          homeRuns: context.homeRuns + (play.homeRun ? 1 : 0),
          longestFt: Math.max(context.longestFt, tenths(play.distanceFt)),
          // What the feed showed stays the team's, also when the batter drops before its TurnEnd.
          scoreGained: Math.max(0, play.teamScore - context.scoreBefore),
        };
      }),
      takeScore: assign({
        scoreGained: ({ context, event }) => {
          assertEvent(event, 'TurnEnd');
          return Math.min(Math.max(0, event.message.scoreGained), SCORE_MAX - context.scoreBefore);
        },
      }),
      endAs: assign({ end: (_, end: TurnEnding) => end }),
    },
  }).createMachine({
    id: 'turn',
    context: ({ input }) => ({
      ...input,
      outs: 0,
      homeRuns: 0,
      longestFt: 0,
      scoreGained: 0,
      end: 'finished',
    }),
    initial: 'awaitingAtBat',
    output: ({ context: { batter, outs, scoreGained, homeRuns, longestFt, end } }) => ({
      batter,
      outs,
      scoreGained,
      homeRuns,
      longestFt,
      end,
    }),
    on: {
      'batter.left': { target: '.over', actions: { type: 'endAs', params: 'batter-left' } },
      TurnEnd: { guard: 'isFromBatter', target: '.over', actions: 'takeScore' },
    },
    states: {
      awaitingAtBat: {
        on: { AtBatBegin: { guard: 'isFromBatter', target: 'batting', actions: 'relay' } },
        after: { batterWait: { target: 'over', actions: { type: 'endAs', params: 'timed-out' } } },
      },
      batting: {
        invoke: {
          src: 'atBat',
          id: 'at-bat',
          input: ({ context: { batter } }): AtBatInput => ({
            batter,
            sender: batter,
            forwardTo: { except: batter },
          }),
          onDone: { target: 'over', actions: { type: 'endAs', params: 'timed-out' } },
        },
        on: {
          PlayFeed: [
            { guard: 'isLastOut', target: 'finishing', actions: ['countPlay', 'feed'] },
            { guard: 'isFromBatter', actions: ['countPlay', 'feed'] },
          ],
        },
        after: { turnLimit: { target: 'over', actions: { type: 'endAs', params: 'timed-out' } } },
      },
      finishing: {
        after: { batterWait: { target: 'over', actions: { type: 'endAs', params: 'timed-out' } } },
      },
      over: { type: 'final' },
    },
  });
}
