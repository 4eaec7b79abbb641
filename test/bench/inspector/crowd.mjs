/** A game of 500 actors that all change once a second, and of a pose thirty times a second: the busiest match anybody looks at. */
import { assign, setup, spawnChild } from 'xstate';
import {
  createHost,
  createLoopback,
  defineGame,
  defineMessage,
  defineProtocol,
  field,
} from '../../../dist/index.js';

export const ACTORS = 500;
export const FRAME_RATE = 60;
const FRAMES_A_POSE = 2;

const Pose = defineMessage(
  1,
  'Pose',
  { x: field.f32, y: field.f32, z: field.f32, turn: field.f32 },
  { from: 'any', to: 'all', delivery: 'unreliable', superseded: true },
);

const unit = setup({
  delays: { pause: ({ context }) => 1000 + context.number },
  actions: { count: assign({ steps: ({ context }) => context.steps + 1 }) },
}).createMachine({
  id: 'unit',
  context: ({ input }) => ({ number: input.number, steps: 0, goal: { x: input.number, y: 0 } }),
  initial: 'resting',
  states: {
    resting: { after: { pause: { target: 'moving', actions: 'count' } } },
    moving: { after: { pause: { target: 'resting', actions: 'count' } } },
  },
});

const spawnAll = Array.from({ length: ACTORS }, (_, number) =>
  spawnChild('unit', { id: `unit-${number}`, input: { number } }),
);

const crowd = setup({ actors: { unit } }).createMachine({
  id: 'session',
  initial: 'open',
  states: {
    open: { entry: spawnAll, on: { 'command.close': 'closed' } },
    closed: { type: 'final' },
  },
});

const game = defineGame({
  id: 'crowd',
  version: '1',
  protocol: defineProtocol({ name: 'CROWD-1', messages: [Pose] }),
  host: { root: crowd, view: () => null, isMember: () => true, relayNow: () => true },
  client: { root: crowd, view: () => null },
});

/** A host of that game whose frames a caller runs. */
export async function hostCrowd() {
  const host = await createHost({
    ...{ game, transport: createLoopback().host, loop: 'manual', seed: 1, frameRate: FRAME_RATE },
  });
  let frame = 0;
  return {
    host,
    /** One frame; every other one with a pose. */
    frame() {
      frame++;
      if (frame % FRAMES_A_POSE === 0) host.send('Pose', { x: frame, y: 1, z: 2, turn: 0 });
      host.frame((frame * 1000) / FRAME_RATE + 0.001);
    },
  };
}
