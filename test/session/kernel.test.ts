/** What the kernel promises whatever the machines do: time, order, names, failures, refusals. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assign, emit, enqueueActions, sendParent, setup } from 'xstate';
import { SessionError } from '../../src/errors.js';
import { randomOf } from '../../src/random.js';
import { Kernel } from '../../src/session/kernel.js';
import { NOT_RUNNING_RULE } from '../../src/session/recorder.js';
import { fold, resume, verify } from '../../src/session/replay.js';
import { command, left, type Rig } from '../machines/harness.js';
import { nudge, tinyGame, tinyRig } from './tiny-game.js';

/** A chain of nested delays that draws, spawns a child with a chain of its own, and takes nudges in between. */
function chainMachine() {
  const ticker = setup({ types: {} as { context: { ticks: number } } }).createMachine({
    id: 'ticker',
    context: { ticks: 0 },
    initial: 'on',
    states: {
      on: { after: { 70: 'off' }, exit: assign({ ticks: ({ context }) => context.ticks + 1 }) },
      off: {
        after: {
          30: [
            { guard: ({ context }) => context.ticks >= 20, target: 'done' },
            { target: 'on', actions: sendParent({ type: 'ticked' }) },
          ],
        },
      },
      done: { type: 'final' },
    },
  });
  return setup({
    types: {} as {
      context: { nudges: number; ticked: number; last: number };
      events: { type: 'Nudge' } | { type: 'ticked' };
    },
    actors: { ticker },
    delays: { drawn: ({ context }) => context.last },
  }).createMachine({
    id: 'session',
    context: { nudges: 0, ticked: 0, last: 50 },
    initial: 'a',
    invoke: { src: 'ticker', id: 'ticker' },
    on: {
      Nudge: { actions: assign({ nudges: ({ context }) => context.nudges + 1 }) },
      ticked: { actions: assign({ ticked: ({ context }) => context.ticked + 1 }) },
    },
    states: {
      a: { after: { drawn: 'b' } },
      b: {
        entry: assign({ last: ({ system }) => randomOf(system, 'delay').integer(20, 400) }),
        after: { 17: 'a' },
      },
    },
  });
}

/** Ten seconds of the chain with a nudge now and then, in steps of `frames`. */
function playChain(frames: number): Rig {
  const rig = tinyRig(chainMachine());
  const nudgeFrames = [7, 120, 121, 300, 600];
  for (const at of nudgeFrames) {
    while (rig.kernel.frame + frames < at) rig.kernel.step(rig.kernel.frame + frames, []);
    rig.kernel.step(at, [nudge()]);
  }
  return rig;
}

