/**
 * The golden messages: for every message a few values at its edges, and their bytes written field by field as the seed
 * document's table says. `golden.test.ts` keeps them in test/golden/messages.
 */
import type { HomeRunDerbyMessages, PlayerInfo } from '../../src/protocol/home-run-derby.js';
import { HandWriter } from './hand-writer.js';

type Messages = HomeRunDerbyMessages;
type Name = keyof Messages;

/** A value and its bytes. */
export interface GoldenMessage {
  readonly name: string;
  readonly title: string;
  readonly value: unknown;
  readonly hex: string;
}

const F32_MAX = 3.4028234663852886e38;
const F32_TINY = 2 ** -149;
const I32_MIN = -(2 ** 31);
const I32_MAX = 2 ** 31 - 1;
const everyId = Array.from({ length: 255 }, (_, id) => id);

const ada: PlayerInfo = { id: 0, name: 'Ada', batterId: 'slugger', cosmeticIds: [], connected: true };
const zoe: PlayerInfo = {
  id: 255,
  name: 'Zoë 🧢 五十嵐',
  batterId: 'b',
  cosmeticIds: ['cap_red', '', 'größe'],
  connected: false,
};
const everyPlayer = everyId.map((id) => ({
  id,
  name: '',
  batterId: '',
  cosmeticIds: [],
  connected: id % 2 === 0,
}));

type Write<N extends Name> = (writer: HandWriter, value: Messages[N]) => HandWriter;

const writers: { readonly [N in Name]: Write<N> } = {
  Ping: (w, v) => w.byte(1).double(v.sendTime),
  Pong: (w, v) => w.byte(2).double(v.sendTime),
  Hello: (w, v) => player(w.byte(10).string(v.protocol).string(v.version), v.player),
  Welcome: (w, v) => w.byte(11).byte(v.playerId),
  Refuse: (w, v) => w.byte(12).string(v.reason),
  Roster: (w, v) => v.players.reduce(player, w.byte(13).byte(v.players.length)),
  SetBatter: (w, v) => w.byte(14).string(v.batterId).strings(v.cosmeticIds),
  StartRun: (w, v) => w.byte(15).int(v.seed).bytes(v.battingOrder).string(v.parkId).byte(v.difficulty),
  Leave: (w) => w.byte(16),
  RoundStart: (w, v) => w.byte(30).byte(v.inningIndex).byte(v.pool),
  TurnStart: (w, v) =>
    w.byte(31).byte(v.batter).ushort(v.turnIndex).int(v.teamScore).byte(v.outsLeft).byte(v.pool),
  PlayFeed: (w, v) =>
    w
      .byte(32)
      .byte(v.batter)
      .string(v.headline)
      .byte(v.r)
      .byte(v.g)
      .byte(v.b)
      .int(v.teamScore)
      .bool(v.homeRun)
      .bool(v.wasOut)
      .float(v.distanceFt),
  TurnEnd: (w, v) => w.byte(33).int(v.scoreGained).byte(v.homeRuns).float(v.longestFt),
  RoundEnd: (w, v) => w.byte(34).bool(v.cleared).int(v.teamScore).byte(v.outsLeft),
  ShopReady: (w) => w.byte(35),
  ReadyState: (w, v) => w.byte(36).bytes(v.playerIds),
  IntroDone: (w) => w.byte(37),
  IntroProgress: (w, v) => w.byte(38).byte(v.done).byte(v.total).bytes(v.playerIds),
  AtBatBegin: (w, v) =>
    w.byte(40).byte(v.batter).string(v.batUpgradeId).byte(v.outs).float(v.ringRadius).int(v.teamScore),
  AtBatPose: (w, v) => w.byte(41).float(v.t, ...v.aim, ...v.hands, ...v.direction, v.twist),
  AtBatPitch: (w, v) => {
    w.byte(42)
      .float(v.at)
      .string(v.pitchTypeId)
      .float(...v.release, ...v.plateLocation);
    w.float(v.speedMph, v.releaseTime, v.flightTime, v.wobble);
    w.bool(v.isInZone).byte(v.effect).byte(v.bossEffect).float(v.arcAngle);
    return w.byte(v.decoys.length).float(...v.decoys.flat());
  },
  AtBatSwing: (w, v) => w.byte(43).float(v.pressTime),
  AtBatResult: (w, v) => {
    w.byte(44).float(v.at).byte(v.outcome);
    w.float(v.timingOffset, v.timingQuality, v.contactQuality, v.quality);
    w.bool(v.isGreen).byte(Math.min(255, Math.max(0, v.greenStreak)));
    w.float(v.exitVelocityMph, v.launchAngleDeg, v.sprayAngleDeg).byte(v.zone);
    w.float(...v.hitAim, v.curveAccel, v.gravityScale).bool(v.madeContact);
    if (!v.madeContact) return w;
    w.float(v.contactTime, ...v.ballPosition, ...v.batDirection).int(v.score);
    return w.bool(v.isHomeRun).bool(v.isFair).float(v.distanceFt);
  },
};

