/**
 * What happens at the plate: ready → pitch (in flight → swung) → resolved → ready … → over. The same machine runs on the
 * batter (driven by the game), on the host (driven by messages) and on a spectator (driven by the playback clock); only where
 * it passes the messages on differs. A swing or a result without its pitch is refused, so a spectator that joins mid-pitch
 * skips it; a pitch with no result is cleared some time after the ball's arrival. Its owner stops it after the last result; left
 * alone it gives up by itself.
 */
import { produce } from 'immer';
import { assertEvent, assign, enqueueActions, setup } from 'xstate';
import type { Effect, MessageEvent, Recipients, Refusals } from '../game.js';
import type { PeerId } from '../peers.js';
import type { HomeRunDerbyMessages } from '../protocol/home-run-derby.js';
import { tenths } from './players.js';
import type { DerbyRules } from './rules.js';

export interface AtBatInput {
  readonly batter: PeerId;
  /** Whose messages count: the batter on the host and on its own machine, the host (which relays) on a spectator. */
  readonly sender: PeerId;
  /** Where accepted messages go on: everybody else on the host, the host on the batter, nowhere on a spectator. */
  readonly forwardTo: Recipients | null;
}

export interface AtBatContext extends AtBatInput {
  readonly pitches: number;
  readonly swings: number;
  readonly contacts: number;
  readonly homeRuns: number;
  readonly longestFt: number;
  readonly pitchTypeId: string;
  /** From the pitch to the moment it is given up on, ms. */
  readonly giveUpMs: number;
}

type AtBatMessage<Name extends 'AtBatPitch' | 'AtBatSwing' | 'AtBatResult'> = MessageEvent<
  Name,
  HomeRunDerbyMessages[Name]
>;

type AtBatEvent = AtBatMessage<'AtBatPitch'> | AtBatMessage<'AtBatSwing'> | AtBatMessage<'AtBatResult'>;

/** Longest flight taken from the wire; a hostile one must not hold the plate. */
const FLIGHT_MS_MAX = 30_000;

export const atBatRefusals: Refusals = {
  AtBatSwing: 'at-bat/no-pitch-in-flight-or-not-the-batter',
  AtBatResult: 'at-bat/no-pitch-in-flight-or-not-the-batter',
  AtBatPitch: 'at-bat/not-the-batter',
  '*': 'at-bat/not-now',
};

export function createAtBatMachine(rules: DerbyRules) {
  return setup({
    types: {} as { context: AtBatContext; events: AtBatEvent; input: AtBatInput; emitted: Effect },
    guards: {
      isFromBatter: ({ context, event }) => 'peer' in event && event.peer === context.sender,
    },
    delays: {
      giveUp: ({ context }) => context.giveUpMs,
      resultShown: rules.waits.resultMs,
      pitchWait: rules.waits.pitchMs,
    },
    actions: {
      forward: enqueueActions(({ context, event, enqueue }) => {
        if (context.forwardTo === null || !('bytes' in event)) return;
        enqueue.emit({ type: 'relay', to: context.forwardTo, bytes: event.bytes });
      }),
      countPitch: assign(({ context, event }) => {
        assertEvent(event, 'AtBatPitch');
        const { releaseTime, flightTime, pitchTypeId } = event.message;
        const flightMs = Math.trunc((releaseTime + flightTime) * 1000);
        return produce(context, (draft) => {
          draft.pitches++;
          draft.pitchTypeId = pitchTypeId;
          draft.giveUpMs = Math.min(Math.max(flightMs, 0), FLIGHT_MS_MAX) + rules.waits.giveUpMs;
        });
      }),
      countSwing: assign({ swings: ({ context }) => context.swings + 1 }),
      countResult: assign(({ context, event }) => {
        assertEvent(event, 'AtBatResult');
        const result = event.message;
        return produce(context, (draft) => {
          if (!result.madeContact) return;
          draft.contacts++;
          if (result.isHomeRun) draft.homeRuns++;
          draft.longestFt = Math.max(draft.longestFt, tenths(result.distanceFt));
        });
      }),
    },
  }).createMachine({
    id: 'at-bat',
    context: ({ input }) => ({
      ...input,
      pitches: 0,
      swings: 0,
      contacts: 0,
      homeRuns: 0,
      longestFt: 0,
      pitchTypeId: '',
      giveUpMs: rules.waits.giveUpMs,
    }),
    initial: 'ready',
    on: {
      AtBatPitch: { guard: 'isFromBatter', target: '.pitch', actions: ['countPitch', 'forward'] },
    },
    states: {
      ready: { after: { pitchWait: 'over' } },
      pitch: {
        initial: 'inFlight',
        after: { giveUp: 'ready' },
        on: {
          AtBatResult: { guard: 'isFromBatter', target: 'resolved', actions: ['countResult', 'forward'] },
        },
        states: {
          inFlight: {
            on: {
              AtBatSwing: { guard: 'isFromBatter', target: 'swung', actions: ['countSwing', 'forward'] },
            },
          },
          swung: {},
        },
      },
      resolved: { after: { resultShown: 'ready' } },
      over: { type: 'final' },
    },
  });
}
