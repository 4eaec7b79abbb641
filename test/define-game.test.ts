/** `defineGame`: what a game need not say, and what it may not. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type AnyStateMachine, assign, createActor, emit, fromPromise, setup, spawnChild } from 'xstate';
import { type DeclaredTypes, defineGame } from '../src/define-game.js';
import { InvariantError, SessionError } from '../src/errors.js';
import type { CommandEvent, GameDefinition, Input, MessageEvent, PeerEvent } from '../src/game.js';
import { isNamedBy } from '../src/machine-tree.js';
import { defineMessage, defineProtocol } from '../src/protocol/define.js';
import { f64, u8 } from '../src/protocol/field.js';
import type { HostOptions } from '../src/session/host.js';
import type { Session, TypesOf } from '../src/session/session.js';

const protocol = defineProtocol({
  name: 'SMALL-1',
  messages: [
    defineMessage(1, 'Ping', { sendTime: f64 }, { from: 'either', to: 'everyone' }),
    defineMessage(5, 'Take', { count: u8 }, { from: 'either', to: 'host' }),
    defineMessage(6, 'Wave', { to: u8 }, { from: 'either', to: 'everyone' }),
  ],
});

const inner = setup({ types: {} as { events: MessageEvent<'Take', { count: number }> } }).createMachine({
  id: 'inner',
  initial: 'only',
  states: { only: { on: { Take: {} } } },
});
const root = setup({
  types: {} as {
    context: { readonly taken: number };
    events: CommandEvent<'start', { readonly stones: number }> | CommandEvent<'close', null>;
  },
  actors: { inner },
}).createMachine({
  id: 'outer',
  context: { taken: 0 },
  initial: 'idle',
  states: { idle: { on: { 'command.start': 'busy' } }, busy: { invoke: { src: 'inner', id: 'the-inner' } } },
});
const client = setup({ types: {} as { events: PeerEvent } }).createMachine({
  id: 'client',
  on: { 'peer.*': {} },
});

const side = <Root extends AnyStateMachine>(machine: Root) => ({ root: machine, view: () => 0 });
const base = { id: 'small', version: '1', protocol };
const game = defineGame({
  ...base,
  host: { root, view: (actors) => ({ taken: actors('session').context.taken }) },
  client: { root: client, view: () => ({ taken: 0 }) },
});

const message = (
  name: 'Take' | 'Wave' | 'Ping',
  value: object,
): [Input, ReturnType<typeof protocol.byName>] => [
  { kind: 'message', peer: 1, bytes: protocol.encode(name, value as never) },
  protocol.byName(name),
];

describe('what a game need not say', () => {
  it('routes: to the machines that name the event, to the root when none does', () => {
    expect(game.host.route(...message('Take', { count: 1 }))).toEqual(['the-inner']);
    expect(game.host.route(...message('Wave', { to: 1 }))).toEqual(['session']);
    expect(game.host.route({ kind: 'command', name: 'start', value: null }, undefined)).toEqual(['session']);
    expect(game.host.route({ kind: 'peer-joined', peer: 1 }, undefined)).toEqual(['session']);
    expect(game.client.route(...message('Take', { count: 1 }))).toEqual(['session']);
  });

  it('lanes, rules, greeting, refusals and relays', () => {
    const lanes = protocol.messages.map((declaration) => game.laneOf(declaration));
    expect(lanes).toEqual(['link', 'run', 'run']);
    expect(game.rules).toBeNull();
    expect(game.host.greeting(null)).toEqual([]);
    expect(game.refusals).toEqual({
      outer: { '*': 'outer/not-now' },
      inner: { '*': 'inner/not-now' },
      client: { '*': 'client/not-now' },
    });
    const members = defineGame({
      ...base,
      host: { ...side(root), isMember: (_, peer) => peer === 2 },
      client: side(client),
    });
    const [, wave] = message('Wave', { to: 1 });
    const mayWave = (peer: number) => wave && members.host.relayNow(() => undefined, peer, wave);
    expect([mayWave(1), mayWave(2)]).toEqual([false, true]);
  });

  it('types: those of the machines, the messages and the view', () => {
    type Types = TypesOf<typeof game>;
    expectTypeOf<Types['view']>().toEqualTypeOf<{ taken: number }>();
    expectTypeOf<Types['messages']['Take']>().toEqualTypeOf<{ readonly count: number }>();
    expectTypeOf<keyof Types['commands']>().toEqualTypeOf<'start' | 'close'>();
    expectTypeOf<Types['commands']['start']>().toEqualTypeOf<{ readonly stones: number }>();
    expectTypeOf<HostOptions<typeof game>>().toMatchTypeOf<{ readonly options?: null }>();
    expectTypeOf(game).toMatchTypeOf<GameDefinition>();
    const send = (session: Session<Types>) => {
      session.send('Take', { count: 1 });
      // @ts-expect-error a wrong payload does not compile
      session.send('Take', { count: '1' });
      // @ts-expect-error nor does a message that is not declared
      session.send('Steal', {});
      // @ts-expect-error nor a command's wrong value
      session.command('start', { stones: true });
    };
    expect(send).toBeTypeOf('function');
  });

  it('options that are declared must be given', () => {
    const told = defineGame({
      ...base,
      types: {} as { hostOptions: { readonly name: string } } satisfies DeclaredTypes,
      host: { ...side(root), greeting: ({ name }) => [{ name, value: {} }] },
      client: side(client),
    });
    expectTypeOf<HostOptions<typeof told>>().toMatchTypeOf<{ readonly options: { readonly name: string } }>();
    expect(told.host.greeting({ name: 'Take' })).toHaveLength(1);
  });
});

it.each([
  ['Take', 'Take'],
  ['Take', '*'],
  ['peer.joined', 'peer.*'],
  ['peer', 'peer.*'],
  ['peer.joined', 'pee*'],
  ['peerless', 'peer.*'],
  ['Take', 'Take.*.one'],
])('an event %s is named by %s when XState says so', (type, descriptor) => {
  const machine = setup({}).createMachine({
    id: 'root',
    on: { [descriptor]: { actions: () => {} } },
  } as never);
  const snapshot = createActor(machine).getSnapshot();
  expect(isNamedBy(machine as unknown as AnyStateMachine, type)).toBe(snapshot.can({ type }));
});

describe('what a game may not say', () => {
  const declare = (machine: AnyStateMachine, refusals = {}) =>
    defineGame({ ...base, refusals, host: side(machine), client: side(client) });
  const codeOf = (machine: AnyStateMachine): string => {
    try {
      declare(machine);
    } catch (error) {
      if (error instanceof SessionError) return `${error.code}: ${error.message}`;
    }
    return 'declared';
  };

  it('a promise as an actor, declared or inline', () => {
    const load = fromPromise(() => Promise.resolve(1));
    const declared = setup({ actors: { load } }).createMachine({
      id: 'root',
      invoke: { src: 'load', id: 'l' },
    });
    expect(codeOf(declared)).toMatch(/^machine\/unrecorded-actor: The actor logic "load" of machine "root"/);
    const inline = setup({}).createMachine({ id: 'root', invoke: { src: load, id: 'l' } } as never);
    expect(codeOf(inline as unknown as AnyStateMachine)).toMatch(/^machine\/unrecorded-actor: The child "l"/);
  });

  it('a promise deep in the tree', () => {
    const load = fromPromise(() => Promise.resolve(1));
    const middle = setup({ actors: { load } }).createMachine({ id: 'middle' });
    const outer = setup({ actors: { middle } }).createMachine({ id: 'root' });
    expect(codeOf(outer)).toContain('The actor logic "load" of machine "middle"');
  });

  it('a child without a name', () => {
    const machine = setup({ actors: { inner } }).createMachine({ id: 'root', entry: spawnChild('inner') });
    expect(codeOf(machine)).toMatch(/^machine\/unnamed-actor: Machine "root"/);
    const named = setup({ actors: { inner } }).createMachine({
      id: 'root',
      entry: spawnChild('inner', { id: 'one' }),
    });
    expect(codeOf(named)).toBe('declared');
    const indirect = setup({ actors: { inner }, actions: { start: spawnChild('inner') } } as never);
    const late = indirect.createMachine({ id: 'root', on: { Take: { actions: 'start' } } } as never);
    expect(codeOf(late as unknown as AnyStateMachine)).toMatch(/^machine\/unnamed-actor: Machine "root"/);
  });

  it('an invoked child without a name, which XState would call after its place in the chart', () => {
    const invoking = (invoke: object) =>
      setup({ actors: { inner } }).createMachine({
        id: 'root',
        initial: 'lobby',
        states: { lobby: { invoke } },
      } as never) as unknown as AnyStateMachine;
    const sentence = 'machine/unnamed-actor: State "root.lobby" invokes "inner" without an id; give it one.';
    expect(codeOf(invoking({ src: 'inner' }))).toBe(sentence);
    expect(codeOf(invoking([{ src: 'inner', id: 'one' }, { src: 'inner' }]))).toBe(sentence);
    expect(codeOf(invoking([{ src: 'inner', id: 'one' }]))).toBe('declared');
  });

  it.each([
    ['an action', { actions: { save: async () => undefined } }, {}],
    ['a guard', { guards: { save: async () => true } }, {}],
    ['an action in the chart', {}, { on: { Take: { actions: async function save() {} } } }],
    ['an assignment', {}, { on: { Take: { actions: assign(async () => ({})) } } }],
    ['one of a field', {}, { entry: assign({ at: async () => 1 }) }],
    ['an action of setup', { actions: { save: assign(async () => ({})) } }, {}],
    ['the value of an effect', {}, { entry: emit((async () => ({ type: 'x' })) as never) }],
    ['a guard in the chart', {}, { on: { Take: { guard: async () => true, actions: [] } } }],
    [
      'an action on the way into the first state',
      {},
      { initial: { target: 'a', actions: async () => undefined }, states: { a: {} } },
    ],
    ['an entry in a state', {}, { initial: 'a', states: { a: { entry: async () => undefined } } }],
  ])('an async function as %s', (_, parts, config) => {
    const machine = setup(parts as never).createMachine({ id: 'root', ...config } as never);
    expect(codeOf(machine as unknown as AnyStateMachine)).toMatch(
      /^machine\/impure: ".*" of machine "root" is an async/,
    );
  });

  it('two machines of one name, or refusals of none', () => {
    const twin = setup({}).createMachine({ id: 'root' });
    const twins = setup({ actors: { twin } }).createMachine({ id: 'root' });
    expect(() => declare(twins)).toThrow(InvariantError);
    expect(() => declare(root, { duell: {} })).toThrow(
      'There are refusals of "duell"; the machines are outer, inner',
    );
  });
});
