/**
 * One playthrough, on the host: intro → inning (turn ⟲) → round end → shop → inning … → won, lost or abandoned. Decides at
 * each turn's end: target reached → cleared, no outs left → not cleared, else the next connected batter. Every wait ends: by
 * the last connected player, by a player leaving, or by its limit.
 */
import { produce } from 'immer';
import { assertEvent, assign, emit, sendTo, setup } from 'xstate';
import type { Effect, MessageEvent, PeerEvent, Refusals } from '../game.js';
import type { PeerId } from '../peers.js';
import { type InningResult, type RunOutcome, type RunSetup, withItem, without } from './players.js';
import type { DerbyRules } from './rules.js';
import type { createTurnMachine, TurnInput, TurnOutput } from './turn.js';

export interface RunInput {
  readonly setup: RunSetup;
}

/** The longest hits of a run, longest first. */
export interface BestHit {
  readonly batter: PeerId;
  readonly distanceFt: number;
  readonly inningIndex: number;
}

export interface RunContext extends RunInput {
  /** Players of the batting order who are still here. */
  readonly connected: readonly PeerId[];
  /** Players through the current gate (intro or shop). */
  readonly ready: readonly PeerId[];
  readonly inningIndex: number;
  readonly pool: number;
  readonly outsLeft: number;
  readonly target: number;
  readonly teamScore: number;
  /** Turns of the run so far; the wire's turn index. */
  readonly turnIndex: number;
  /** Turns of this inning so far. */
  readonly inningTurns: number;
  readonly batter: PeerId | null;
  readonly innings: readonly InningResult[];
  readonly bestHits: readonly BestHit[];
}

export interface RunOutput {
  readonly outcome: RunOutcome;
  readonly teamScore: number;
  readonly innings: readonly InningResult[];
}

type Gate = 'IntroDone' | 'ShopReady';
type RunEvent =
  | PeerEvent
  | MessageEvent<Gate, Readonly<Record<string, never>>>
  | { readonly type: 'xstate.done.actor.turn'; readonly output: TurnOutput };

export const runRefusals: Refusals = {
  IntroDone: 'run/no-intro-or-already-done',
  ShopReady: 'run/no-shop-or-already-ready',
  'peer.left': 'run/not-a-connected-player',
  '*': 'run/not-now',
};

const BEST_HITS = 5;

