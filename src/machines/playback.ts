/** How a spectator shows an at-bat late: what is stamped with the batter's time, and the pose between two poses. */
import type { PlaybackDefinition } from '../game.js';
import { lerp, lerpVector2, lerpVector3, slerp } from '../interpolate.js';
import type { HomeRunDerbyMessages } from '../protocol/home-run-derby.js';

type Pose = HomeRunDerbyMessages['AtBatPose'];

/** The field that carries the batter's clock, by message. Source: net messages seed, "Times in 40-44". */
const timeFields: Readonly<Record<string, string>> = {
  AtBatPose: 't',
  AtBatPitch: 'at',
  AtBatSwing: 'pressTime',
  AtBatResult: 'at',
};

export const playback: PlaybackDefinition = {
  timeOf(name, value) {
    const field = timeFields[name];
    return field === undefined ? undefined : (value as Record<string, number>)[field];
  },
  resets: (name) => name === 'TurnStart' || name === 'RoundStart' || name === 'RoundEnd',
  interpolate: (earlier, later, t) => interpolatePose(earlier as Pose, later as Pose, t),
};

function interpolatePose(a: Pose, b: Pose, t: number): Pose {
  return {
    t: lerp(a.t, b.t, t),
    aim: lerpVector2(a.aim, b.aim, t),
    hands: lerpVector3(a.hands, b.hands, t),
    direction: slerp(a.direction, b.direction, t),
    twist: lerp(a.twist, b.twist, t),
  };
}