describe('time', () => {
  it('RP1: nested delays and inputs give the same digest in steps of 1, 100 and 5000 ms, and of one frame', () => {
    const reference = playChain(1);
    expect(reference.context('session')).toMatchObject({ nudges: 5, ticked: expect.any(Number) });
    expect(reference.context<{ ticked: number }>('session').ticked).toBeGreaterThan(15);
    // 1 ms is less than a frame: several steps at the same frame.
    const fine = tinyRig(chainMachine());
    const nudgeFrames = new Set([7, 120, 121, 300, 600]);
    for (let ms = 1; ms <= 10_000; ms++) {
      const frame = Math.floor((ms * 60) / 1000);
      const isNew = frame > fine.kernel.frame;
      fine.kernel.step(frame, isNew && nudgeFrames.has(frame) ? [nudge()] : []);
    }
    for (const rig of [fine, playChain(6), playChain(300), playChain(10_000)])
      expect(rig.kernel.digest).toBe(reference.kernel.digest);
  });

  it('RP1: a replay gives the same in any steps', () => {
    const log = playChain(1).log();
    for (const framesPerStep of [1, 7, 300]) {
      const report = verify({ log, game: tinyGame(chainMachine()), framesPerStep });
      expect(report).toMatchObject({ verdict: 'identical', digest: log.digest, firstDivergence: null });
    }
  });

  it('RP3: replayed to any frame and then the rest, it is the whole', () => {
    const whole = playChain(1);
    const log = whole.log();
    const game = tinyGame(chainMachine());
    for (let frame = 0; frame <= 600; frame += 50) {
      const { kernel, goLive } = resume({ log, game, untilFrame: frame });
      expect(kernel.frame).toBeLessThanOrEqual(frame);
      const digests: bigint[] = [];
      goLive((batch) => digests.push(batch.digest));
      for (const batch of whole.batches.filter((one) => one.frame > kernel.frame))
        kernel.step(batch.frame, batch.inputs);
      expect(kernel.digest).toBe(whole.kernel.digest);
      expect(digests.at(-1) ?? kernel.digest).toBe(whole.kernel.digest);
    }
  });

  it('RP3: the states a log was folded to are those of the machines', () => {
    const rig = playChain(1);
    const folded = fold(rig.log());
    for (const id of rig.kernel.actorIds)
      expect(folded.actors.get(id)).toEqual({ state: rig.state(id), context: rig.context(id) });
    expect(folded).toMatchObject({ digest: rig.kernel.digest, frames: rig.batches.at(-1)?.frame });
  });

  it('RP5: how often each stream was drawn from is in the log, counted up', () => {
    const rig = playChain(1);
    const counts = rig.batches.flatMap(({ draws }) => draws);
    expect(counts.length).toBeGreaterThan(10);
    expect(counts).toEqual(counts.map((_, index) => ['delay', index + 1]));
  });

  it('RP5: an actor sees time only as what comes in its frame: a timer fires before the inputs of its frame', () => {
    const machine = setup({
      types: {} as { context: { seen: string[] }; events: { type: 'Nudge' } },
    }).createMachine({
      id: 'session',
      context: { seen: [] },
      initial: 'early',
      on: { Nudge: { actions: assign({ seen: ({ context }) => [...context.seen, 'nudge'] }) } },
      states: {
        early: { after: { 50: { target: 'late', actions: assign({ seen: ['timer'] }) } } },
        late: {},
      },
    });
    const rig = tinyRig(machine);
    rig.kernel.step(3, [nudge()]);
    expect(rig.context('session')).toEqual({ seen: ['timer', 'nudge'] });
    expect(rig.batches.at(-1)?.steps.map(({ cause }) => cause)).toEqual([0, 1]);
  });

  it('a frame in which nothing happened is not in the log', () => {
    const rig = playChain(1);
    expect(rig.batches.every(({ inputs, steps }) => inputs.length + steps.length > 0)).toBe(true);
    expect(new Set(rig.batches.map(({ frame }) => frame)).size).toBe(rig.batches.length);
    expect(rig.batches.length).toBeLessThan(rig.kernel.frame);
  });

  it('a step back is a mistake of the caller', () => {
    const rig = playChain(1);
    expect(() => rig.kernel.step(5, [])).toThrow('before the current frame');
  });
});

describe('effects', () => {
  it('RP4: leave with the batch of their cause, in order, the start’s included', () => {
    const say = (message: string) => emit({ type: 'disconnect', peer: 1, sentence: message } as const);
    const machine = setup({}).createMachine({
      id: 'session',
      entry: say('started'),
      on: { Nudge: { actions: [say('one'), say('two')] } },
    });
    const rig = tinyRig(machine);
    expect(rig.effects).toMatchObject([{ sentence: 'started' }]);
    rig.deliver(nudge());
    expect(rig.effects).toMatchObject([{ sentence: 'started' }, { sentence: 'one' }, { sentence: 'two' }]);
  });
});

