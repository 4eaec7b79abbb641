/** The messages of an at-bat that the benchmarks send; a different value for each `n`, so that no input is a constant. */

export function poseOf(n) {
  return {
    t: n + 0.03125,
    aim: [n / 16, 0.3],
    hands: [0.1 * n, 1.2, 0.3],
    direction: [0, 0.6, 0.8],
    twist: 0.1,
  };
}

export function pitchOf(n) {
  return {
    at: n + 0.5,
    pitchTypeId: ['four_seam', 'curve', 'slider', 'changeup'][n % 4],
    release: [-0.5, 1.75, 16.25],
    plateLocation: [0.1 * n, 0.875, 0],
    speedMph: 94.5,
    releaseTime: 84.25,
    flightTime: 0.4375,
    wobble: 0.1,
    isInZone: n % 2 === 0,
    effect: n,
    bossEffect: 3,
    arcAngle: -12.5,
    decoys: [
      [0.1 * n, 0.2, 0.3],
      [0.4, 0.5, 0.6],
      [0.7, 0.8, 0.9],
    ],
  };
}

export function resultOf(n) {
  return {
    at: 84.75 + n,
    outcome: n,
    timingOffset: -0.0625,
    timingQuality: 0.5,
    contactQuality: 0.7,
    quality: 0.25,
    isGreen: true,
    greenStreak: n,
    exitVelocityMph: 112.5,
    launchAngleDeg: 28.1,
    sprayAngleDeg: -4.2,
    zone: 4,
    hitAim: [0.5, -0.25],
    curveAccel: 0.1,
    gravityScale: 1.1,
    madeContact: true,
    contactTime: 84.6875,
    ballPosition: [0.25, 1, 0.5],
    batDirection: [0.8, 0, 0.6],
    score: 1000 + n,
    isHomeRun: n % 2 === 0,
    isFair: true,
    distanceFt: 455.5,
  };
}

export function swingOf(n) {
  return { pressTime: 84.5 + n };
}
