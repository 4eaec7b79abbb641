/** What the game shows in every state, and that nothing shown changes identity without changing. */
import { describe, expect, it } from 'vitest';
import type { ActedMessage } from '../../src/game.js';
import type { DerbyPhase, DerbyView } from '../../src/machines/view.js';
import { batter, host, hostRig, shortDerby, shortRules } from './driver.js';
import { left, message, type Rig } from './harness.js';
import { prepared, recipeOf, recipes } from './recipes.js';
import { feed, pitch } from './samples.js';

const viewOf = (
  rig: Rig,
  role: 'host' | 'client',
  previous?: DerbyView,
  acted: readonly ActedMessage[] = [],
): DerbyView => shortDerby[role].view(rig.kernel.lookup, previous, acted);

/** Where a recipe's state is not itself a phase. */
const phases: Readonly<Record<string, DerbyPhase>> = {
  'open.lobby': 'lobby',
  'open.run': 'intro',
  gathering: 'lobby',
  inRun: 'intro',
  run: 'intro',
};

describe('the view', () => {
  it.each(recipes)('in $role $leaf names the phase and keeps its identity', (recipe) => {
    const rig = prepared(recipe);
    const view = viewOf(rig, recipe.role);
    expect(viewOf(rig, recipe.role, view)).toBe(view);
    const isRoot = recipe.actor === 'session' || recipe.actor === 'lobby';
    const state = isRoot
      ? recipe.state
      : (rig.state('run') ?? rig.state('lobby') ?? rig.state('session') ?? '');
    expect(view.phase).toBe(phases[state] ?? state.split('.')[0]);
    const isAtPlate = rig.state('turn') !== undefined || /\.(batting|watching)/.test(rig.state('run') ?? '');
    expect(view.turn !== null).toBe(isAtPlate);
    expect(view.gate !== null).toBe(view.phase === 'intro' || view.phase === 'shop');
    expect(view.score !== null).toBe(rig.state('run') !== undefined);
  });

  it('names whom a gate waits for, in words', () => {
    const rig = hostRig();
    host.startRun(rig);
    const order = rig.context<{ connected: readonly number[] }>('run').connected;
    const [one, two, three] = order.map((id) => `Player ${id}`);
    const said: (string | undefined)[] = [viewOf(rig, 'host').gate?.sentence];
    rig.deliver(message(order[2] as number, 'IntroDone', {}));
    said.push(viewOf(rig, 'host').gate?.sentence);
    rig.deliver(left(order[1] as number));
    said.push(viewOf(rig, 'host').gate?.sentence);
    expect(said).toEqual([
      `Waiting for ${one}, ${two} and ${three}`,
      `Waiting for ${one} and ${two}`,
      `Waiting for ${one}`,
    ]);
  });

  it('counts the running turn’s outs, and shows the plate', () => {
    const rig = hostRig();
    host.startAtBat(rig);
    rig.deliver(message(batter(rig), 'PlayFeed', feed({ wasOut: true, headline: 'OUT' })));
    rig.deliver(message(batter(rig), 'AtBatPitch', pitch()));
    const view = viewOf(rig, 'host');
    expect(view.score).toMatchObject({ pool: 6, outsLeft: 5, target: 100, teamScore: 0 });
    expect(view.turn).toMatchObject({ batter: batter(rig), outs: 1, plate: 'inFlight' });
    expect(view.feed).toEqual([]);
  });

  it('changes only the parts that changed', () => {
    const rig = prepared(recipeOf('turn:batting'));
    const before = viewOf(rig, 'host');
    rig.deliver(message(batter(rig), 'AtBatPitch', pitch()));
    const after = viewOf(rig, 'host', before);
    const changed = Object.keys(after).filter(
      (key) => after[key as keyof DerbyView] !== before[key as keyof DerbyView],
    );
    expect(changed).toEqual(['turn']);
    rig.advance(shortRules.waits.pitchMs);
    expect(viewOf(rig, 'host', after)).not.toBe(after);
  });

  it('keeps every play of a frame in the feed, as its sender’s, and the last twenty', () => {
    const rig = hostRig();
    const play = (peer: number, headline: string) => ({
      name: 'PlayFeed',
      peer,
      value: feed({ batter: 77, headline }),
    });
    const acted = [play(2, 'one'), { name: 'TurnEnd', peer: 2, value: {} }, play(0, 'two')];
    const view = viewOf(rig, 'host', undefined, acted);
    expect(view.feed).toMatchObject([
      { batter: 2, headline: 'one' },
      { batter: 0, headline: 'two' },
    ]);
    // On a client the host has set the batter, and its own play is its own.
    expect(viewOf(rig, 'client', undefined, acted).feed).toMatchObject([{ batter: 2 }, { batter: 77 }]);
    const many = Array.from({ length: 25 }, (_, index) => play(1, `play ${index}`));
    expect(viewOf(rig, 'host', view, many).feed.map(({ headline }) => headline)).toEqual(
      many.slice(-20).map(({ value }) => value.headline),
    );
  });
});
