/**
 * A chart of a header as a graph: states by path, transitions by id, each knowing its neighbours. The chart comes from anybody:
 * targets that are not there are left out, and nothing is taken for granted.
 */
import type { ChartState, ChartTransition } from '../../store/log-header.js';

/** A state. */
export interface ChartNode {
  /** Keys from the outermost state in, as logs write them: `open.lobby`; empty for the chart itself. */
  readonly path: string;
  readonly key: string;
  readonly depth: number;
  readonly parent: ChartNode | undefined;
  readonly state: ChartState;
  readonly children: ChartNode[];
  readonly transitions: ChartArrow[];
}

/** A transition. */
export interface ChartArrow {
  /** Path of its state, `#`, and its place there: `open.lobby#0`. */
  readonly id: string;
  readonly source: ChartNode;
  /** Empty for one that stays. */
  readonly targets: readonly ChartNode[];
  readonly transition: ChartTransition;
}

/** A whole chart. */
export class ChartGraph {
  readonly id: string;
  readonly root: ChartNode;
  /** All states, outer ones first. */
  readonly nodes = new Map<string, ChartNode>();
  readonly arrows = new Map<string, ChartArrow>();

  constructor(id: string, chart: ChartState) {
    this.id = id;
    this.root = this.#node(id, '', chart, undefined);
    for (const node of this.nodes.values()) {
      for (const [place, transition] of node.state.transitions.entries())
        this.#arrow(node, place, transition);
    }
  }

  #node(key: string, path: string, state: ChartState, parent: ChartNode | undefined): ChartNode {
    const depth = parent === undefined ? 0 : parent.depth + 1;
    const node: ChartNode = { path, key, depth, parent, state, children: [], transitions: [] };
    this.nodes.set(path, node);
    for (const [name, child] of Object.entries(state.states)) {
      node.children.push(this.#node(name, path === '' ? name : `${path}.${name}`, child, node));
    }
    return node;
  }

  #arrow(source: ChartNode, place: number, transition: ChartTransition): void {
    const id = `${source.path}#${place}`;
    const targets = transition.targets.flatMap((target) => this.nodes.get(target) ?? []);
    const arrow: ChartArrow = { id, source, targets, transition };
    source.transitions.push(arrow);
    this.arrows.set(id, arrow);
  }
}

/** The state a compound state begins in. */
export function initialOf(node: ChartNode): ChartNode | undefined {
  if (node.state.type === 'parallel') return undefined;
  return node.children.find(({ key }) => key === node.state.initial);
}

/** Whether `node` is `outer` or in it. */
export function isWithin(node: ChartNode, outer: ChartNode): boolean {
  let place: ChartNode | undefined = node;
  while (place !== undefined && place.depth > outer.depth) place = place.parent;
  return place === outer;
}

/** `node` and the states around it, inner ones first. */
export function outwards(node: ChartNode): ChartNode[] {
  const path: ChartNode[] = [];
  for (let place: ChartNode | undefined = node; place !== undefined; place = place.parent) path.push(place);
  return path;
}

/** Whether an arrow goes nowhere else, so that it is a line in its state's box: it stays, or only comes back to its state. */
export const isInBox = ({ source, targets }: ChartArrow): boolean =>
  targets.every((target) => target === source);
