/**
 * What happens at the plate: bands of at-bats and pitches, marks of home runs, outs and pitches that nobody hit, and a point in
 * two pictures for every contact. Whether a hit was an out only its play tells: that follows the result, but where an at-bat is
 * shown late it comes before.
 */
import type { SeenFrame, SeenStep, Sighting } from '../../inspection.js';
import type { PeerId } from '../../peers.js';
import type { HomeRunDerbyMessages } from '../../protocol/home-run-derby.js';
import type { AtBatContext } from '../at-bat.js';
import type { TurnContext } from '../turn.js';
import type { RosterNames } from './roster-names.js';

type Result = HomeRunDerbyMessages['AtBatResult'];
type Contact = Extract<Result, { readonly madeContact: true }>;
type Play = HomeRunDerbyMessages['PlayFeed'];
type Pitch = HomeRunDerbyMessages['AtBatPitch'];
type Series = 'home-run' | 'in-play' | 'out';

const END_LABELS = { 'batter-left': 'ended, the player is gone', 'timed-out': 'timed out' } as const;

/** Seconds that a play may be ahead of its result. */
const AHEAD_MAX = 1;

export function readPlays(names: RosterNames, frameRate: number): (frame: SeenFrame) => readonly Sighting[] {
  /** The last result, until its play comes. */
  let waiting: { readonly frame: number; readonly batter: PeerId; readonly result: Result } | undefined;
  /** A play whose result has not come. */
  let early: { readonly frame: number; readonly batter: PeerId; readonly wasOut: boolean } | undefined;

  function settle(series: Series): Sighting[] {
    if (waiting === undefined) return [];
    const { frame, batter, result } = waiting;
    waiting = undefined;
    if (!result.madeContact) return [];
    return pointsOf(frame, names.of(batter), result, result.isHomeRun ? 'home-run' : series);
  }

  /** The play of a result that just came, when it came before it. */
  function takeEarly(batter: PeerId, frame: number): typeof early {
    const play = early;
    early = undefined;
    return play?.batter === batter && frame - play.frame <= AHEAD_MAX * frameRate ? play : undefined;
  }

  function pitchStep({ context }: SeenStep, { pitchTypeId, speedMph }: Pitch): Sighting[] {
    const { pitches } = context as unknown as AtBatContext;
    const label = `${pitches}: ${pitchTypeId}, ${Math.round(speedMph)} mph`;
    return [...settle('in-play'), { kind: 'band', row: 'pitches', label, tone: 'plain' }];
  }

  function resultStep({ from, context }: SeenStep, result: Result, frame: number): Sighting[] {
    const { batter } = context as unknown as AtBatContext;
    waiting = { frame, batter, result };
    const play = takeEarly(batter, frame);
    const points = play === undefined ? [] : settle(play.wasOut ? 'out' : 'in-play');
    return [{ kind: 'band-end', row: 'pitches' }, ...points, ...missOf(result, from, names.of(batter))];
  }

  function atBatStep(step: SeenStep, frame: number): Sighting[] {
    const { event, from, to, context, input } = step;
    if (event === 'AtBatPitch' && input) return pitchStep(step, input.value as Pitch);
    if (event === 'AtBatResult' && input) return resultStep(step, input.value as Result, frame);
    if (from === '') {
      const label = names.of((context as unknown as AtBatContext).batter);
      return [{ kind: 'band', row: 'at-bats', label, tone: 'plain' }];
    }
    if (event === 'xstate.stop' || to === 'over') {
      const rows = ['at-bats', 'pitches'];
      return [...settle('in-play'), ...rows.map((row): Sighting => ({ kind: 'band-end', row }))];
    }
    if (!from.startsWith('pitch') || to !== 'ready') return [];
    const label = 'A pitch without a result is given up';
    return [
      { kind: 'band-end', row: 'pitches' },
      { kind: 'mark', label, glyph: '!', tone: 'bad' },
    ];
  }

  function playStep(step: SeenStep, frame: number): Sighting[] {
    if (step.input === undefined) return [];
    const play = step.input.value as Play;
    // On the host the batter is who sent it, on a client who the host says.
    const batter =
      step.actor === 'turn' ? step.input.peer : ((step.context as { batter?: PeerId }).batter ?? play.batter);
    const name = names.of(batter);
    if (waiting === undefined) early = { frame, batter, wasOut: play.wasOut };
    const points = settle(play.wasOut ? 'out' : 'in-play');
    if (play.homeRun) {
      const label = `${name}: home run, ${Math.round(play.distanceFt)} ft`;
      return [...points, { kind: 'mark', label, glyph: '★', tone: 'good' }];
    }
    if (!play.wasOut) return points;
    return [...points, { kind: 'mark', label: `${name} is out`, glyph: '✕', tone: 'bad' }];
  }

  return ({ frame, steps }) =>
    steps.flatMap((step) => {
      if (step.actor === 'at-bat') return atBatStep(step, frame);
      if (step.event === 'PlayFeed') return playStep(step, frame);
      return step.actor === 'turn' && step.to === 'over' ? turnEnd(step, names) : [];
    });
}

function missOf(result: Result, from: string, name: string): Sighting[] {
  if (result.madeContact) return [];
  if (!from.endsWith('swung'))
    return [{ kind: 'mark', label: `${name} takes the pitch`, glyph: '·', tone: 'plain' }];
  return [{ kind: 'mark', label: `${name} swings and misses`, glyph: '○', tone: 'bad' }];
}

function turnEnd({ context }: SeenStep, names: RosterNames): Sighting[] {
  const { end, batter } = context as unknown as TurnContext;
  if (end === 'finished') return [];
  const label = `The turn of ${names.of(batter)} ${END_LABELS[end]}`;
  return [{ kind: 'mark', label, glyph: '!', tone: 'bad' }];
}

function pointsOf(frame: number, name: string, contact: Contact, series: Series): Sighting[] {
  const { sprayAngleDeg, distanceFt, exitVelocityMph, launchAngleDeg, isFair } = contact;
  const what = series === 'in-play' && !isFair ? 'foul' : series.replace('-', ' ');
  const label = `${name}: ${what}, ${Math.round(distanceFt)} ft`;
  return [
    { frame, kind: 'point', picture: 'spray', series, x: sprayAngleDeg, y: distanceFt, label },
    { frame, kind: 'point', picture: 'contact', series, x: exitVelocityMph, y: launchAngleDeg, label },
  ];
}
