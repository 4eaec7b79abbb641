/**
 * The bat around each contact, as the batter's poses drew it. Poses and results carry the batter's own clock, so a sweep is
 * exact however late a pose came; it is told once the poses behind the contact are here.
 */
import type { SeenFrame, SeenInput, SeenStep, Sighting, Stroke } from '../../inspection.js';
import type { PeerId } from '../../peers.js';
import type { HomeRunDerbyMessages } from '../../protocol/home-run-derby.js';
import type { AtBatContext } from '../at-bat.js';
import type { RosterNames } from './roster-names.js';

type Pose = HomeRunDerbyMessages['AtBatPose'];
type Result = HomeRunDerbyMessages['AtBatResult'];

/** Seconds before and after the contact. */
const AROUND = 0.4;
/** From the knob, which is in the hands, to the tip, in m. */
const BAT_LENGTH = 0.85;
/** Poses from so long before are kept, as the game does. Source: live spectating seed, "Poses kept". */
const KEPT_SECONDS = 3;
/** Twice what a batter sends in that time. */
const POSES_MAX = 180;

interface Contact {
  readonly frame: number;
  /** The batter's clock. */
  readonly at: number;
  readonly label: string;
  /** Poses before it and, as they come, behind it. */
  readonly poses: Pose[];
  readonly sender: PeerId;
}

export function readSweeps(names: RosterNames, frameRate: number): (frame: SeenFrame) => readonly Sighting[] {
  let poses: { readonly frame: number; readonly peer: PeerId; readonly pose: Pose }[] = [];
  let contacts: Contact[] = [];

  function see({ name, peer, value }: SeenInput, frame: number): void {
    if (name !== 'AtBatPose' || value === null) return;
    const pose = value as Pose;
    poses.push({ frame, peer, pose });
    for (const contact of contacts) if (contact.sender === peer) contact.poses.push(pose);
  }

  function forget(frame: number): void {
    if (poses.length <= POSES_MAX) return;
    const oldest = frame - KEPT_SECONDS * frameRate;
    poses = poses.slice(-POSES_MAX).filter((one) => one.frame >= oldest);
  }

  function contactOf({ input, context }: SeenStep, frame: number): Contact | undefined {
    const result = input?.value as Result | undefined;
    if (!result?.madeContact) return undefined;
    const { batter, sender } = context as unknown as AtBatContext;
    const before = poses.filter(({ peer }) => peer === sender).map(({ pose }) => pose);
    const label = `${names.of(batter)}, ${Math.round(result.distanceFt)} ft`;
    return { frame, at: result.contactTime, label, poses: before, sender };
  }

  return ({ frame, inputs, steps }) => {
    for (const input of inputs) if (input.kind === 'superseded') see(input, frame);
    forget(frame);
    for (const step of steps) {
      const contact =
        step.actor === 'at-bat' && step.event === 'AtBatResult' ? contactOf(step, frame) : undefined;
      if (contact !== undefined) contacts.push(contact);
    }
    // A moment more than the sweep, for a pose that was long on its way.
    const isComplete = (contact: Contact): boolean => frame >= contact.frame + 2 * AROUND * frameRate;
    const complete = contacts.filter(isComplete);
    if (complete.length > 0) contacts = contacts.filter((contact) => !isComplete(contact));
    return complete.flatMap(sweepOf);
  };
}

function sweepOf({ frame, at, label, poses }: Contact): Sighting[] {
  const strokes = poses
    .filter(({ t }) => Math.abs(t - at) <= AROUND)
    .sort((one, other) => one.t - other.t)
    .flatMap((pose) => strokeOf(pose, at) ?? []);
  return strokes.length === 0 ? [] : [{ frame, kind: 'sweep', picture: 'bat', label, strokes }];
}

/** From the hands to the tip; `undefined` for a bat that points nowhere. */
function strokeOf({ t, hands, direction }: Pose, at: number): [Stroke] | undefined {
  const length = Math.hypot(...direction);
  if (length === 0) return undefined;
  const [x, y, z] = hands;
  const [dx, dy, dz] = direction.map((part) => (part / length) * BAT_LENGTH) as [number, number, number];
  return [[t - at, x, y, z, x + dx, y + dy, z + dz]];
}
