/** Reads where an actor is: the text that a log has for its state, as states of its chart. */
import { type ChartGraph, type ChartNode, outwards } from './chart-graph.js';

/**
 * The innermost active states that `text` names, in its order: `open.lobby`, or for parallel states `a.x.on & y.off`, where
 * what follows `&` is written from the parallel state that holds both. Empty before a start, or when the chart knows no such state.
 */
export function activeLeaves(graph: ChartGraph, text: string): readonly ChartNode[] {
  if (text === '') return graph.root.children.length === 0 ? [graph.root] : [];
  const leaves: ChartNode[] = [];
  const regions = new Set<ChartNode>();
  for (const part of text.split(' & ')) {
    const leaf = leafOf(graph, part, leaves.at(-1), regions);
    if (leaf === undefined) return [];
    leaves.push(leaf);
    for (const node of outwards(leaf)) regions.add(node);
  }
  return leaves;
}

/** Every active state: the leaves and what is around them, but not the chart itself. */
export function activeStates(leaves: readonly ChartNode[]): ReadonlySet<ChartNode> {
  return new Set(leaves.flatMap((leaf) => outwards(leaf).filter(({ depth }) => depth > 0)));
}

function leafOf(
  graph: ChartGraph,
  part: string,
  previous: ChartNode | undefined,
  regions: ReadonlySet<ChartNode>,
): ChartNode | undefined {
  if (previous === undefined) return graph.nodes.get(part);
  // The innermost parallel state around the last leaf that has such a region left: the text is written from the inside out.
  for (const around of outwards(previous)) {
    if (around.state.type !== 'parallel') continue;
    const leaf = graph.nodes.get(around.path === '' ? part : `${around.path}.${part}`);
    const region = leaf && outwards(leaf).find(({ parent }) => parent === around);
    if (region && !regions.has(region)) return leaf;
  }
  return undefined;
}