export function createRunMachine(rules: DerbyRules, turn: ReturnType<typeof createTurnMachine>) {
  const isConnected = (context: RunContext, event: RunEvent): event is RunEvent & { peer: PeerId } =>
    'peer' in event && context.connected.includes(event.peer);

  return setup({
    types: {} as {
      context: RunContext;
      events: RunEvent;
      input: RunInput;
      output: RunOutput;
      emitted: Effect;
    },
    actors: { turn },
    guards: {
      isConnectedPlayer: ({ context, event }) => isConnected(context, event),
      isConnectedBatter: ({ context, event }) => isConnected(context, event) && event.peer === context.batter,
      isLastPlayer: ({ context, event }) => isConnected(context, event) && context.connected.length === 1,
      isWaitedFor: ({ context, event }) => isConnected(context, event) && !context.ready.includes(event.peer),
      isEverybodyReady: ({ context }) => context.connected.every((player) => context.ready.includes(player)),
      isTargetReached: ({ context }) => context.teamScore >= context.target,
      isInningOver: ({ context }) => context.outsLeft === 0 || context.inningTurns >= rules.turnsPerInningMax,
      isCleared: ({ context }) => context.innings.at(-1)?.cleared === true,
      isRunWon: ({ context }) =>
        context.innings.at(-1)?.cleared === true && context.inningIndex + 1 >= rules.innings,
    },
    delays: {
      introLimit: rules.waits.introMs,
      shopLimit: rules.waits.shopMs,
      roundEndShown: rules.waits.roundEndMs,
    },
    actions: {
      markReady: assign({
        ready: ({ context, event }) =>
          'peer' in event ? withItem(context.ready, event.peer) : context.ready,
      }),
      forgetReady: assign({ ready: [] }),
      markLeft: assign(({ context, event }) => {
        assertEvent(event, 'peer.left');
        return {
          connected: without(context.connected, event.peer),
          ready: without(context.ready, event.peer),
        };
      }),
      startInning: assign(({ context }) => {
        const index = context.innings.length;
        const players = context.connected.length;
        const pool = rules.pool({ index, players });
        const target = rules.target({ index, players, difficulty: context.setup.difficulty });
        return { inningIndex: index, pool, outsLeft: pool, target, inningTurns: 0 };
      }),
      startTurn: assign(({ context }) => {
        const { setup, connected, batter } = context;
        const next = rules.nextBatter({ order: setup.battingOrder, connected, last: batter }) ?? null;
        return { batter: next, turnIndex: context.turnIndex + 1, inningTurns: context.inningTurns + 1 };
      }),
      endTurn: assign(({ context, event }) => {
        assertEvent(event, 'xstate.done.actor.turn');
        const { batter, outs, scoreGained, longestFt } = event.output;
        return produce(context, (draft) => {
          draft.outsLeft = Math.max(0, draft.outsLeft - outs);
          draft.teamScore += scoreGained;
          if (longestFt > 0) {
            draft.bestHits.push({ batter, distanceFt: longestFt, inningIndex: draft.inningIndex });
            draft.bestHits.sort((one, other) => other.distanceFt - one.distanceFt);
            draft.bestHits.splice(BEST_HITS);
          }
        });
      }),
      endInning: assign(({ context }) => {
        const { inningIndex, target, pool, outsLeft, teamScore } = context;
        const result = {
          index: inningIndex,
          target,
          pool,
          outsLeft,
          teamScore,
          cleared: teamScore >= target,
        };
        return { innings: [...context.innings, result] };
      }),
      tellBatterLeft: sendTo('turn', { type: 'batter.left' }),
      sendIntroProgress: emit(({ context }) => {
        const playerIds = context.connected.filter((player) => !context.ready.includes(player));
        const total = context.connected.length;
        return sendAll('IntroProgress', { done: total - playerIds.length, total, playerIds });
      }),
      sendReadyState: emit(({ context }) => sendAll('ReadyState', { playerIds: context.ready })),
      sendRoundStart: emit(({ context: { inningIndex, pool } }) =>
        sendAll('RoundStart', { inningIndex, pool }),
      ),
      sendTurnStart: emit(({ context: { batter, turnIndex, teamScore, outsLeft, pool } }) =>
        sendAll('TurnStart', {
          batter: batter ?? 0,
          turnIndex: turnIndex % 0x10000,
          teamScore,
          outsLeft,
          pool,
        }),
      ),
      sendRoundEnd: emit(({ context: { innings, teamScore, outsLeft } }) =>
        sendAll('RoundEnd', { cleared: innings.at(-1)?.cleared === true, teamScore, outsLeft }),
      ),
    },
  }).createMachine({
    id: 'run',
    context: ({ input }) => ({
      ...input,
      connected: input.setup.battingOrder,
      ready: [],
      inningIndex: 0,
      pool: 0,
      outsLeft: 0,
      target: 0,
      teamScore: 0,
      turnIndex: -1,
      inningTurns: 0,
      batter: null,
      innings: [],
      bestHits: [],
    }),
    initial: 'intro',
    output: ({ context: { connected, teamScore, innings } }) => ({
      outcome: outcomeOf(connected, innings),
      teamScore,
      innings,
    }),
    on: {
      'peer.left': [
        { guard: 'isLastPlayer', target: '.abandoned', actions: 'markLeft' },
        { guard: 'isConnectedPlayer', actions: 'markLeft' },
      ],
    },
    states: {
      intro: {
        on: {
          IntroDone: { guard: 'isWaitedFor', actions: ['markReady', 'sendIntroProgress'] },
          'peer.left': [
            { guard: 'isLastPlayer', target: 'abandoned', actions: 'markLeft' },
            { guard: 'isConnectedPlayer', actions: ['markLeft', 'sendIntroProgress'] },
          ],
        },
        always: { guard: 'isEverybodyReady', target: 'inning' },
        after: { introLimit: 'inning' },
      },
      inning: {
        entry: ['startInning', 'sendRoundStart'],
        initial: 'batting',
        states: {
          batting: {
            entry: ['startTurn', 'sendTurnStart'],
            invoke: {
              src: 'turn',
              id: 'turn',
              input: ({ context: { batter, turnIndex, outsLeft, teamScore } }): TurnInput => ({
                batter: batter ?? 0,
                turnIndex,
                outsMax: Math.min(rules.turnOuts, outsLeft),
                scoreBefore: teamScore,
              }),
              onDone: { target: 'deciding', actions: 'endTurn' },
            },
            on: {
              'peer.left': [
                { guard: 'isLastPlayer', target: '#run.abandoned', actions: 'markLeft' },
                {
                  guard: 'isConnectedBatter',
                  actions: ['markLeft', 'tellBatterLeft'],
                },
                { guard: 'isConnectedPlayer', actions: 'markLeft' },
              ],
            },
          },
          deciding: {
            always: [
              { guard: 'isTargetReached', target: '#run.roundEnd' },
              { guard: 'isInningOver', target: '#run.roundEnd' },
              { target: 'batting' },
            ],
          },
        },
      },
      roundEnd: {
        entry: ['endInning', 'forgetReady', 'sendRoundEnd'],
        // A player's clock may be ahead: one that is ready before the shop opens counts.
        on: { ShopReady: { guard: 'isWaitedFor', actions: ['markReady', 'sendReadyState'] } },
        after: {
          roundEndShown: [
            { guard: 'isRunWon', target: 'won' },
            { guard: 'isCleared', target: 'shop' },
            { target: 'lost' },
          ],
        },
      },
      shop: {
        on: {
          ShopReady: { guard: 'isWaitedFor', actions: ['markReady', 'sendReadyState'] },
        },
        always: { guard: 'isEverybodyReady', target: 'inning' },
        after: { shopLimit: 'inning' },
      },
      won: { type: 'final' },
      lost: { type: 'final' },
      abandoned: { type: 'final' },
    },
  });
}

function sendAll(message: string, value: unknown): Effect {
  return { type: 'send', to: 'all', message, value };
}

function outcomeOf(connected: readonly PeerId[], innings: readonly InningResult[]): RunOutcome {
  if (connected.length === 0) return 'abandoned';
  return innings.at(-1)?.cleared ? 'won' : 'lost';
}
