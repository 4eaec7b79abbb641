/** What a bot throws itself and how it swings: numbers a person would believe, all drawn from one stream. */
import type { HomeRunDerbyMessages } from '../../protocol/home-run-derby.js';
import type { RandomStream } from '../../random.js';

type Pitch = HomeRunDerbyMessages['AtBatPitch'];
type Result = HomeRunDerbyMessages['AtBatResult'];

/** One pitch from the wind-up to its result. Times are seconds from the pitch. */
export interface PitchPlan {
  readonly pitch: Pitch;
  /** `null` when the bot lets it pass. */
  readonly swingAt: number | null;
  readonly resultAt: number;
  readonly isHomeRun: boolean;
  readonly isOut: boolean;
  readonly distanceFt: number;
  readonly score: number;
  readonly exitVelocityMph: number;
  readonly launchAngleDeg: number;
  readonly sprayAngleDeg: number;
}

/** Chance in percent that a bot lets a pitch pass, and that a swing is a home run. */
const TAKE_PERCENT = 12;
const HOME_RUN_PERCENT = 58;

const PITCH_TYPES = ['fastball', 'curve', 'slider', 'changeup'] as const;

/** Plans the pitch thrown at `at`, the batter's clock in seconds. */
export function planPitch(random: RandomStream, at: number): PitchPlan {
  const speedMph = random.integer(68, 98);
  const flightTime = 40 / speedMph;
  const releaseTime = 0.3;
  const isTaken = random.integer(1, 100) <= TAKE_PERCENT;
  const isHomeRun = !isTaken && random.integer(1, 100) <= HOME_RUN_PERCENT;
  const distanceFt = isTaken ? 0 : isHomeRun ? random.integer(355, 490) : random.integer(20, 330);
  const sprayAngleDeg = random.integer(-44, 44);
  const arrival = releaseTime + flightTime;
  return {
    pitch: {
      at,
      pitchTypeId: PITCH_TYPES[random.integer(0, PITCH_TYPES.length - 1)] ?? 'fastball',
      release: [random.integer(-20, 20) / 10, 1.8, 16.5],
      plateLocation: [random.integer(-5, 5) / 10, random.integer(5, 12) / 10, 0],
      speedMph,
      releaseTime,
      flightTime,
      wobble: 0,
      isInZone: !isTaken,
      effect: 0,
      bossEffect: 0,
      arcAngle: 0,
      decoys: [],
    },
    swingAt: isTaken ? null : arrival - 0.15,
    resultAt: arrival + 0.05,
    isHomeRun,
    isOut: !isTaken && !isHomeRun,
    distanceFt,
    score: isHomeRun ? distanceFt : 0,
    exitVelocityMph: isTaken ? 0 : isHomeRun ? random.integer(98, 118) : random.integer(60, 97),
    launchAngleDeg: isHomeRun ? random.integer(22, 36) : random.integer(-10, 50),
    sprayAngleDeg,
  };
}

/** The result message of a plan, stamped `at`. */
export function resultOf(plan: PitchPlan, at: number): Result {
  const { exitVelocityMph, launchAngleDeg, sprayAngleDeg, score, isHomeRun, distanceFt } = plan;
  const quality = isHomeRun ? 0.9 : 0.4;
  const common = {
    at,
    outcome: plan.swingAt === null ? 0 : isHomeRun ? 3 : 1,
    timingOffset: 0,
    timingQuality: quality,
    contactQuality: quality,
    quality,
    isGreen: isHomeRun,
    greenStreak: 0,
    exitVelocityMph,
    launchAngleDeg,
    sprayAngleDeg,
    zone: 4,
    hitAim: [0, 0],
    curveAccel: 0,
    gravityScale: 1,
  } as const;
  if (plan.swingAt === null) return { ...common, madeContact: false };
  return {
    ...common,
    madeContact: true,
    contactTime: at,
    ballPosition: [0, 0.9, 0.4],
    batDirection: [1, 0, 0.1],
    score,
    isHomeRun,
    isFair: true,
    distanceFt,
  };
}
