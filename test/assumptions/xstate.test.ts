/**
 * Facts about XState that the kernel is built around. Each title is the fact, then what leans on it. When an upgrade
 * turns one red, change the design that leaned on it, not the test alone.
 */
import { describe, expect, it, vi } from 'vitest';
import { assign, createActor, createMachine, emit, SimulatedClock, sendParent, setup } from 'xstate';
import { ManualClock } from './manual-clock.js';

const delayed = createMachine({
  initial: 'waiting',
  states: { waiting: { after: { 100: 'done' } }, done: {} },
});

const failing = createMachine({
  on: {
    fail: {
      actions: () => {
        throw new RangeError('from the action');
      },
    },
  },
});

describe('XState: time', () => {
  it('arms `after` on the clock given to createActor, in ms: the frame clock drives every delay', () => {
    const clock = new ManualClock();
    const actor = createActor(delayed, { clock }).start();
    expect(clock.armed.map((timer) => timer.delayMs)).toEqual([100]);
    clock.fireAll();
    expect(actor.getSnapshot().value).toBe('done');
  });

  it('clears the timer of an `after` when its state is left: a stopped turn leaves nothing due', () => {
    const clock = new ManualClock();
    const actor = createActor(delayed, { clock }).start();
    actor.stop();
    expect(clock.armed).toEqual([]);
  });

  it('never fires an `after` that was pending in a restored snapshot: sessions are rebuilt by replay', () => {
    const before = createActor(delayed, { clock: new ManualClock() }).start();
    const clock = new ManualClock();
    const after = createActor(delayed, { clock, snapshot: before.getPersistedSnapshot() }).start();
    expect(after.getSnapshot().value).toBe('waiting');
    expect(clock.armed).toEqual([]);
  });

  it('SimulatedClock results depend on the step size: the frame clock is ours', () => {
    const chain = createMachine({
      initial: 'a',
      states: { a: { after: { 10: 'b' } }, b: { after: { 10: 'c' } }, c: {} },
    });
    const [coarse, fine] = [new SimulatedClock(), new SimulatedClock()];
    const inOneStep = createActor(chain, { clock: coarse }).start();
    const inTwoSteps = createActor(chain, { clock: fine }).start();
    coarse.increment(20);
    fine.increment(10);
    fine.increment(10);
    expect([inOneStep.getSnapshot().value, inTwoSteps.getSnapshot().value]).toEqual(['b', 'c']);
  });
});

describe('XState: actors', () => {
  it('counts sessionId for the whole process: it is never logged', () => {
    const [first, second] = [createActor(delayed), createActor(delayed)];
    const number = (id: string) => Number(id.slice('x:'.length));
    expect(number(second.sessionId)).toBe(number(first.sessionId) + 1);
  });

  it('turns a throw in an action into status `error`, not into a throw of send: the kernel attaches an error observer', () => {
    const actor = createActor(failing);
    const errors: unknown[] = [];
    actor.subscribe({ error: (error) => errors.push(error) });
    actor.start();
    expect(() => actor.send({ type: 'fail' })).not.toThrow();
    expect(actor.getSnapshot().status).toBe('error');
    expect(errors).toEqual([new RangeError('from the action')]);
  });

  it('ignores what is sent to an actor that failed: the kernel must end the session itself', () => {
    const actor = createActor(failing);
    let notified = 0;
    actor.subscribe({ next: () => notified++, error: () => undefined });
    actor.start();
    actor.send({ type: 'fail' });
    const before = notified;
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    actor.send({ type: 'fail' });
    warning.mockRestore();
    expect(notified).toBe(before);
  });

  it('fails the parent of an actor that failed, unless it handles xstate.error.actor.<id>: one observer on the root is enough', () => {
    const careless = setup({ actors: { failing } }).createMachine({ invoke: { src: 'failing', id: 'turn' } });
    const careful = setup({ actors: { failing } }).createMachine({
      invoke: { src: 'failing', id: 'turn' },
      on: { 'xstate.error.actor.turn': {} },
    });
    const statuses = [careless, careful].map((machine) => {
      const actor = createActor(machine);
      actor.subscribe({ error: () => undefined });
      actor.start();
      actor.getSnapshot().children.turn?.send({ type: 'fail' });
      return actor.getSnapshot().status;
    });
    expect(statuses).toEqual(['error', 'active']);
  });

  it('gives what emit() emits to on("*"): the outbox is filled from there', () => {
    const speaking = setup({ types: { emitted: {} as { type: 'said'; word: string } } }).createMachine({
      on: { speak: { actions: emit({ type: 'said', word: 'play' }) } },
    });
    const actor = createActor(speaking);
    const heard: unknown[] = [];
    actor.on('*', (emitted) => heard.push(emitted));
    actor.start();
    actor.send({ type: 'speak' });
    expect(heard).toEqual([{ type: 'said', word: 'play' }]);
  });

  it('tells the parent of a final state by xstate.done.actor.<id>, with its output: a turn ends its at-bat this way', () => {
    const child = createMachine({
      initial: 'batting',
      states: { batting: { on: { end: 'over' } }, over: { type: 'final' } },
      output: { score: 3 },
    });
    const events: unknown[] = [];
    const parent = setup({ actors: { child } }).createMachine({
      invoke: { src: 'child', id: 'at-bat' },
      on: { '*': { actions: ({ event }) => events.push(event) } },
    });
    const actor = createActor(parent).start();
    actor.getSnapshot().children['at-bat']?.send({ type: 'end' });
    expect(events).toEqual([
      expect.objectContaining({ type: 'xstate.done.actor.at-bat', output: { score: 3 }, actorId: 'at-bat' }),
    ]);
  });

  it('delivers what a child sends its parent after the actions of the sender and before send() returns: a frame runs to completion', () => {
    const trace: string[] = [];
    const child = createMachine({
      on: {
        ask: {
          actions: [() => trace.push('asked'), sendParent({ type: 'answer' }), () => trace.push('sent')],
        },
      },
    });
    const parent = setup({ actors: { child } }).createMachine({
      invoke: { src: 'child', id: 'child' },
      on: { answer: { actions: () => trace.push('answered') } },
    });
    const actor = createActor(parent).start();
    actor.getSnapshot().children.child?.send({ type: 'ask' });
    trace.push('returned');
    expect(trace).toEqual(['asked', 'sent', 'answered', 'returned']);
  });

  it('keeps an assigned context object apart from the one before: the recorder compares the two by field', () => {
    const counting = setup({
      types: { context: {} as { readonly count: number; readonly fixed: object } },
    }).createMachine({
      context: { count: 0, fixed: {} },
      on: { add: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
    });
    const actor = createActor(counting).start();
    const before = actor.getSnapshot().context;
    actor.send({ type: 'add' });
    const after = actor.getSnapshot().context;
    expect([before.count, after.count]).toEqual([0, 1]);
    expect(after.fixed).toBe(before.fixed);
  });
});
