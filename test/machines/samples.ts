/** A legal value of every message of the game, for tests to vary. */
import type { HomeRunDerbyMessages, PlayerInfo } from '../../src/protocol/home-run-derby.js';

type Sample<Name extends keyof HomeRunDerbyMessages> = HomeRunDerbyMessages[Name];

export const VERSION = '1.0';

export const player = (id: number, name = `Player ${id}`): PlayerInfo => ({
  id,
  name,
  batterId: 'slugger',
  cosmeticIds: ['cap'],
  connected: true,
});

export const hello = (id: number, changes: Partial<Sample<'Hello'>> = {}): Sample<'Hello'> => ({
  protocol: 'HRD-COOP-7',
  version: VERSION,
  player: player(id),
  ...changes,
});

export const feed = (changes: Partial<Sample<'PlayFeed'>> = {}): Sample<'PlayFeed'> => ({
  batter: 9,
  headline: 'GONE',
  r: 1,
  g: 2,
  b: 3,
  teamScore: 0,
  homeRun: false,
  wasOut: false,
  distanceFt: 0,
  ...changes,
});

export const turnEnd = (scoreGained = 0): Sample<'TurnEnd'> => ({ scoreGained, homeRuns: 0, longestFt: 0 });

export const atBatBegin = (batter: number): Sample<'AtBatBegin'> => ({
  batter,
  batUpgradeId: 'ash',
  outs: 3,
  ringRadius: 0.5,
  teamScore: 0,
});

export const pitch = (changes: Partial<Sample<'AtBatPitch'>> = {}): Sample<'AtBatPitch'> => ({
  at: 1,
  pitchTypeId: 'curve',
  release: [0, 2, 18],
  plateLocation: [0, 1, 0],
  speedMph: 90,
  releaseTime: 0.5,
  flightTime: 0.5,
  wobble: 0,
  isInZone: true,
  effect: 0,
  bossEffect: 0,
  arcAngle: 0,
  decoys: [],
  ...changes,
});

const miss: Sample<'AtBatResult'> = {
  at: 2,
  outcome: 0,
  timingOffset: 0,
  timingQuality: 0,
  contactQuality: 0,
  quality: 0,
  isGreen: false,
  greenStreak: 0,
  exitVelocityMph: 0,
  launchAngleDeg: 0,
  sprayAngleDeg: 0,
  zone: 0,
  hitAim: [0, 0],
  curveAccel: 0,
  gravityScale: 1,
  madeContact: false,
};

/** A swing and a miss, or a hit of `distanceFt`. */
export const atBatResult = (distanceFt?: number): Sample<'AtBatResult'> =>
  distanceFt === undefined
    ? miss
    : {
        ...miss,
        madeContact: true,
        contactTime: 2,
        ballPosition: [0, 1, 0],
        batDirection: [1, 0, 0],
        score: 100,
        isHomeRun: distanceFt > 380,
        isFair: true,
        distanceFt,
      };

/** One legal value of each message; `peer` is who it speaks of where it speaks of somebody. */
export const samples: { readonly [Name in keyof HomeRunDerbyMessages]: (peer: number) => Sample<Name> } = {
  Ping: () => ({ sendTime: 1 }),
  Pong: () => ({ sendTime: 1 }),
  Hello: (peer) => hello(peer),
  Welcome: (peer) => ({ playerId: peer }),
  Refuse: () => ({ reason: 'The game is full: 8 players.' }),
  Roster: (peer) => ({ players: [player(0), player(peer)] }),
  SetBatter: () => ({ batterId: 'lefty', cosmeticIds: [] }),
  StartRun: (peer) => ({ seed: -5, battingOrder: [0, peer], parkId: 'sandlot', difficulty: 1 }),
  Leave: () => ({}),
  RoundStart: () => ({ inningIndex: 0, pool: 6 }),
  TurnStart: (batter) => ({ batter, turnIndex: 0, teamScore: 0, outsLeft: 6, pool: 6 }),
  PlayFeed: (batter) => feed({ batter }),
  TurnEnd: () => turnEnd(),
  RoundEnd: () => ({ cleared: true, teamScore: 10, outsLeft: 4 }),
  ShopReady: () => ({}),
  ReadyState: (peer) => ({ playerIds: [peer] }),
  IntroDone: () => ({}),
  IntroProgress: (peer) => ({ done: 1, total: 2, playerIds: [peer] }),
  AtBatBegin: (batter) => atBatBegin(batter),
  AtBatPose: () => ({ t: 1, aim: [0, 0], hands: [0, 1, 0], direction: [1, 0, 0], twist: 0 }),
  AtBatPitch: () => pitch(),
  AtBatSwing: () => ({ pressTime: 1.5 }),
  AtBatResult: () => atBatResult(400),
};

export type MessageName = keyof HomeRunDerbyMessages;
export const messageNames = Object.keys(samples) as readonly MessageName[];
