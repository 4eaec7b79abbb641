/** The shortest way into every leaf state of every machine, as data: a state without a recipe fails `states.test.ts`. */
import { invariant } from '../../src/errors.js';
import type { GameDefinition } from '../../src/game.js';
import type { PeerId } from '../../src/peers.js';
import { clientRig, host, hostRig, ME, shortDerby, shortRules } from './driver.js';
import { command, joined, left, message, type Rig } from './harness.js';
import { atBatBegin, pitch, samples } from './samples.js';

export interface Recipe {
  readonly role: 'host' | 'client';
  /** The machine's id and the leaf's path in it, such as `turn:batting`. */
  readonly leaf: string;
  /** The actor that gets there. */
  readonly actor: string;
  readonly state: string;
  readonly play: (rig: Rig) => void;
}

const { waits } = shortRules;
const fromHost = (rig: Rig, name: 'Refuse' | 'Leave' | 'Roster' | 'RoundEnd' | 'ReadyState'): void => {
  const value = samples[name](ME);
  rig.deliver(message(0, name, value as never));
};

/** Moves on a client. */
export const client = {
  link: (rig: Rig): void => void rig.deliver(joined(0)),
  welcome(rig: Rig): void {
    client.link(rig);
    rig.deliver(message(0, 'Welcome', { playerId: ME }));
    fromHost(rig, 'Roster');
  },
  startRun(rig: Rig): void {
    client.welcome(rig);
    rig.deliver(message(0, 'StartRun', samples.StartRun(ME)));
  },
  startInning(rig: Rig, inningIndex = 0): void {
    if (rig.state('run') === undefined) client.startRun(rig);
    rig.deliver(message(0, 'RoundStart', { inningIndex, pool: 6 }));
  },
  startTurn(rig: Rig, batter: PeerId): void {
    client.startInning(rig);
    rig.deliver(message(0, 'TurnStart', samples.TurnStart(batter)));
  },
  startAtBat(rig: Rig, batter: PeerId): void {
    client.startTurn(rig, batter);
    rig.deliver(message(batter === ME ? ME : 0, 'AtBatBegin', atBatBegin(batter)));
  },
  endInning(rig: Rig, cleared: boolean, inningIndex = 0): void {
    client.startInning(rig, inningIndex);
    rig.deliver(message(0, 'RoundEnd', { cleared, teamScore: 100, outsLeft: 2 }));
  },
} as const;

type Way = (rig: Rig) => void;

/** `machine:leaf` → the way there; the actor is called like the machine unless `actors` says otherwise. */
const hostWays: Readonly<Record<string, Way>> = {
  'session:open.lobby': (rig) => host.seat(rig),
  'session:open.run': (rig) => host.startRun(rig),
  'session:closing': (rig) => {
    host.seat(rig);
    rig.deliver(command('close'));
  },
  'session:closed': (rig) => {
    host.seat(rig);
    rig.deliver(command('close'));
    rig.advance(waits.closingMs);
  },
  'lobby:gathering': (rig) => host.seat(rig),
  'lobby:starting': (rig) => {
    host.seat(rig);
    rig.deliver(command('startRun'));
  },
  'lobby:inRun': (rig) => host.startRun(rig),
  'run:intro': (rig) => host.startRun(rig),
  'run:inning.batting': (rig) => host.startInning(rig),
  'run:roundEnd': (rig) => host.clearInning(rig),
  'run:shop': (rig) => host.openShop(rig),
  'run:won': (rig) => host.win(rig),
  'run:lost': (rig) => host.lose(rig),
  'run:abandoned': (rig) => {
    host.startRun(rig);
    rig.deliver(left(1), left(2), left(3));
  },
  'turn:awaitingAtBat': (rig) => host.startInning(rig),
  'turn:batting': (rig) => host.startAtBat(rig),
  'turn:finishing': (rig) => host.makeOuts(rig),
  'turn:over': (rig) => host.clearInning(rig),
  'at-bat:ready': (rig) => host.startAtBat(rig),
  'at-bat:pitch.inFlight': (rig) => host.pitch(rig),
  'at-bat:pitch.swung': (rig) => host.swing(rig),
  'at-bat:resolved': (rig) => host.resolve(rig),
  'at-bat:over': (rig) => {
    host.startAtBat(rig);
    rig.advance(waits.pitchMs);
  },
};

const clientWays: Readonly<Record<string, Way>> = {
  'client-session:connecting': () => {},
  'client-session:hello': (rig) => client.link(rig),
  'client-session:lobby': (rig) => client.welcome(rig),
  'client-session:run': (rig) => client.startRun(rig),
  'client-session:left': (rig) => {
    client.welcome(rig);
    rig.deliver(command('close'));
  },
  'client-session:refused': (rig) => {
    client.link(rig);
    fromHost(rig, 'Refuse');
  },
  'client-session:lost': (rig) => {
    client.welcome(rig);
    fromHost(rig, 'Leave');
  },
  'client-run:intro': (rig) => client.startRun(rig),
  'client-run:inning.betweenTurns': (rig) => client.startInning(rig),
  'client-run:inning.batting.awaitingAtBat': (rig) => client.startTurn(rig, ME),
  'client-run:inning.batting.atBat': (rig) => client.startAtBat(rig, ME),
  'client-run:inning.watching.awaitingAtBat': (rig) => client.startTurn(rig, 0),
  'client-run:inning.watching.atBat': (rig) => client.startAtBat(rig, 0),
  'client-run:roundEnd': (rig) => client.endInning(rig, true),
  'client-run:shop': (rig) => {
    client.endInning(rig, true);
    rig.advance(waits.roundEndMs);
  },
  'client-run:won': (rig) => {
    client.endInning(rig, true);
    client.endInning(rig, true, 1);
    rig.advance(waits.roundEndMs);
  },
  'client-run:lost': (rig) => {
    client.endInning(rig, false);
    rig.advance(waits.roundEndMs);
  },
  'at-bat:pitch.inFlight': (rig) => {
    client.startAtBat(rig, ME);
    rig.deliver(message(ME, 'AtBatPitch', pitch()));
  },
};

const actors: Readonly<Record<string, string>> = { 'client-session': 'session', 'client-run': 'run' };

function recipesOf(role: 'host' | 'client', ways: Readonly<Record<string, Way>>): Recipe[] {
  return Object.entries(ways).map(([leaf, play]) => {
    const [machine = '', state = ''] = leaf.split(':');
    return { role, leaf, actor: actors[machine] ?? machine, state, play };
  });
}

export const recipes: readonly Recipe[] = [
  ...recipesOf('host', hostWays),
  ...recipesOf('client', clientWays),
  {
    role: 'host',
    leaf: 'lobby:gathering',
    actor: 'lobby',
    state: 'gathering',
    // With somebody there who has not said who it is.
    play: (rig) => {
      host.seat(rig, [1, 2]);
      rig.deliver(joined(3));
    },
  },
];

/** The recipe of a leaf. */
export function recipeOf(leaf: string): Recipe {
  const recipe = recipes.find((one) => one.leaf === leaf);
  invariant(recipe, `There is no recipe for ${leaf}.`);
  return recipe;
}

/** A rig in the recipe's state. */
export function prepared(recipe: Recipe, game: GameDefinition = shortDerby): Rig {
  const rig = recipe.role === 'host' ? hostRig(game) : clientRig(game);
  recipe.play(rig);
  return rig;
}