describe('failures', () => {
  const fail = (): never => {
    throw new RangeError('out of bats');
  };
  const child = setup({ types: {} as { context: { fails: boolean }; input: boolean } }).createMachine({
    id: 'child',
    context: ({ input }) => ({ fails: input ? fail() : false }),
    on: { Nudge: { actions: assign(fail) } },
  });
  const parent = (startsBroken: boolean) =>
    setup({ actors: { child } }).createMachine({
      id: 'session',
      initial: 'idle',
      states: {
        idle: { on: { 'command.go': 'busy' } },
        busy: { invoke: { src: 'child', id: 'child', input: startsBroken } },
      },
    });
  const toChild = { route: (input: { kind: string }) => [input.kind === 'message' ? 'child' : 'session'] };

  /** A failure that nobody observed is thrown by XState from a timer of its own: it must not come to that. */
  const strays: unknown[] = [];
  const noteStray = (error: unknown): void => void strays.push(error);
  beforeEach(() => {
    strays.length = 0;
    process.prependListener('uncaughtException', noteStray);
  });
  afterEach(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off('uncaughtException', noteStray);
    expect(strays).toEqual([]);
  });

  function failure(act: () => void): SessionError {
    try {
      act();
    } catch (error) {
      expect(error).toBeInstanceOf(SessionError);
      return error as SessionError;
    }
    throw new RangeError('Nothing failed.');
  }

  it('an exception in an action of a child surfaces as machine/failed, naming it and keeping its cause', () => {
    const rig = tinyRig(parent(false), toChild);
    rig.deliver(command('go'));
    const error = failure(() => rig.deliver(nudge()));
    expect(error).toMatchObject({ code: 'machine/failed', cause: { message: 'out of bats' } });
    expect(error.message).toBe('Actor "child" failed in frame 2: RangeError: out of bats');
  });

  it('an exception in the start of a child names that child', () => {
    const rig = tinyRig(parent(true), toChild);
    const error = failure(() => rig.deliver(command('go')));
    expect(error).toMatchObject({ code: 'machine/failed', cause: { message: 'out of bats' } });
    expect(error.message).toContain('Actor "child"');
  });

  it('an exception in the start of the root surfaces at the start', () => {
    const root = setup({}).createMachine({ id: 'session', context: fail });
    const error = failure(() => tinyRig(root));
    expect(error).toMatchObject({ code: 'machine/failed', cause: { message: 'out of bats' } });
    expect(error.message).toContain('Actor "session"');
  });

  it('an exception in a timer surfaces in the frame it is due', () => {
    const root = setup({}).createMachine({
      id: 'session',
      initial: 'a',
      states: { a: { after: { 50: { target: 'b', actions: assign(fail) } } }, b: {} },
    });
    const rig = tinyRig(root);
    const error = failure(() => rig.advance(10_000));
    expect(error.message).toContain('failed in frame 3');
  });

  it('after a failure nothing is committed any more, and each step says why', () => {
    const rig = tinyRig(parent(false), toChild);
    rig.deliver(command('go'));
    failure(() => rig.deliver(nudge()));
    const { length } = rig.batches;
    expect(failure(() => rig.deliver(nudge())).code).toBe('machine/failed');
    expect(rig.batches).toHaveLength(length);
  });

  it('a child without an id is refused: its name would differ in every replay', () => {
    const root = setup({ actors: { child } }).createMachine({
      id: 'session',
      on: {
        'command.go': {
          actions: enqueueActions(({ enqueue }) => enqueue.spawnChild('child', { input: false })),
        },
      },
    });
    const error = failure(() => tinyRig(root).deliver(command('go')));
    expect(error.code).toBe('machine/unnamed-actor');
    expect(error.message).toContain('"child"');
  });

  it('two live actors of one id are refused', () => {
    const root = setup({ actors: { child } }).createMachine({
      id: 'session',
      type: 'parallel',
      states: {
        one: { invoke: { src: 'child', id: 'twin', input: false } },
        other: {
          initial: 'idle',
          states: {
            idle: { on: { 'command.go': 'busy' } },
            busy: {
              entry: enqueueActions(({ enqueue }) =>
                enqueue.spawnChild('child', { id: 'twin', input: false }),
              ),
            },
          },
        },
      },
    });
    const rig = tinyRig(root);
    expect(() => rig.deliver(command('go'))).toThrow('Two live actors are called "twin"');
  });

  it('a state entered again replaces its child under the same id', () => {
    const root = setup({ actors: { child } }).createMachine({
      id: 'session',
      initial: 'on',
      states: {
        on: {
          invoke: { src: 'child', id: 'child', input: false },
          on: { Nudge: { target: 'on', reenter: true } },
        },
      },
    });
    const rig = tinyRig(root);
    const before = rig.snapshot('child');
    rig.deliver(nudge());
    expect(rig.kernel.actorIds).toEqual(['session', 'child']);
    expect(rig.snapshot('child')).not.toBe(before);
    expect(verify({ log: rig.log(), game: rig.game }).verdict).toBe('identical');
  });
});

