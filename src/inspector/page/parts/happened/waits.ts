/** What an actor can act on next, and which of its delays run: from its chart, and what its steps tell of guards and delays. */
import type { ChartState, ChartTransition } from '../../../../store/log-header.js';
import type { ActorMoment, Reel } from '../../model/reel.js';
import { isDigits, sortOf } from './event-words.js';
import { stepsBack } from './sentence.js';

/** Steps looked back for the beginning of a delay. */
const DELAY_STEPS_MAX = 200;

/** One thing an actor waits for. */
export interface Wait {
  readonly event: string;
  readonly guards: readonly string[];
  /** What would become of it now; `undefined` when nothing guards it or the feed cannot tell. */
  readonly verdict?: 'taken' | 'forbidden' | 'depends';
  /** Of a delay: ms until it runs out, if known. */
  readonly leftMs?: number;
}

/** In the order of the chart, inner states first. */
export function waitsOf(reel: Reel, moment: ActorMoment, frame: number): readonly Wait[] {
  const events = new Map<string, ChartTransition[]>();
  const chart = reel.header.charts[moment.chart];
  if (chart !== undefined)
    for (const transition of activeTransitions(chart, moment.state)) {
      const same = events.get(transition.event);
      if (same) same.push(transition);
      else events.set(transition.event, [transition]);
    }
  events.delete('');
  const verdicts = new Map(reel.steps[moment.step]?.step.next);
  return [...events].map(([event, transitions]): Wait => {
    const verdict = verdicts.get(event);
    const leftMs = sortOf(event).sort === 'timer' ? leftOf(reel, moment, event, frame) : undefined;
    return {
      event,
      guards: [...new Set(transitions.flatMap(({ guard }) => guard ?? []))],
      ...(verdict === undefined ? {} : { verdict }),
      ...(leftMs === undefined ? {} : { leftMs }),
    };
  });
}

/** Transitions of the active states of a path such as `a.b.x & c.y`, inner states first. */
function activeTransitions(chart: ChartState, path: string): ChartTransition[] {
  const states = new Set<ChartState>();
  let line: readonly ChartState[] = [chart];
  for (const branch of path.split(' & ')) {
    const names = branch.split('.');
    // The path leaves out what the parts of a parallel state share: each goes on from somewhere on the line before.
    const from = line.find((state) => Object.hasOwn(state.states, names[0] ?? '')) ?? chart;
    line = lineOf(from, names);
    for (const state of line) states.add(state);
  }
  states.delete(chart);
  return [...states, chart].flatMap(({ transitions }) => transitions);
}

/** A state and those in it that `names` leads to, inner ones first. */
function lineOf(from: ChartState, names: readonly string[]): ChartState[] {
  const line = [from];
  for (const name of names) {
    const inner = line[0]?.states[name];
    if (inner === undefined) break;
    line.unshift(inner);
  }
  return line;
}

function leftOf(reel: Reel, moment: ActorMoment, event: string, frame: number): number | undefined {
  const sinceMs = (start: number) => reel.secondsOf(frame - start) * 1000;
  let looked = 0;
  for (const done of stepsBack(reel, moment)) {
    if (looked++ > DELAY_STEPS_MAX) break;
    const told = done.step.delays?.find(([name]) => name === event);
    if (told !== undefined) return Math.max(0, told[1] - sinceMs(done.frame));
  }
  const sorted = sortOf(event);
  if (sorted.sort !== 'timer' || !isDigits(sorted.delay)) return undefined;
  return Math.max(0, Number(sorted.delay) - sinceMs(moment.since));
}