function player(writer: HandWriter, { id, name, batterId, cosmeticIds, connected }: PlayerInfo): HandWriter {
  return writer.byte(id).string(name).string(batterId).strings(cosmeticIds).bool(connected);
}

function golden<N extends Name>(name: N, title: string, value: Messages[N]): GoldenMessage {
  return { name, title, value, hex: writers[name](new HandWriter(), value).hex() };
}

const pitch: Messages['AtBatPitch'] = {
  at: 83.5,
  pitchTypeId: 'four_seam',
  release: [-0.5, 1.75, 16.25],
  plateLocation: [0.125, 0.875, 0],
  speedMph: 94.5,
  releaseTime: 84.25,
  flightTime: 0.4375,
  wobble: 0,
  isInZone: true,
  effect: 0,
  bossEffect: 0,
  arcAngle: -12.5,
  decoys: [],
};

const miss = {
  at: 84.75,
  outcome: 2,
  timingOffset: -0.0625,
  timingQuality: 0.5,
  contactQuality: 0,
  quality: 0.25,
  isGreen: false,
  greenStreak: 0,
  exitVelocityMph: 0,
  launchAngleDeg: 0,
  sprayAngleDeg: -0,
  zone: 4,
  hitAim: [0.5, -0.25],
  curveAccel: 0,
  gravityScale: 1,
  madeContact: false,
} as const;

const hit = {
  ...miss,
  outcome: 7,
  isGreen: true,
  greenStreak: 255,
  exitVelocityMph: 112.5,
  madeContact: true,
  contactTime: 84.6875,
  ballPosition: [0.25, 1, 0.5],
  batDirection: [1, 0, -0],
  score: I32_MAX,
  isHomeRun: true,
  isFair: false,
  distanceFt: 455.5,
} as const;

