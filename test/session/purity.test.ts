/** `checkPure`: what a machine may not do is named, and nobody else is kept from doing it. */
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, emit, raise, setup } from 'xstate';
import { SessionError } from '../../src/errors.js';
import { Kernel } from '../../src/session/kernel.js';
import { Purity } from '../../src/session/purity.js';
import { NameTable } from '../../src/store/names.js';
import { simulateRun } from '../../src/testing/bots/simulate.js';
import { FRAME_RATE, hashes, Rig } from '../machines/harness.js';
import { nudge, tinyGame } from './tiny-game.js';

const done = Promise.resolve();
const GLOBALS = ['Date', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'] as const;
const world = () => [
  ...GLOBALS.map((name) => Object.getOwnPropertyDescriptor(globalThis, name)?.value),
  ...[Math.random, performance.now, crypto.getRandomValues, crypto.randomUUID],
  ...[Promise.prototype.then, process.hrtime, process.hrtime.bigint],
];

/** A root with a child that does `deed` on a nudge. */
function gameThatDoes(deed: () => unknown) {
  const child = setup({
    actions: {
      deed: () => {
        deed();
      },
    },
  }).createMachine({ id: 'child', on: { Nudge: { actions: 'deed' } } });
  const root = setup({ actors: { child } }).createMachine({
    id: 'root',
    invoke: { src: 'child', id: 'the-child' },
  });
  return tinyGame(root, { route: () => ['the-child'] });
}

function failureOf(work: () => unknown): SessionError {
  try {
    work();
  } catch (error) {
    if (error instanceof SessionError) return error;
    throw error;
  }
  throw new RangeError('It did not fail.');
}

const rootOf = (config: object) =>
  setup({}).createMachine({ id: 'root', ...config } as never) as unknown as AnyStateMachine;

const pureRig = (game: ReturnType<typeof tinyGame>) => new Rig({ game, role: 'host', checkPure: true });

describe('a machine that reaches for', () => {
  it.each<[string, () => unknown]>([
    ['Date.now()', () => Date.now()],
    ['new Date()', () => new Date()],
    ['Date()', () => Date()],
    ['performance.now()', () => performance.now()],
    ['Math.random()', () => Math.random()],
    ['crypto.getRandomValues()', () => crypto.getRandomValues(new Uint8Array(1))],
    ['crypto.randomUUID()', () => crypto.randomUUID()],
    ['setTimeout()', () => setTimeout(() => undefined, 0)],
    ['setInterval()', () => setInterval(() => undefined, 1)],
    ['setImmediate()', () => setImmediate(() => undefined)],
    ['queueMicrotask()', () => queueMicrotask(() => undefined)],
    ['fetch()', () => fetch('http://127.0.0.1:1/')],
    ['Promise.then()', () => done.then(() => undefined)],
    ['Promise.then()', () => done.finally(() => undefined)],
    ['process.hrtime()', () => process.hrtime()],
    ['process.hrtime.bigint()', () => process.hrtime.bigint()],
  ])('%s is refused by the name of the call and the actor, and the world is given back', (call, deed) => {
    const before = world();
    const rig = pureRig(gameThatDoes(deed));
    const { code, message } = failureOf(() => rig.deliver(nudge()));
    expect(code).toBe('machine/impure');
    expect(message).toContain(`Actor "the-child" used ${call}, `);
    expect(world()).toEqual(before);
    expect(Object.hasOwn(performance, 'now')).toBe(false);
  });

  it.each([
    ['in a guard', { on: { Nudge: { guard: () => Math.random() < 2, actions: [] } } }],
    ['in an assignment', { on: { Nudge: { actions: assign(() => ({ at: Math.random() })) } } }],
    ['in an effect', { on: { Nudge: { actions: emit(() => ({ type: 'x', at: Math.random() })) } } }],
    ['in a delay', { on: { Nudge: { actions: raise({ type: 'x' }, { delay: () => Math.random() }) } } }],
    ['in a state entered at the start', { entry: () => void Math.random() }],
    ['in the first context', { context: () => ({ at: Math.random() }) }],
    [
      'where it catches the error',
      {
        on: {
          Nudge: {
            actions: () => {
              try {
                Math.random();
              } catch {
                // As if nothing had happened.
              }
            },
          },
        },
      },
    ],
  ])('chance %s is refused', (_, config) => {
    const root = rootOf(config);
    const error = failureOf(() => pureRig(tinyGame(root)).deliver(nudge()));
    expect(error.code).toBe('machine/impure');
    expect(error.message).toContain('Actor "session" used Math.random()');
  });

  it('a promise is refused', () => {
    const root = rootOf({ on: { Nudge: { actions: () => Promise.resolve() } } });
    const error = failureOf(() => pureRig(tinyGame(root)).deliver(nudge()));
    expect(error.message).toContain('Actor "session" used a promise');
  });

  it('a promise that rejects is refused, and ends no process', async () => {
    const forgetful = async () => Math.random();
    const root = rootOf({ on: { Nudge: { actions: () => forgetful() } } });
    expect(failureOf(() => pureRig(tinyGame(root)).deliver(nudge())).code).toBe('machine/impure');
    // An unhandled rejection would fail the run of these tests.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('a line that is printed is let be', () => {
    const printed: string[] = [];
    const write: Writable['_write'] = (line, _encoding, done) => {
      printed.push(String(line));
      done();
    };
    const output = new Console(new Writable({ write }));
    const rig = pureRig(gameThatDoes(() => output.log('nudged')));
    expect(rig.deliver(nudge())).toHaveLength(1);
    expect(printed).toEqual(['nudged\n']);
  });

  it('a date of given numbers is let be', () => {
    const rig = pureRig(gameThatDoes(() => new Date(0).getTime() + Date.UTC(2000)));
    expect(rig.deliver(nudge())).toHaveLength(1);
  });

  it('is refused in the game’s routes too', () => {
    const game = tinyGame(setup({}).createMachine({ id: 'root' }), {
      route: () => [`${Math.random()}`],
    });
    expect(failureOf(() => pureRig(game).deliver(nudge())).message).toContain(
      "The game's routes used Math.random()",
    );
  });
});

describe('a guard that is asked before anything is sent', () => {
  const GUARD = { on: { Nudge: { guard: () => Date.now() > 0, actions: () => undefined } } };
  const ask = (guarded: ReturnType<typeof tinyGame>, checkPure: boolean) => {
    const { kernel } = new Rig({ game: guarded, role: 'host', checkPure });
    return { kernel, failure: () => failureOf(() => kernel.refusalOf(nudge())) };
  };

  it('may not read a clock either, and the frame that follows does not forget it', () => {
    const before = world();
    const { kernel, failure } = ask(tinyGame(rootOf(GUARD)), true);
    const { code, message } = failure();
    expect(code).toBe('machine/impure');
    expect(message).toContain('Actor "session" used Date.now()');
    expect(world()).toEqual(before);
    expect(failureOf(() => kernel.step(1, [nudge()])).message).toBe(message);
  });

  it('is named by the actor that has it', () => {
    const child = setup({}).createMachine({
      id: 'child',
      on: { Nudge: { guard: () => Math.random() < 2, actions: () => undefined } },
    });
    const root = setup({ actors: { child } }).createMachine({
      id: 'root',
      invoke: { src: 'child', id: 'the-child' },
    });
    const { failure } = ask(tinyGame(root, { route: () => ['the-child'] }), true);
    expect(failure().message).toContain('Actor "the-child" used Math.random()');
  });

  it('is let be without checkPure', () => {
    const { kernel } = ask(tinyGame(rootOf(GUARD)), false);
    expect(kernel.refusalOf(nudge())).toBeUndefined();
  });
});

describe('everybody else', () => {
  it('has clock and chance, also while a batch is committed', () => {
    const root = setup({}).createMachine({ id: 'root', on: { Nudge: { actions: () => undefined } } });
    const stamps: number[] = [];
    const kernel = new Kernel({
      game: tinyGame(root),
      role: 'host',
      hashes,
      checkPlain: false,
      checkPure: true,
      frameRate: FRAME_RATE,
      input: { seed: 1, options: null },
      names: new NameTable(),
      digest: 0n,
      onCommit: () => stamps.push(Date.now(), Math.random()),
    });
    kernel.start();
    kernel.step(1, [nudge()]);
    expect(stamps).toHaveLength(4);
  });

  it('gets the world back when the work throws, and when one step runs within another', () => {
    const before = world();
    const [outer, inner] = [new Purity(), new Purity()];
    expect(() => outer.run(() => inner.run(() => Math.random()))).toThrow(SessionError);
    expect(inner.fault?.message).toContain('Math.random()');
    expect(outer.fault).toBeUndefined();
    expect(world()).toEqual(before);
  });

  it('XState schedules delayed events as ever: a whole run is the same with and without', async () => {
    const plain = await simulateRun({ seed: 3, players: 2 });
    const watched = await simulateRun({ seed: 3, players: 2, checkPure: true });
    expect(watched.log).toEqual(plain.log);
  });
});
