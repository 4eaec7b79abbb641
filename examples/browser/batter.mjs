// The local player at the plate: pitches come by themselves, a swing is judged by its timing. It draws nothing.
import { rules } from './game.mjs';

const RELEASE_S = 0.3;
const FLIGHT_S = 1.2;
/** How far from the ball's arrival a swing may be, seconds. */
const HOME_RUN_S = 0.08;
const CONTACT_S = 0.25;
const REST_S = 1;
const POSE_S = 1 / 30;

export class Batter {
  #session;
  #turn = null;
  #lastPose = 0;

  constructor(session) {
    this.#session = session;
  }

  /** Call it each frame; `now` in seconds, `aim` where the bat points, -1 to 1 each way. */
  frame(now, aim) {
    const { turn, me, score } = this.#session.view;
    if (turn === null || turn.batter !== me) {
      this.#turn = null;
      return;
    }
    if (this.#turn?.index !== turn.turnIndex) this.#begin(turn, score, now);
    const own = this.#turn;
    if (!own.hasBegun) return;
    this.#pose(now, aim);
    if (own.pitchedAt !== null && now >= own.pitchedAt + RELEASE_S + FLIGHT_S + CONTACT_S) this.#resolve(now);
    else if (own.pitchedAt === null && now >= own.restsUntil) this.#next(now);
  }

  /** How far the ball has come: 0 at the pitcher, 1 at the plate; null when none is in the air. */
  ball(now) {
    if (this.#turn === null || this.#turn.pitchedAt === null) return null;
    return Math.max(0, (now - this.#turn.pitchedAt - RELEASE_S) / FLIGHT_S);
  }

  get maySwing() {
    return this.#turn !== null && this.#turn.pitchedAt !== null && this.#turn.swungAt === null;
  }

  swing(now) {
    if (!this.maySwing) return;
    if (this.#session.send('AtBatSwing', { pressTime: now }).ok) this.#turn.swungAt = now;
  }

  #begin(turn, score, now) {
    const counts = { outs: 0, gained: 0, homeRuns: 0, longestFt: 0 };
    const pitch = { pitchedAt: null, swungAt: null, restsUntil: now + REST_S };
    this.#turn = {
      index: turn.turnIndex,
      hasBegun: false,
      isOver: false,
      before: score.teamScore,
      ...counts,
      ...pitch,
    };
    const begin = { batter: turn.batter, batUpgradeId: '', outs: rules.turnOuts, ringRadius: 0.3 };
    this.#turn.hasBegun = this.#session.send('AtBatBegin', { ...begin, teamScore: score.teamScore }).ok;
    if (!this.#turn.hasBegun) this.#turn = null;
  }

  /** Another pitch, or the end of the turn. */
  #next(now) {
    const { score } = this.#session.view;
    const { outs, gained, homeRuns, longestFt, before, isOver } = this.#turn;
    if (outs >= rules.turnOuts || score.outsLeft === 0 || before + gained >= score.target) {
      if (!isOver)
        this.#turn.isOver = this.#session.send('TurnEnd', { scoreGained: gained, homeRuns, longestFt }).ok;
      return;
    }
    const pitch = {
      at: now,
      pitchTypeId: 'fastball',
      release: [0, 1.8, 16.5],
      plateLocation: [0, 0.9, 0],
      speedMph: 60,
      releaseTime: RELEASE_S,
      flightTime: FLIGHT_S,
      wobble: 0,
      isInZone: true,
      effect: 0,
      bossEffect: 0,
      arcAngle: 0,
      decoys: [],
    };
    if (!this.#session.send('AtBatPitch', pitch).ok) return;
    this.#turn.pitchedAt = now;
    this.#turn.swungAt = null;
  }

  #resolve(now) {
    const own = this.#turn;
    const offset = own.swungAt === null ? null : own.swungAt - (own.pitchedAt + RELEASE_S + FLIGHT_S);
    const isContact = offset !== null && Math.abs(offset) <= CONTACT_S;
    const isHomeRun = isContact && Math.abs(offset) <= HOME_RUN_S;
    const distanceFt = isContact ? Math.round(460 - Math.abs(offset) * 1000) : 0;
    const wasOut = offset !== null && !isHomeRun;
    this.#session.send('AtBatResult', result(now, offset ?? 0, isContact, isHomeRun, distanceFt));
    own.outs += wasOut ? 1 : 0;
    own.homeRuns += isHomeRun ? 1 : 0;
    own.gained += isHomeRun ? distanceFt : 0;
    own.longestFt = Math.max(own.longestFt, isHomeRun ? distanceFt : 0);
    own.pitchedAt = null;
    own.restsUntil = now + REST_S;
    const missed = offset === null ? 'Takes the pitch' : 'Swings and misses';
    const headline = isHomeRun
      ? `HOME RUN! ${distanceFt} ft`
      : isContact
        ? `Out at ${distanceFt} ft`
        : missed;
    this.#session.send('PlayFeed', {
      batter: this.#session.view.me,
      headline,
      ...(isHomeRun ? { r: 255, g: 209, b: 64 } : { r: 200, g: 200, b: 200 }),
      teamScore: own.before + own.gained,
      homeRun: isHomeRun,
      wasOut,
      distanceFt,
    });
  }

  #pose(now, [x, y]) {
    if (now - this.#lastPose < POSE_S) return;
    this.#lastPose = now;
    this.#session.send('AtBatPose', {
      t: now,
      aim: [x, y],
      hands: [0.2, 1.1, 0.1],
      direction: [x, 1, y],
      twist: 0,
    });
  }
}

function result(at, timingOffset, isContact, isHomeRun, distanceFt) {
  const quality = isHomeRun ? 0.9 : 0.4;
  const common = {
    at,
    outcome: isHomeRun ? 3 : isContact ? 1 : 0,
    timingOffset,
    timingQuality: quality,
    contactQuality: quality,
    quality,
    isGreen: isHomeRun,
    greenStreak: 0,
    exitVelocityMph: isContact ? 95 : 0,
    launchAngleDeg: isContact ? 28 : 0,
    sprayAngleDeg: Math.round(timingOffset * 300),
    zone: 4,
    hitAim: [0, 0],
    curveAccel: 0,
    gravityScale: 1,
  };
  if (!isContact) return { ...common, madeContact: false };
  return {
    ...common,
    madeContact: true,
    contactTime: at,
    ballPosition: [0, 0.9, 0.4],
    batDirection: [1, 0, 0.1],
    score: isHomeRun ? distanceFt : 0,
    isHomeRun,
    isFair: true,
    distanceFt,
  };
}
