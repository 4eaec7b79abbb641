// The guest: asks the host for its moves and believes what the host says.
import { HOST_PEER } from 'dugout';
import { assign, emit, setup } from 'xstate';
import { mayTake } from './rules.mjs';

export const client = setup({
  guards: {
    mayTake: ({ context, event }) =>
      event.peer === context.turn && mayTake(context.stones, event.message.count),
    isHost: ({ event }) => event.peer === HOST_PEER,
  },
  actions: {
    ask: emit(({ event }) => ({ type: 'relay', to: HOST_PEER, bytes: event.bytes })),
    look: assign(({ event }) => event.message),
    takeOutcome: assign({ winner: ({ event }) => event.message.winner }),
  },
}).createMachine({
  id: 'client',
  context: { stones: 0, turn: null, winner: null },
  initial: 'waiting',
  on: { 'command.close': '.closed', 'peer.left': { guard: 'isHost', target: '.closed' } },
  states: {
    waiting: { on: { Table: { guard: 'isHost', target: 'playing', actions: 'look' } } },
    playing: {
      on: {
        Take: { guard: 'mayTake', actions: 'ask' },
        Table: { guard: 'isHost', actions: 'look' },
        Won: { guard: 'isHost', target: 'over', actions: 'takeOutcome' },
      },
    },
    over: {},
    closed: { type: 'final' },
  },
});
