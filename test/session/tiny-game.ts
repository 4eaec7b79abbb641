/** A game of one machine of the test's own, with the smallest protocol there is: enough to drive a kernel. */
import type { AnyStateMachine } from 'xstate';
import type { GameDefinition, GameSide, Input, Plain } from '../../src/game.js';
import { defineMessage, defineProtocol } from '../../src/protocol/define.js';
import { i32 } from '../../src/protocol/field.js';
import { Rig } from '../machines/harness.js';

const protocol = defineProtocol({
  name: 'TINY-1',
  messages: [defineMessage(30, 'Nudge', { by: i32 }, { from: 'either', to: 'host' })],
});

export const nudge = (by = 1, peer = 1): Input => ({
  kind: 'message',
  peer,
  bytes: protocol.encode('Nudge', { by }),
});

export interface TinyOptions {
  readonly route?: GameSide<unknown>['route'];
  readonly refusals?: GameDefinition['refusals'];
}

/** A game whose host's root is `root`; every input goes to the root unless `route` says otherwise. */
export function tinyGame(root: AnyStateMachine, { route, refusals = {} }: TinyOptions = {}): GameDefinition {
  const side: GameSide<unknown> = {
    root,
    route: route ?? (() => ['session']),
    view: () => undefined,
    greeting: () => [],
    relayNow: () => false,
  };
  return {
    id: 'tiny',
    version: '1',
    protocol,
    refusals,
    rules: null,
    laneOf: () => 'run',
    host: side,
    client: side,
  };
}

export function tinyRig(root: AnyStateMachine, options: TinyOptions = {}, gameOptions: Plain = null): Rig {
  return new Rig({ game: tinyGame(root, options), role: 'host', options: gameOptions });
}
