/**
 * Facts that let the recorder wrap a machine's logic instead of using `inspect`: an object whose prototype is the machine
 * and whose `transition`, `getInitialSnapshot` and `implementations` are ours is run by XState as if it were the machine.
 */
import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  createActor,
  createMachine,
  StateMachine,
  sendParent,
  sendTo,
  setup,
  spawnChild,
} from 'xstate';

interface Step {
  readonly actor: string;
  readonly event: string;
  readonly changed: boolean;
}

/** The recorder's trick in its smallest form: writes a line as a transition begins, then a step when it is complete. */
function record(machine: AnyStateMachine, steps: Step[], begun: string[] = []): AnyStateMachine {
  const actors = Object.fromEntries(
    Object.entries(machine.implementations.actors).map(([src, logic]) => [
      src,
      record(logic as AnyStateMachine, steps, begun),
    ]),
  );
  const transition: AnyStateMachine['transition'] = (before, event, scope) => {
    begun.push(`${scope.self.id} begins ${event.type}`);
    const after = StateMachine.prototype.transition.call(recorded, before, event, scope);
    steps.push({ actor: scope.self.id, event: event.type, changed: after !== before });
    begun.push(`${scope.self.id} ends ${event.type}`);
    return after;
  };
  const getInitialSnapshot: AnyStateMachine['getInitialSnapshot'] = (scope, input) => {
    steps.push({ actor: scope.self.id, event: 'init', changed: true });
    return StateMachine.prototype.getInitialSnapshot.call(recorded, scope, input);
  };
  const recorded: AnyStateMachine = Object.create(machine, {
    transition: { value: transition },
    getInitialSnapshot: { value: getInitialSnapshot },
    implementations: { value: { ...machine.implementations, actors } },
  });
  return recorded;
}

const child = createMachine({
  on: { ask: { actions: sendParent({ type: 'answer' }) } },
});

describe('XState: logic wrapped by Object.create(machine, overrides)', () => {
  it('calls the overrides of the root: the recorder sees every transition of a root machine', () => {
    const steps: Step[] = [];
    const toggle = createMachine({ initial: 'off', states: { off: { on: { flip: 'on' } }, on: {} } });
    const actor = createActor(record(toggle, steps), { id: 'root' }).start();
    actor.send({ type: 'flip' });
    expect(actor.getSnapshot().value).toBe('on');
    expect(steps).toEqual([
      { actor: 'root', event: 'init', changed: true },
      { actor: 'root', event: 'flip', changed: true },
    ]);
  });

  it('calls the overrides of children invoked and spawned by string src: the recorder needs no hook in a machine', () => {
    const steps: Step[] = [];
    const parent = setup({ actors: { child } }).createMachine({
      invoke: { src: 'child', id: 'invoked' },
      entry: spawnChild('child', { id: 'spawned' }),
      on: {
        poke: { actions: [sendTo('invoked', { type: 'ask' }), sendTo('spawned', { type: 'ask' })] },
        answer: {},
      },
    });
    const actor = createActor(record(parent, steps), { id: 'root' }).start();
    actor.send({ type: 'poke' });
    const seen = steps.map((step) => `${step.actor} ${step.event}`);
    expect(seen).toEqual(
      expect.arrayContaining(['invoked init', 'spawned init', 'invoked ask', 'spawned ask']),
    );
    expect(seen.filter((line) => line === 'root answer')).toHaveLength(2);
  });

  it('keeps wrapped actors through nesting: a child of a child is recorded too', () => {
    const steps: Step[] = [];
    const middle = setup({ actors: { child } }).createMachine({ invoke: { src: 'child', id: 'leaf' } });
    const top = setup({ actors: { middle } }).createMachine({ invoke: { src: 'middle', id: 'middle' } });
    createActor(record(top, steps), { id: 'root' }).start();
    expect(steps.map((step) => step.actor).sort()).toEqual(['leaf', 'middle', 'root']);
  });

  it('returns the identical snapshot for an event nothing handles: the recorder writes no transition for it', () => {
    const steps: Step[] = [];
    const actor = createActor(record(child, steps), { id: 'root' }).start();
    actor.send({ type: 'nobody knows this' });
    expect(steps.at(-1)).toEqual({ actor: 'root', event: 'nobody knows this', changed: false });
  });

  it('returns the identical snapshot for a handled event that only runs actions too: identity tells changed from unchanged, not handled from unhandled', () => {
    const steps: Step[] = [];
    let acted = 0;
    const acting = createMachine({ on: { act: { actions: () => acted++ } } });
    const actor = createActor(record(acting, steps), { id: 'root' }).start();
    actor.send({ type: 'act' });
    expect(acted).toBe(1);
    expect(steps.at(-1)).toEqual({ actor: 'root', event: 'act', changed: false });
  });

  it('answers can() by whether a transition is enabled: a refused command is told from a handled one before it is sent', () => {
    const acting = createMachine({
      on: { act: { actions: () => undefined }, barred: { guard: () => false, actions: () => undefined } },
    });
    const snapshot = createActor(record(acting, []), { id: 'root' }).start().getSnapshot();
    expect([
      snapshot.can({ type: 'act' }),
      snapshot.can({ type: 'barred' }),
      snapshot.can({ type: 'nobody knows this' }),
    ]).toEqual([true, false, false]);
  });

  it('binds the methods of a machine to it: the recorder calls those of the prototype on itself, or children run unrecorded', () => {
    const steps: Step[] = [];
    const parent = setup({ actors: { child } }).createMachine({ invoke: { src: 'child', id: 'leaf' } });
    const recorded = record(parent, steps);
    const bound = Object.create(recorded, { getInitialSnapshot: { value: parent.getInitialSnapshot } });
    createActor(bound, { id: 'root' }).start();
    expect(steps).toEqual([]);
  });

  it('provide({ actors }) replaces actors by string src, at the price of building the machine again: wrap once, at set-up', () => {
    const steps: Step[] = [];
    const parent = setup({ actors: { child } }).createMachine({ invoke: { src: 'child', id: 'leaf' } });
    const provided = parent.provide({ actors: { child: record(child, steps) as typeof child } });
    createActor(provided, { id: 'root' }).start();
    expect(provided.root).not.toBe(parent.root);
    expect(steps.map((step) => step.actor)).toEqual(['leaf']);
  });

  it('delivers what an actor sends after its transition completed: records of a frame never nest', () => {
    const order: string[] = [];
    const parent = setup({ actors: { child } }).createMachine({
      invoke: { src: 'child', id: 'child' },
      on: { poke: { actions: sendTo('child', { type: 'ask' }) }, answer: {} },
    });
    const actor = createActor(record(parent, [], order), { id: 'root' }).start();
    actor.send({ type: 'poke' });
    expect(order).toEqual([
      'root begins poke',
      'root ends poke',
      'child begins ask',
      'child ends ask',
      'root begins answer',
      'root ends answer',
    ]);
  });
});
