/** Every state of every machine is reached, by its recipe; a state nobody wrote a recipe for fails here. */
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { batter, host, hostRig, run, shortDerby } from './driver.js';
import { prepared, recipes } from './recipes.js';

/** Passed through in the step that enters them, so that no event can meet them. */
const TRANSIENT = ['run:inning.deciding'];

function machinesUnder(root: AnyStateMachine): AnyStateMachine[] {
  const children = Object.values(root.implementations.actors) as AnyStateMachine[];
  return [root, ...children.flatMap(machinesUnder)];
}

function leavesOf(node: AnyStateNode): AnyStateNode[] {
  const children = Object.values(node.states) as AnyStateNode[];
  return children.length === 0 ? [node] : children.flatMap(leavesOf);
}

const machines = [...machinesUnder(shortDerby.host.root), ...machinesUnder(shortDerby.client.root)];
const leaves = new Map<string, AnyStateNode>(
  machines.flatMap((machine) =>
    leavesOf(machine.root).map((node) => [`${machine.id}:${node.path.join('.')}`, node] as const),
  ),
);

describe('states', () => {
  it('finds the seven machines of the game', () => {
    const ids = [...new Set(machines.map(({ id }) => id))].sort();
    expect(ids).toEqual(['at-bat', 'client-run', 'client-session', 'lobby', 'run', 'session', 'turn']);
    expect(Object.keys(shortDerby.refusals).sort()).toEqual(ids);
  });

  it('has a recipe for every leaf state, and none for a state that is gone', () => {
    const withRecipe = new Set(recipes.map(({ leaf }) => leaf));
    expect([...leaves.keys()].filter((leaf) => !withRecipe.has(leaf))).toEqual(TRANSIENT);
    expect([...withRecipe].filter((leaf) => !leaves.has(leaf))).toEqual([]);
  });

  it('can rest in every state but the transient ones', () => {
    const restless = [...leaves].filter(([, node]) => node.always?.some(({ guard }) => guard === undefined));
    expect(restless.map(([leaf]) => leaf)).toEqual(TRANSIENT);
  });

  it.each(recipes)('$role $leaf is reached', (recipe) => {
    const rig = prepared(recipe);
    const isFinal = leaves.get(recipe.leaf)?.type === 'final';
    const reached = isFinal ? rig.lastRecorded(recipe.actor) : rig.state(recipe.actor);
    expect(reached).toBe(recipe.state);
    if (isFinal && recipe.actor !== 'session') expect(rig.state(recipe.actor)).not.toBe(recipe.state);
  });

  it('run:inning.deciding is passed on the way to the next turn, to a cleared and to a failed inning', () => {
    const next = hostRig();
    host.startInning(next);
    const first = batter(next);
    host.endTurn(next, 10);
    expect(next.state('run')).toBe('inning.batting');
    expect(batter(next)).not.toBe(first);
    expect(run(next)).toMatchObject({ teamScore: 10, turnIndex: 1 });

    const cleared = hostRig();
    host.clearInning(cleared);
    expect(cleared.sent('RoundEnd').at(-1)?.value).toMatchObject({ cleared: true, teamScore: 100 });

    const failed = hostRig();
    host.lose(failed);
    expect(failed.sent('RoundEnd').at(-1)?.value).toMatchObject({ cleared: false, teamScore: 0 });
  });
});
