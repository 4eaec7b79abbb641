/**
 * The wire of the Home Run Derby's co-op run, message by message: ids, names and byte order are the live game's.
 *
 * Never renumber an id, never change a payload under the same protocol name: the lock file's test refuses it.
 * Source: the seed document "Net Messages"; AtBatResult with the four fields its PR #46 added under HRD-COOP-7.
 */
import { defineMessage, defineProtocol } from './define.js';
import {
  bool,
  f32,
  f64,
  i32,
  list,
  string,
  struct,
  u8,
  u8Clamped,
  u16,
  type ValueOf,
  vec2,
  vec3,
  when,
} from './field.js';
import type { MessageValues } from './typed-protocol.js';

/** Names of players, bats, parks and pitches. */
const shortText = string({ bytesMax: 64 });
/** Sentences shown to a player. */
const longText = string({ bytesMax: 512 });
const cosmeticIds = list(shortText, { countMax: 32 });
const playerIds = list(u8, { countMax: 255 });

const playerInfo = struct({ id: u8, name: shortText, batterId: shortText, cosmeticIds, connected: bool });

const fromHost = { from: 'host', to: 'clients' } as const;
/** The host's own player sends these too, so the sender is not only a client. */
const toHost = { from: 'either', to: 'host' } as const;
const eitherWay = { from: 'either', to: 'everyone' } as const;
/** The batter, on the host or a client, to everyone. */
const fromBatter = { ...eitherWay, relay: true } as const;

const lobbyMessages = [
  defineMessage(1, 'Ping', { sendTime: f64 }, eitherWay),
  defineMessage(2, 'Pong', { sendTime: f64 }, eitherWay),
  defineMessage(10, 'Hello', { protocol: shortText, version: shortText, player: playerInfo }, toHost),
  defineMessage(11, 'Welcome', { playerId: u8 }, fromHost),
  defineMessage(12, 'Refuse', { reason: longText }, fromHost),
  defineMessage(13, 'Roster', { players: list(playerInfo, { countMax: 255 }) }, fromHost),
  defineMessage(14, 'SetBatter', { batterId: shortText, cosmeticIds }, toHost),
  defineMessage(
    15,
    'StartRun',
    { seed: i32, battingOrder: playerIds, parkId: shortText, difficulty: u8 },
    fromHost,
  ),
  defineMessage(16, 'Leave', {}, eitherWay),
] as const;

const runMessages = [
  defineMessage(30, 'RoundStart', { inningIndex: u8, pool: u8 }, fromHost),
  defineMessage(
    31,
    'TurnStart',
    { batter: u8, turnIndex: u16, teamScore: i32, outsLeft: u8, pool: u8 },
    fromHost,
  ),
  defineMessage(
    32,
    'PlayFeed',
    {
      batter: u8,
      headline: longText,
      r: u8,
      g: u8,
      b: u8,
      teamScore: i32,
      homeRun: bool,
      wasOut: bool,
      distanceFt: f32,
    },
    fromBatter,
  ),
  defineMessage(33, 'TurnEnd', { scoreGained: i32, homeRuns: u8, longestFt: f32 }, toHost),
  defineMessage(34, 'RoundEnd', { cleared: bool, teamScore: i32, outsLeft: u8 }, fromHost),
  defineMessage(35, 'ShopReady', {}, toHost),
  defineMessage(36, 'ReadyState', { playerIds }, fromHost),
  defineMessage(37, 'IntroDone', {}, toHost),
  defineMessage(38, 'IntroProgress', { done: u8, total: u8, playerIds }, fromHost),
] as const;

const atBatMessages = [
  defineMessage(
    40,
    'AtBatBegin',
    { batter: u8, batUpgradeId: shortText, outs: u8, ringRadius: f32, teamScore: i32 },
    fromBatter,
  ),
  defineMessage(
    41,
    'AtBatPose',
    { t: f32, aim: vec2, hands: vec3, direction: vec3, twist: f32 },
    { ...fromBatter, delivery: 'unreliable', superseded: true },
  ),
  defineMessage(
    42,
    'AtBatPitch',
    {
      at: f32,
      pitchTypeId: shortText,
      release: vec3,
      plateLocation: vec3,
      speedMph: f32,
      releaseTime: f32,
      flightTime: f32,
      wobble: f32,
      isInZone: bool,
      effect: u8,
      bossEffect: u8,
      arcAngle: f32,
      decoys: list(vec3, { countMax: 16 }),
    },
    fromBatter,
  ),
  defineMessage(43, 'AtBatSwing', { pressTime: f32 }, fromBatter),
  defineMessage(
    44,
    'AtBatResult',
    {
      at: f32,
      outcome: u8,
      timingOffset: f32,
      timingQuality: f32,
      contactQuality: f32,
      quality: f32,
      isGreen: bool,
      greenStreak: u8Clamped,
      exitVelocityMph: f32,
      launchAngleDeg: f32,
      sprayAngleDeg: f32,
      zone: u8,
      hitAim: vec2,
      curveAccel: f32,
      gravityScale: f32,
      madeContact: when({
        contactTime: f32,
        ballPosition: vec3,
        batDirection: vec3,
        score: i32,
        isHomeRun: bool,
        isFair: bool,
        distanceFt: f32,
      }),
    },
    fromBatter,
  ),
] as const;

const messages = [...lobbyMessages, ...runMessages, ...atBatMessages] as const;

/** The protocol of the Home Run Derby's co-op run, as the live game speaks it. */
export const homeRunDerbyProtocol = defineProtocol({ name: 'HRD-COOP-7', messages });

/** From message name to value type. */
export type HomeRunDerbyMessages = MessageValues<typeof messages>;

/** A player as Hello and Roster carry it. */
export type PlayerInfo = ValueOf<typeof playerInfo>;
