/**
 * Which transitions an event may take: of each active state outwards the first one whose guard holds. Where a guard's answer is
 * not known, every possibility is given, in the order in which a machine would ask.
 */
import { type ChartArrow, type ChartNode, outwards } from './chart-graph.js';
import { withoutConflicts } from './take.js';

type Guards = readonly (readonly [guard: string, holds: boolean])[];

/** Combinations of parallel states that are looked at. */
const SETS_MAX = 64;

/** Sets of transitions that `event` may take together, likelier ones first; each has at least one. */
export function enabledSets(
  leaves: readonly ChartNode[],
  event: string,
  guards?: Guards,
): readonly (readonly ChartArrow[])[] {
  let sets: readonly (readonly ChartArrow[])[] = [[]];
  for (const leaf of leaves) {
    const options = optionsOf(leaf, event, guards);
    if (options.length === 0) continue;
    sets = sets
      .flatMap((set) =>
        options.map((arrow) => (arrow === undefined || set.includes(arrow) ? set : [...set, arrow])),
      )
      .slice(0, SETS_MAX);
  }
  return sets.filter((set) => set.length > 0).map(withoutConflicts);
}

/** The transitions of `event` from `leaf` outwards up to the first that is taken for sure; `undefined` for none. */
function optionsOf(leaf: ChartNode, event: string, guards: Guards | undefined): (ChartArrow | undefined)[] {
  const options: (ChartArrow | undefined)[] = [];
  for (const arrow of candidates(leaf, event)) {
    const holds = answerOf(arrow.transition.guard, guards);
    if (holds !== false) options.push(arrow);
    if (holds === true) return options;
  }
  return options.length === 0 ? options : [...options, undefined];
}

/** All transitions of `event` from `leaf` outwards, in the order in which a machine would ask. */
export function candidates(leaf: ChartNode, event: string): readonly ChartArrow[] {
  return outwards(leaf).flatMap(({ transitions }) =>
    transitions
      .filter(({ transition }) => isFor(transition.event, event))
      // Names come before patterns, longer patterns before shorter ones.
      .sort((one, other) => other.transition.event.length - one.transition.event.length),
  );
}

/** Whether a transition that names `pattern` is for `event`: itself, `*`, or `door.*` for `door.opened`. */
function isFor(pattern: string, event: string): boolean {
  if (pattern === event) return true;
  if (event === '' || event.startsWith('xstate.')) return false;
  return pattern === '*' || (pattern.endsWith('.*') && `${event}.`.startsWith(pattern.slice(0, -1)));
}

/** What a guard answered; `undefined` when that is not known, or it was asked more than once with different answers. */
function answerOf(guard: string | undefined, guards: Guards | undefined): boolean | undefined {
  if (guard === undefined) return true;
  const answers = new Set(guards?.flatMap(([name, holds]) => (name === guard ? [holds] : [])));
  const [answer] = answers;
  return answers.size === 1 ? answer : undefined;
}