/** Every message, at its edges. */
export const goldenMessages: readonly GoldenMessage[] = [
  golden('Ping', 'a time', { sendTime: 1234.5678 }),
  golden('Ping', 'negative zero', { sendTime: -0 }),
  golden('Pong', 'the largest double', { sendTime: Number.MAX_VALUE }),
  golden('Pong', 'the smallest double', { sendTime: Number.MIN_VALUE }),
  golden('Hello', 'no cosmetics', { protocol: 'HRD-COOP-7', version: '0.9.1', player: ada }),
  golden('Hello', 'text beyond ASCII', { protocol: '', version: '１.０-β', player: zoe }),
  golden('Welcome', 'lowest', { playerId: 0 }),
  golden('Welcome', 'highest', { playerId: 255 }),
  golden('Refuse', 'a sentence', { reason: 'The session is full (4 of 4 players).' }),
  golden('Refuse', 'the longest text', { reason: `${'€'.repeat(170)}xy` }),
  golden('Refuse', 'a byte order mark and a null', { reason: '\ufeffno\u0000' }),
  golden('Roster', 'empty', { players: [] }),
  golden('Roster', 'two', { players: [ada, zoe] }),
  golden('Roster', 'full', { players: everyPlayer }),
  golden('SetBatter', 'no cosmetics', { batterId: 'power_hitter', cosmeticIds: [] }),
  golden('SetBatter', 'full', {
    batterId: 'x'.repeat(64),
    cosmeticIds: Array.from({ length: 32 }, (_, index) => (index === 31 ? 'ü'.repeat(32) : `c${index}`)),
  }),
  golden('StartRun', 'two players', { seed: 42, battingOrder: [1, 0], parkId: 'harbor', difficulty: 1 }),
  golden('StartRun', 'lowest seed', { seed: I32_MIN, battingOrder: [], parkId: '', difficulty: 0 }),
  golden('StartRun', 'full', { seed: I32_MAX, battingOrder: everyId, parkId: 'p', difficulty: 255 }),
  golden('Leave', 'always', {}),
  golden('RoundStart', 'first', { inningIndex: 0, pool: 12 }),
  golden('RoundStart', 'highest', { inningIndex: 255, pool: 255 }),
  golden('TurnStart', 'first', { batter: 1, turnIndex: 0, teamScore: 0, outsLeft: 12, pool: 12 }),
  golden('TurnStart', 'edges', {
    batter: 255,
    turnIndex: 65_535,
    teamScore: I32_MIN,
    outsLeft: 0,
    pool: 255,
  }),
  golden('PlayFeed', 'home run', {
    batter: 1,
    headline: 'GONE! Zoë goes 455 ft ⚾',
    r: 255,
    g: 128,
    b: 0,
    teamScore: 1200,
    homeRun: true,
    wasOut: false,
    distanceFt: 455.25,
  }),
  golden('PlayFeed', 'out', {
    batter: 0,
    headline: '',
    r: 0,
    g: 0,
    b: 0,
    teamScore: -1,
    homeRun: false,
    wasOut: true,
    distanceFt: -0,
  }),
  golden('TurnEnd', 'usual', { scoreGained: 750, homeRuns: 3, longestFt: 461.75 }),
  golden('TurnEnd', 'edges', { scoreGained: I32_MIN, homeRuns: 255, longestFt: F32_MAX }),
  golden('RoundEnd', 'cleared', { cleared: true, teamScore: 2500, outsLeft: 3 }),
  golden('RoundEnd', 'not cleared', { cleared: false, teamScore: I32_MAX, outsLeft: 0 }),
  golden('ShopReady', 'always', {}),
  golden('ReadyState', 'nobody', { playerIds: [] }),
  golden('ReadyState', 'everybody', { playerIds: everyId }),
  golden('IntroDone', 'always', {}),
  golden('IntroProgress', 'one reads', { done: 1, total: 2, playerIds: [1] }),
  golden('IntroProgress', 'full', { done: 0, total: 255, playerIds: everyId }),
  golden('AtBatBegin', 'usual', {
    batter: 2,
    batUpgradeId: 'corked',
    outs: 1,
    ringRadius: 0.75,
    teamScore: 300,
  }),
  golden('AtBatBegin', 'edges', {
    batter: 255,
    batUpgradeId: '',
    outs: 255,
    ringRadius: F32_TINY,
    teamScore: I32_MIN,
  }),
  golden('AtBatPose', 'usual', {
    t: 83.0625,
    aim: [0.25, -0.125],
    hands: [0.5, 1.25, -0.0625],
    direction: [0, 0.6000000238418579, 0.800000011920929],
    twist: 0.10000000149011612,
  }),
  golden('AtBatPose', 'edges', {
    t: -0,
    aim: [F32_MAX, -F32_MAX],
    hands: [F32_TINY, -F32_TINY, -0],
    direction: [0, -0, 1],
    twist: -1,
  }),
  golden('AtBatPitch', 'no decoys', pitch),
  golden('AtBatPitch', 'full', {
    ...pitch,
    pitchTypeId: 'シンカー',
    isInZone: false,
    effect: 255,
    bossEffect: 254,
    decoys: Array.from({ length: 16 }, (_, index) => [index, -index / 2, 0.5] as const),
  }),
  golden('AtBatSwing', 'usual', { pressTime: 84.625 }),
  golden('AtBatSwing', 'negative zero', { pressTime: -0 }),
  golden('AtBatResult', 'no contact', miss),
  golden('AtBatResult', 'contact', hit),
  golden('AtBatResult', 'a foul', {
    ...hit,
    score: I32_MIN,
    isHomeRun: false,
    isFair: true,
    distanceFt: -F32_MAX,
  }),
];
