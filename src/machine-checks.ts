/**
 * Leaf: what can be seen of a machine before it runs, and may not be: an actor outside the frames, a child without a name, a
 * function that only promises. What cannot be seen here is refused when it happens, see `session/`.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { invariant, SessionError } from './errors.js';
import { actorsOf, isMachine, type machinesOf, nodesOf } from './machine-tree.js';

/**
 * @throws SessionError `machine/unrecorded-actor`, `machine/unnamed-actor`, `machine/impure`.
 * @throws InvariantError when two machines of a tree have one id.
 */
export function checkMachines(tree: ReturnType<typeof machinesOf>): void {
  const ids = new Set<string>();
  for (const { machine } of tree) {
    invariant(
      !ids.has(machine.id),
      `Two machines are called "${machine.id}"; a log's charts go by this name.`,
    );
    ids.add(machine.id);
    checkActors(machine);
    checkFunctions(machine);
  }
}

function checkActors(machine: AnyStateMachine): void {
  const actors = actorsOf(machine);
  for (const [src, logic] of Object.entries(actors)) {
    if (!isMachine(logic))
      throw unrecorded(`The actor logic "${src}" of machine "${machine.id}" is no machine`);
  }
  for (const { id, src } of nodesOf(machine.root).flatMap((node) => node.invoke)) {
    if (typeof src === 'string' && src in actors) continue;
    throw unrecorded(`The child "${id}" of machine "${machine.id}" is not started by the name of its logic`);
  }
  checkNames(machine);
}

/** An id is what a log, a route and a refusal call an actor by. */
function checkNames(machine: AnyStateMachine): void {
  for (const { id, config } of nodesOf(machine.root)) {
    // As it was declared: XState has named the others after their place in the chart.
    const invoked: readonly { readonly id?: string; readonly src: unknown }[] = [config.invoke ?? []].flat();
    const unnamed = invoked.find((child) => child.id === undefined);
    if (unnamed) throw unnamedActor(`State "${id}" invokes "${unnamed.src}" without an id`);
  }
  for (const action of [...actionsOf(machine), ...Object.values(machine.implementations.actions)]) {
    if (typeOf(action) === 'xstate.spawnChild' && (action as { readonly id?: unknown }).id === undefined)
      throw unnamedActor(`Machine "${machine.id}" starts a child without an id`);
  }
}

function checkFunctions(machine: AnyStateMachine): void {
  const { actions, guards, delays } = machine.implementations;
  const named = Object.entries({ ...actions, ...guards, ...delays });
  const inline = [...actionsOf(machine), ...guardsOf(machine)].map((part) => ['(inline)', part] as const);
  for (const [name, implementation] of [...named, ...inline]) {
    if (!isAsync(implementation)) continue;
    throw new SessionError(
      'machine/impure',
      `"${name}" of machine "${machine.id}" is an async function: what it does later, no log would have. Send a message or a command instead.`,
    );
  }
}

/** Every action as it stands in the chart. */
function actionsOf(machine: AnyStateMachine): readonly unknown[] {
  return nodesOf(machine.root).flatMap((node) => [
    ...node.entry,
    ...node.exit,
    ...node.initial.actions,
    ...transitionsOf(node).flatMap(({ actions }) => actions),
  ]);
}

/** Every guard as it stands in the chart. */
function guardsOf(machine: AnyStateMachine): readonly unknown[] {
  return nodesOf(machine.root).flatMap((node) => transitionsOf(node).map(({ guard }) => guard));
}

function transitionsOf(node: AnyStateNode) {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

const typeOf = (action: unknown): unknown => (action as { readonly type?: unknown } | null)?.type;

/** Also in what XState's own actions are made of, such as the function of an `assign` or those of its fields. */
function isAsync(value: unknown, depth = 0): boolean {
  if (typeof value === 'function' && value.constructor.name === 'AsyncFunction') return true;
  const isMade = typeof value === 'function' || (depth > 0 && typeof value === 'object' && value !== null);
  return isMade && depth < 3 && Object.values(value).some((part) => isAsync(part, depth + 1));
}

/** XState would name it by its place in the chart, or by a counter that differs in every process. */
export function unnamedActor(what: string): SessionError {
  return new SessionError('machine/unnamed-actor', `${what}; give it one.`);
}

/** A promise, a callback or a machine passed by value acts outside the frames, where no log would have it. */
export function unrecorded(what: string): SessionError {
  return new SessionError(
    'machine/unrecorded-actor',
    `${what}, so it cannot be recorded; start a machine declared in setup.`,
  );
}
