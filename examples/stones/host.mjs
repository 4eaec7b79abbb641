// The host decides: it seats a guest, plays rounds of moves, and says who won. Two machines: the session, and the duel in it.
import { HOST_PEER, randomOf } from 'dugout';
import { assign, emit, setup } from 'xstate';
import { mayTake, rules } from './rules.mjs';

const send = (message, value) => ({ type: 'send', to: 'all', message, value });
const other = ({ guest, turn }) => (turn === HOST_PEER ? guest : HOST_PEER);

const duel = setup({
  guards: {
    mayTake: ({ context, event }) =>
      event.peer === context.turn && mayTake(context.stones, event.message.count),
    isEmpty: ({ context }) => context.stones === 0,
  },
  delays: { tooLong: rules.moveMs },
  actions: {
    drawFirst: assign(({ context, system }) => ({
      turn: randomOf(system, 'first move').integer(0, 1) === 0 ? HOST_PEER : context.guest,
    })),
    take: assign(({ context, event }) => ({ stones: context.stones - event.message.count })),
    pass: assign(({ context }) => ({ turn: other(context) })),
    show: emit(({ context: { stones, turn } }) => send('Table', { stones, turn })),
  },
}).createMachine({
  id: 'duel',
  context: ({ input }) => ({ guest: input.guest, stones: rules.stones, turn: HOST_PEER }),
  entry: 'drawFirst',
  initial: 'moving',
  // Whoever takes the last stone wins; whoever thinks too long, or leaves, loses.
  output: ({ context }) => ({ winner: context.stones === 0 ? context.turn : other(context) }),
  states: {
    moving: {
      entry: 'show',
      on: { Take: { guard: 'mayTake', target: 'moved', actions: 'take' } },
      after: { tooLong: 'over' },
    },
    moved: {
      always: [
        { guard: 'isEmpty', target: 'over' },
        { target: 'moving', actions: 'pass' },
      ],
    },
    over: { entry: 'show', type: 'final' },
  },
});

export const host = setup({
  actors: { duel },
  guards: { isGuest: ({ context, event }) => event.peer === context.guest },
  actions: {
    seat: assign({ guest: ({ event }) => event.peer }),
    turnAway: emit(({ event }) => ({
      type: 'disconnect',
      peer: event.peer,
      sentence: 'Both chairs are taken.',
    })),
    takeOutcome: assign({ winner: ({ event }) => event.output.winner }),
    winByDefault: assign({ winner: HOST_PEER }),
    tell: emit(({ context: { winner } }) => send('Won', { winner })),
  },
}).createMachine({
  id: 'host',
  context: { guest: null, winner: null },
  initial: 'waiting',
  on: { 'peer.joined': { actions: 'turnAway' }, 'command.close': '.closed' },
  states: {
    waiting: { on: { 'peer.joined': { target: 'playing', actions: 'seat' } } },
    playing: {
      invoke: {
        src: 'duel',
        id: 'duel',
        input: ({ context }) => ({ guest: context.guest }),
        onDone: { target: 'over', actions: ['takeOutcome', 'tell'] },
      },
      on: { 'peer.left': { guard: 'isGuest', target: 'over', actions: 'winByDefault' } },
    },
    over: {},
    closed: { type: 'final' },
  },
});
