/**
 * Leaf: the machines a root can start, found from their declarations alone: their charts, and the ids their actors get.
 * Starts nothing.
 */
import type { AnyActorLogic, AnyStateMachine, AnyStateNode } from 'xstate';

/** The id of the root actor of every session. */
export const ROOT_ACTOR = 'session';

/** A machine of a tree, with the ids of the actors that are declared to run it; spawned ones have none here. */
export interface TreeMachine {
  readonly machine: AnyStateMachine;
  readonly actorIds: readonly string[];
}

/** `root` and every machine it can start, itself first, in the order they are declared. */
export function machinesOf(root: AnyStateMachine): readonly TreeMachine[] {
  const found = new Map<AnyStateMachine, string[]>();
  const visit = (machine: AnyStateMachine, actorId: string | undefined): void => {
    const ids = found.get(machine) ?? [];
    const isNew = !found.has(machine);
    found.set(machine, ids);
    if (actorId !== undefined && !ids.includes(actorId)) ids.push(actorId);
    if (!isNew) return;
    for (const node of nodesOf(machine.root)) {
      for (const { id, src } of node.invoke) {
        const child = typeof src === 'string' ? actorsOf(machine)[src] : undefined;
        if (isMachine(child)) visit(child, id);
      }
    }
    for (const child of Object.values(actorsOf(machine))) if (isMachine(child)) visit(child, undefined);
  };
  visit(root, ROOT_ACTOR);
  return [...found].map(([machine, actorIds]) => ({ machine, actorIds }));
}

/** A state node and all inside it. */
export function nodesOf(node: AnyStateNode): readonly AnyStateNode[] {
  return [node, ...Object.values(node.states as Record<string, AnyStateNode>).flatMap(nodesOf)];
}

/** The actor logics that `machine` declares, by name. */
export function actorsOf(machine: AnyStateMachine): Readonly<Record<string, AnyActorLogic>> {
  return machine.implementations.actors as Record<string, AnyActorLogic>;
}

export function isMachine(logic: unknown): logic is AnyStateMachine {
  return typeof logic === 'object' && logic !== null && 'getTransitionData' in logic;
}

/** True when some state of `machine` says what to do on events of `type`. */
export function isNamedBy(machine: AnyStateMachine, type: string): boolean {
  return nodesOf(machine.root).some((node) =>
    [...node.transitions.keys()].some((descriptor) => matches(String(descriptor), type)),
  );
}

/** As XState reads an event descriptor: the type itself, `*`, or what is before `.*`, alone or with more words after it. */
function matches(descriptor: string, type: string): boolean {
  if (descriptor === type || descriptor === '*') return true;
  return descriptor.endsWith('.*') && `${type}.`.startsWith(descriptor.slice(0, -1));
}
