/** Takes transitions in a chart by the rules of statecharts: what is left, what is entered, where it ends. Source: W3C SCXML, appendix D. */
import { type ChartArrow, type ChartNode, initialOf, isWithin, outwards } from './chart-graph.js';

export interface Taken {
  readonly leaves: readonly ChartNode[];
  /** States that were not active before, or were left and entered again; outer ones first. */
  readonly entered: readonly ChartNode[];
}

/** The states of a chart that has just begun. */
export function startOf(root: ChartNode): Taken {
  const entered: ChartNode[] = [];
  return { leaves: enter(root, new Set(), entered), entered: entered.filter(({ depth }) => depth > 0) };
}

/**
 * Takes `arrows`, one after the other. Where a history state is entered, `goal` tells which states were remembered: a chart does
 * not say.
 */
export function take(
  leaves: readonly ChartNode[],
  arrows: readonly ChartArrow[],
  goal: readonly ChartNode[],
): Taken {
  let active = leaves;
  const entered: ChartNode[] = [];
  for (const arrow of arrows) {
    if (arrow.targets.length === 0) continue;
    const domain = domainOf(arrow);
    // What a transition inside an atomic state itself is about: nothing is left and nothing entered.
    if (domain.children.length === 0) continue;
    const wanted = new Set(arrow.targets.flatMap((target) => remembered(target, goal).flatMap(enterFrom)));
    const into: ChartNode[] = [];
    const added = enter(domain, wanted, into);
    active = [...active.filter((leaf) => !isWithin(leaf, domain)), ...added];
    entered.push(...into.filter((node) => node !== domain));
  }
  return { leaves: active, entered };
}

/** `node` and the states around it, which are entered before it. */
export const enterFrom = (node: ChartNode): readonly ChartNode[] => outwards(node);

/** The innermost state that stays active: the source itself when it goes into itself, else one around it and all targets. */
function domainOf({ source, targets }: ChartArrow): ChartNode {
  if (targets.every((target) => isWithin(target, source))) return source;
  const around = outwards(source).slice(1);
  return (
    around.find((outer) => targets.every((target) => target !== outer && isWithin(target, outer))) ??
    around.at(-1) ??
    source
  );
}

/** `arrows` without those that would leave a state that another one leaves: the inner one is taken, else the earlier one. */
export function withoutConflicts(arrows: readonly ChartArrow[]): readonly ChartArrow[] {
  const kept: ChartArrow[] = [];
  for (const arrow of arrows) {
    const rivals = kept.filter((other) => isConflict(arrow, other));
    if (rivals.some(({ source }) => !isWithin(arrow.source, source))) continue;
    for (const rival of rivals) kept.splice(kept.indexOf(rival), 1);
    kept.push(arrow);
  }
  return kept;
}

function isConflict(one: ChartArrow, other: ChartArrow): boolean {
  if (one.targets.length === 0 || other.targets.length === 0) return false;
  const [domain, otherDomain] = [domainOf(one), domainOf(other)];
  const inner = domain.depth > otherDomain.depth ? domain : otherDomain;
  return inner.children.length > 0 && isWithin(inner, domain) && isWithin(inner, otherDomain);
}

function remembered(target: ChartNode, goal: readonly ChartNode[]): readonly ChartNode[] {
  const { parent } = target;
  if (target.state.type !== 'history' || parent === undefined) return [target];
  const inGoal = goal.filter((leaf) => isWithin(leaf, parent));
  return inGoal.length > 0 ? inGoal : [parent];
}

/** Enters `node`, in it what is wanted or else initial, and returns where that ends. */
function enter(node: ChartNode, wanted: ReadonlySet<ChartNode>, into: ChartNode[]): ChartNode[] {
  into.push(node);
  const inner = node.children.filter(({ state }) => state.type !== 'history');
  if (inner.length === 0) return [node];
  if (node.state.type === 'parallel') return inner.flatMap((child) => enter(child, wanted, into));
  const child = inner.find((one) => wanted.has(one)) ?? initialOf(node);
  return child === undefined ? [node] : enter(child, wanted, into);
}
