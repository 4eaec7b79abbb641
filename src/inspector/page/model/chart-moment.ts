/** An actor's chart at a moment: where it is, how it came there, what may come next, and what is waited for. */
import { activeLeaves, activeStates } from '../../charts/active.js';
import { type ChartGraph, type ChartNode, outwards } from '../../charts/chart-graph.js';
import { candidates } from '../../charts/enabled.js';
import type { ActorMoment } from './reel.js';
import type { Visits } from './visits.js';

/**
 * What would become of a transition now: `open` has no guard in its way · `taken`, `forbidden` and `depends` by its guard ·
 * `one-of` when one of several for its event would be taken · `unknown` when the feed does not tell.
 */
export type Chance = 'open' | 'taken' | 'one-of' | 'forbidden' | 'depends' | 'unknown';

/** A delay that is running. */
export interface PendingDelay {
  /** The transition that it brings. */
  readonly arrow: string;
  readonly event: string;
  /** The frame in which it is due; `undefined` when the feed does not tell how long it is. */
  readonly dueFrame: number | undefined;
  readonly msLeft: number | undefined;
}

export interface ChartMoment {
  readonly active: ReadonlySet<ChartNode>;
  /** Index of the actor's last step; −1 when there is none that is known. */
  readonly lastStep: number;
  /** Ids of the transitions of the last step, and paths of the states it came into. */
  readonly lastArrows: ReadonlySet<string>;
  readonly lastEntered: ReadonlySet<string>;
  /** What may come next, by transition id. */
  readonly next: ReadonlyMap<string, Chance>;
  readonly pending: readonly PendingDelay[];
}

const NOWHERE: ChartMoment = {
  active: new Set(),
  lastStep: -1,
  lastArrows: new Set(),
  lastEntered: new Set(),
  next: new Map(),
  pending: [],
};

/** The chart of `actor` in frame `frame`; of an actor that is not there, a chart in which nothing is lit. */
export function chartMoment(
  visits: Visits,
  graph: ChartGraph,
  actor: ActorMoment | undefined,
  frame: number,
): ChartMoment {
  if (actor === undefined) return NOWHERE;
  const leaves = activeLeaves(graph, actor.state);
  const trace = visits.traceOf(actor.step);
  const isDone = leaves.length > 0 && leaves.every((leaf) => leaf.depth === 1 && leaf.state.type === 'final');
  return {
    active: activeStates(leaves),
    lastStep: actor.step,
    lastArrows: new Set(trace?.arrows.map(({ id }) => id)),
    lastEntered: new Set(trace?.entered.map(({ path }) => path)),
    next: isDone ? NOWHERE.next : nextOf(visits, leaves, actor),
    pending: isDone ? NOWHERE.pending : pendingOf(visits, leaves, actor, frame),
  };
}

function nextOf(visits: Visits, leaves: readonly ChartNode[], actor: ActorMoment): Map<string, Chance> {
  const verdicts = new Map(visits.reel.steps[actor.step]?.step.next);
  const next = new Map<string, Chance>();
  for (const leaf of leaves) {
    const events = new Set(
      outwards(leaf).flatMap(({ transitions }) => transitions.map(({ transition }) => transition.event)),
    );
    for (const event of events) {
      const asked = reachable(candidates(leaf, event).filter(({ transition }) => transition.event === event));
      const verdict = verdicts.get(event);
      for (const { id, transition } of asked) {
        if (event === '') next.set(id, 'forbidden');
        else if (verdict === 'taken' && asked.length > 1) next.set(id, 'one-of');
        else if (verdict !== undefined) next.set(id, verdict);
        else next.set(id, transition.guard === undefined ? 'open' : 'unknown');
      }
    }
  }
  return next;
}

/** What comes after a transition without a guard is never asked. */
function reachable<Arrow extends { readonly transition: { readonly guard?: string } }>(
  arrows: readonly Arrow[],
): readonly Arrow[] {
  const end = arrows.findIndex(({ transition }) => transition.guard === undefined);
  return end < 0 ? arrows : arrows.slice(0, end + 1);
}

function pendingOf(
  visits: Visits,
  leaves: readonly ChartNode[],
  actor: ActorMoment,
  frame: number,
): PendingDelay[] {
  const { reel } = visits;
  const seen = new Set<string>();
  return leaves
    .flatMap((leaf) => outwards(leaf))
    .flatMap((node) =>
      node.transitions.flatMap(({ id, transition: { event, delay } }) => {
        if (delay === undefined || seen.has(`${node.path}\n${event}`)) return [];
        seen.add(`${node.path}\n${event}`);
        const entry = visits.entryOf(actor.id, node.path, actor.step);
        const begun = visits.delayOf(actor.id, event, actor.step);
        const isNoted = begun !== undefined && begun.step >= entry;
        const ms = isNoted ? begun.ms : Number(delay);
        const from = reel.steps[isNoted ? begun.step : entry]?.frame;
        if (!Number.isFinite(ms) || from === undefined)
          return [waitOf(id, event, undefined, frame, reel.header.frameRate)];
        const due = from + Math.ceil((ms * reel.header.frameRate) / 1000);
        return [waitOf(id, event, due, frame, reel.header.frameRate)];
      }),
    );
}

function waitOf(
  arrow: string,
  event: string,
  dueFrame: number | undefined,
  frame: number,
  frameRate: number,
): PendingDelay {
  const msLeft = dueFrame === undefined ? undefined : (Math.max(0, dueFrame - frame) * 1000) / frameRate;
  return { arrow, event, dueFrame, msLeft };
}
