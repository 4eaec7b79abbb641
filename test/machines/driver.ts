/** Plays the game on a rig, one meaningful move at a time, and can play on from anywhere to the end of a run. */

import type { GameDefinition } from '../../src/game.js';
import { createHomeRunDerby } from '../../src/machines/home-run-derby.js';
import { type DerbyRules, defaultRules } from '../../src/machines/rules.js';
import type { RunContext } from '../../src/machines/run.js';
import type { PeerId } from '../../src/peers.js';
import { command, joined, message, Rig } from './harness.js';
import { atBatBegin, atBatResult, feed, hello, pitch, player, turnEnd, VERSION } from './samples.js';

/** Small numbers, so that a run is short; the waits are the game's own. */
export const shortRules: DerbyRules = {
  ...defaultRules,
  innings: 2,
  playersMax: 4,
  turnOuts: 2,
  turnsPerInningMax: 4,
  pool: () => 6,
  target: ({ index }) => 100 * (index + 1),
};

export const shortDerby = createHomeRunDerby(shortRules);
const { waits } = shortRules;

/** Players of the host tests. None of them is the host's own, so that each can leave. */
export const PLAYERS: readonly PeerId[] = [1, 2, 3];
/** The client of the client tests. */
export const ME: PeerId = 2;

export function hostRig(game: GameDefinition = shortDerby, seed = 7): Rig {
  return new Rig({ game, role: 'host', seed, options: { version: VERSION, player: null } });
}

export function clientRig(game: GameDefinition = shortDerby, seed = 7): Rig {
  const { name, batterId, cosmeticIds } = player(ME);
  const options = { version: VERSION, player: { name, batterId, cosmeticIds } };
  return new Rig({ game, role: 'client', seed, options });
}

/** Moves on the host. */
export const host = {
  seat(rig: Rig, peers: readonly PeerId[] = PLAYERS): void {
    for (const peer of peers) rig.deliver(joined(peer), message(peer, 'Hello', hello(peer)));
  },
  startRun(rig: Rig, peers: readonly PeerId[] = PLAYERS): void {
    host.seat(rig, peers);
    rig.deliver(command('startRun'));
    rig.advance(waits.startMs);
  },
  /** To the first turn. */
  startInning(rig: Rig): void {
    host.startRun(rig);
    host.everybody(rig, 'IntroDone');
  },
  everybody(rig: Rig, name: 'IntroDone' | 'ShopReady'): void {
    for (const peer of run(rig).connected) rig.deliver(message(peer, name, {}));
  },
  startAtBat(rig: Rig): void {
    host.startInning(rig);
    rig.deliver(message(batter(rig), 'AtBatBegin', atBatBegin(batter(rig))));
  },
  pitch(rig: Rig): void {
    host.startAtBat(rig);
    rig.deliver(message(batter(rig), 'AtBatPitch', pitch()));
  },
  swing(rig: Rig): void {
    host.pitch(rig);
    rig.deliver(message(batter(rig), 'AtBatSwing', { pressTime: 1.5 }));
  },
  resolve(rig: Rig): void {
    host.swing(rig);
    rig.deliver(message(batter(rig), 'AtBatResult', atBatResult(400)));
  },
  makeOuts(rig: Rig): void {
    host.startAtBat(rig);
    const out = feed({ wasOut: true });
    for (let outs = 0; outs < shortRules.turnOuts; outs++) rig.deliver(message(batter(rig), 'PlayFeed', out));
  },
  endTurn(rig: Rig, scoreGained: number): void {
    rig.deliver(message(batter(rig), 'TurnEnd', turnEnd(scoreGained)));
  },
  /** To the end of a first inning that was cleared by one turn. */
  clearInning(rig: Rig): void {
    host.startInning(rig);
    host.endTurn(rig, 100);
  },
  openShop(rig: Rig): void {
    host.clearInning(rig);
    rig.advance(waits.roundEndMs);
  },
  win(rig: Rig): void {
    host.openShop(rig);
    host.everybody(rig, 'ShopReady');
    host.endTurn(rig, 100);
    rig.advance(waits.roundEndMs);
  },
  lose(rig: Rig): void {
    host.startInning(rig);
    for (let turn = 0; turn < shortRules.turnsPerInningMax; turn++) host.endTurn(rig, 0);
    rig.advance(waits.roundEndMs);
  },
} as const;

export const run = (rig: Rig): RunContext => rig.context<RunContext>('run');

/** Who is at the plate. */
export function batter(rig: Rig): PeerId {
  return run(rig).batter ?? 0;
}

/**
 * Everybody still here does the next sensible thing, frame by frame, until the run is over. Returns the moves it took, or
 * throws when the run is stuck: each move ends something, so a run of short rules needs far fewer than the bound.
 */
export function playOn(rig: Rig): number {
  for (let moves = 0; moves < 500; moves++) {
    if (rig.state('run') === undefined && rig.state('lobby') !== 'starting') return moves;
    playMove(rig);
  }
  throw new RangeError(`The run is stuck in ${rig.state('run')}, the turn in ${rig.state('turn')}.`);
}

function playMove(rig: Rig): void {
  const state = rig.state('run');
  if (state === undefined) rig.advance(waits.startMs);
  else if (state === 'roundEnd') rig.advance(waits.roundEndMs);
  else if (state === 'intro' || state === 'shop') {
    const { connected, ready } = run(rig);
    const next = connected.find((peer) => !ready.includes(peer)) ?? 0;
    rig.deliver(message(next, state === 'intro' ? 'IntroDone' : 'ShopReady', {}));
  } else playAtPlate(rig, batter(rig));
}

function playAtPlate(rig: Rig, at: PeerId): void {
  switch (rig.state('turn')) {
    case 'awaitingAtBat':
      rig.deliver(message(at, 'AtBatBegin', atBatBegin(at)));
      return;
    case 'finishing':
      rig.deliver(message(at, 'TurnEnd', turnEnd(50)));
      return;
  }
  switch (rig.state('at-bat')) {
    case 'ready':
      rig.deliver(message(at, 'AtBatPitch', pitch()));
      return;
    case 'pitch.inFlight':
      rig.deliver(message(at, 'AtBatSwing', { pressTime: 1 }));
      return;
    case 'pitch.swung':
      rig.deliver(message(at, 'AtBatResult', atBatResult()));
      return;
    default:
      rig.deliver(message(at, 'PlayFeed', feed({ wasOut: true })));
      rig.advance(waits.resultMs);
  }
}
