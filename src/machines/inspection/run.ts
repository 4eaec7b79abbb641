/** Bands of innings, turns and gates, marks of how innings and runs end, and the score against the target. */
import type { SeenFrame, SeenStep, Sighting } from '../../inspection.js';
import type { PeerId } from '../../peers.js';
import type { InningResult, RunOutcome } from '../players.js';
import type { RosterNames } from './roster-names.js';

/** What the contexts of a host's run and of a client's have for this. */
interface SeenRun {
  readonly inningIndex: number;
  readonly turnIndex: number;
  readonly batter: PeerId | null;
  readonly innings: readonly InningResult[];
  readonly connected: readonly PeerId[];
  /** On the host: who is through the gate. */
  readonly ready?: readonly PeerId[];
  /** On a client: who is not. */
  readonly waitingFor?: readonly PeerId[];
}

const ENDINGS = {
  won: { label: 'Run won', glyph: '⚑', tone: 'good' },
  lost: { label: 'Run lost', glyph: '✗', tone: 'bad' },
  abandoned: { label: 'Run abandoned', glyph: '∅', tone: 'bad' },
} as const satisfies Record<RunOutcome, object>;

export function readRun(names: RosterNames): (frame: SeenFrame) => readonly Sighting[] {
  /** The open band of each row, by what it is about. */
  const open = new Map<string, string>();
  let inningsTold = 0;
  let isDecided = true;

  /** Opens, changes or closes a row's band, when it is not so already. */
  function show(row: string, label: string | undefined, about = label): Sighting[] {
    if (open.get(row) === about) return [];
    if (label === undefined || about === undefined) {
      open.delete(row);
      return [{ kind: 'band-end', row }];
    }
    open.set(row, about);
    return [{ kind: 'band', row, label, tone: 'plain' }];
  }

  function runStep({ from, to, event, context }: SeenStep): Sighting[] {
    const run = context as unknown as SeenRun;
    if (from === '') {
      inningsTold = 0;
      isDecided = false;
    }
    const place = event === 'xstate.stop' ? '' : to;
    const isInning = place.startsWith('inning');
    const isTurn = place.startsWith('inning.batting') || place.startsWith('inning.watching');
    return [
      ...show('innings', isInning ? `Inning ${run.inningIndex + 1}` : undefined),
      ...(isTurn && run.batter !== null
        ? show('turns', names.of(run.batter), `turn ${run.turnIndex}`)
        : show('turns', undefined)),
      ...show('gates', gateOf(place, run, names)),
      ...run.innings.slice(inningsTold).flatMap(inningEnd),
    ];
  }

  function inningEnd({ index, teamScore, target, cleared }: InningResult): Sighting[] {
    inningsTold = index + 1;
    const x = index + 1;
    const label = `Inning ${x}: ${teamScore} of ${target}`;
    return [
      cleared
        ? { kind: 'mark', label: `${label}, cleared`, glyph: '✓', tone: 'good' }
        : { kind: 'mark', label: `${label}, not cleared`, glyph: '✗', tone: 'bad' },
      { kind: 'point', picture: 'score', series: 'score', x, y: teamScore, label },
      { kind: 'point', picture: 'score', series: 'target', x, y: target, label },
    ];
  }

  /** A client is told by its run's last inning, and once more by its end. */
  function sessionStep({ context }: SeenStep): Sighting[] {
    const lastRun = context.lastRun as unknown as { readonly outcome: RunOutcome } | null | undefined;
    if (isDecided || !lastRun) return [];
    isDecided = true;
    return [{ kind: 'mark', ...ENDINGS[lastRun.outcome] }];
  }

  return ({ steps }) =>
    steps.flatMap((step) => {
      if (step.actor === 'run') return runStep(step);
      const decides = step.event === 'run.decided' || step.event === 'xstate.done.actor.run';
      return step.actor === 'session' && decides ? sessionStep(step) : [];
    });
}

function gateOf(place: string, run: SeenRun, names: RosterNames): string | undefined {
  if (place !== 'intro' && place !== 'shop') return undefined;
  const { ready = [], connected } = run;
  const waitingFor = run.waitingFor ?? connected.filter((player) => !ready.includes(player));
  const title = place === 'intro' ? 'Intro' : 'Shop';
  return waitingFor.length === 0 ? title : `${title}: waiting for ${names.list(waitingFor)}`;
}