describe('plain data', () => {
  const keeper = (value: unknown) =>
    setup({ types: {} as { context: { kept: unknown } } }).createMachine({
      id: 'session',
      context: { kept: null },
      on: { Nudge: { actions: assign({ kept: value }) } },
    });
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);

  it.each<[string, unknown, string]>([
    ['−0', -0, '-0 at kept'],
    ['NaN', { speeds: [1, Number.NaN] }, 'NaN at kept.speeds[1]'],
    ['an infinity', Number.NEGATIVE_INFINITY, '-Infinity at kept'],
    ['a Map', { tags: new Map() }, 'a Map at kept.tags'],
    ['a Set', new Set(), 'a Set at kept'],
    ['a Date', new Date(0), 'a Date at kept'],
    ['undefined', { a: undefined }, 'a value of type undefined at kept.a'],
    ['a bigint', 1n, 'a value of type bigint at kept'],
    ['a cycle', cyclic, 'deeper than 32 levels (or a cycle)'],
  ])('%s in a context is refused, saying where', (_, value, where) => {
    // An assigner, for a function as a value would be called.
    const rig = tinyRig(keeper(() => value));
    const act = () => rig.deliver(nudge());
    expect(act).toThrow(expect.objectContaining({ code: 'machine/not-plain' }));
    expect(act).toThrow(where);
    expect(act).toThrow('"session"');
  });

  it('a value of the wrong kind in a start’s context is refused too', () => {
    const root = setup({ types: {} as { context: { when: Date } } }).createMachine({
      id: 'session',
      context: { when: new Date(0) },
    });
    expect(() => tinyRig(root)).toThrow(expect.objectContaining({ code: 'machine/not-plain' }));
  });

  it('what a log can give back passes and comes back', () => {
    const value = { a: [1, -1.5, null, true, 'é'], bytes: Uint8Array.of(1, 2), deep: { er: {} } };
    const rig = tinyRig(keeper(() => value));
    rig.deliver(nudge());
    expect(fold(rig.log()).actors.get('session')?.context).toEqual({ kept: value });
  });
});

describe('refusals', () => {
  const machine = setup({}).createMachine({
    id: 'picky',
    initial: 'closed',
    on: { 'command.open': '.open' },
    states: { closed: {}, open: { on: { Nudge: {} } } },
  });
  const options = {
    refusals: { picky: { Nudge: 'picky/closed', '*': 'picky/not-now' } },
    route: (input: { kind: string }) => (input.kind === 'peer-left' ? ['nobody'] : ['session']),
  };

  it('are recorded with the input, the actor, the event and the rule', () => {
    const rig = tinyRig(machine, options);
    const steps = rig.deliver(nudge(), command('dance'), left(1));
    expect(steps).toEqual([
      { kind: 'refusal', cause: 1, actor: 'session', event: 'Nudge', rule: 'picky/closed' },
      { kind: 'refusal', cause: 2, actor: 'session', event: 'command.dance', rule: 'picky/not-now' },
      { kind: 'refusal', cause: 3, actor: 'nobody', event: 'peer.left', rule: NOT_RUNNING_RULE },
    ]);
  });

  it('an event that is taken without doing anything is a transition, not a refusal', () => {
    const rig = tinyRig(machine, options);
    rig.deliver(command('open'));
    expect(rig.deliver(nudge())).toMatchObject([
      { kind: 'transition', from: 'open', to: 'open', changes: [] },
    ]);
  });

  it('can be asked for beforehand, without a trace', () => {
    const rig = tinyRig(machine, options);
    const { length } = rig.batches;
    expect(rig.kernel.refusalOf(nudge())).toBe('picky/closed');
    expect(rig.kernel.refusalOf(command('dance'))).toBe('picky/not-now');
    expect(rig.kernel.refusalOf(left(1))).toBe(NOT_RUNNING_RULE);
    expect(rig.kernel.refusalOf(command('open'))).toBeUndefined();
    rig.advance(100);
    expect(rig.batches).toHaveLength(length);
  });

  it('RP1: replay to the same log', () => {
    const rig = tinyRig(machine, options);
    rig.deliver(nudge(), left(1), command('open'), nudge());
    expect(verify({ log: rig.log(), game: rig.game })).toMatchObject({ verdict: 'identical' });
  });
});

it('a kernel that is over refuses whatever comes', () => {
  const machine = setup({}).createMachine({
    id: 'session',
    initial: 'on',
    states: { on: { on: { Nudge: 'off' } }, off: { type: 'final' } },
  });
  const rig = tinyRig(machine);
  rig.deliver(nudge());
  expect(rig.kernel).toBeInstanceOf(Kernel);
  expect(rig.kernel.isOver).toBe(true);
  expect(rig.state('session')).toBe('off');
  expect(rig.deliver(nudge(), command('go'))).toMatchObject([
    { rule: NOT_RUNNING_RULE },
    { rule: NOT_RUNNING_RULE },
  ]);
  expect(rig.kernel.refusalOf(nudge())).toBe(NOT_RUNNING_RULE);
});
