/** What the layout engine is asked: a chart's states as nested nodes with their sizes, its transitions as edges with labels. */
import type { ElkExtendedEdge, ElkLabel, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import { BOX_PADDING, badgeRoom, boxOf } from './box.js';
import { type ChartArrow, type ChartGraph, type ChartNode, initialOf, isInBox } from './chart-graph.js';
import { LINE_HEIGHT, textWidth } from './metrics.js';
import { labelLines } from './wording.js';

/** px across the dot that an initial state is pointed at from. */
export const DOT = 12;
/** px around the text of a label. */
export const LABEL_PADDING = 5;

/** Whether transitions point down or to the right. */
export type Direction = 'DOWN' | 'RIGHT';

/** Ids of elements: unlike paths, they say what they are of. */
export const nodeId = (node: ChartNode): string => `state:${node.path}`;
export const dotId = (node: ChartNode): string => `dot:${node.path}`;
export const edgeId = (arrow: ChartArrow, target: number): string => `arrow:${target}:${arrow.id}`;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.randomSeed': '1',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

const CAREFUL = { 'elk.layered.thoroughness': '10', 'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF' };
const QUICK = { 'elk.layered.thoroughness': '1', 'elk.layered.nodePlacement.strategy': 'SIMPLE' };

/** Charts with more transitions than this are laid out with less care, and in a fraction of the time. */
const CAREFUL_ARROWS_MAX = 150;

export function layoutGraphOf(graph: ChartGraph, direction: Direction): ElkNode {
  const isLarge = graph.arrows.size > CAREFUL_ARROWS_MAX;
  const options = {
    ...OPTIONS,
    'elk.direction': direction,
    ...(isLarge ? QUICK : CAREFUL),
  };
  return {
    id: 'root',
    layoutOptions: options,
    children: [elkNode(graph.root, options)],
    edges: [...initialEdges(graph), ...arrowEdges(graph)],
  };
}

/** Nested nodes do not take over what is asked of the whole. */
function elkNode(node: ChartNode, options: LayoutOptions): ElkNode {
  const { width, height } = boxOf(node);
  if (node.children.length === 0) return { id: nodeId(node), width, height };
  const children = node.children.map((child) => elkNode(child, options));
  if (initialOf(node)) children.unshift({ id: dotId(node), width: DOT, height: DOT });
  return {
    id: nodeId(node),
    children,
    layoutOptions: {
      ...options,
      'elk.padding': `[top=${height + BOX_PADDING},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${height})`,
    },
  };
}

function initialEdges(graph: ChartGraph): ElkExtendedEdge[] {
  return [...graph.nodes.values()].flatMap((node) => {
    const initial = initialOf(node);
    return initial ? [{ id: dotId(node), sources: [dotId(node)], targets: [nodeId(initial)] }] : [];
  });
}

function arrowEdges(graph: ChartGraph): ElkExtendedEdge[] {
  return [...graph.arrows.values()]
    .filter((arrow) => !isInBox(arrow))
    .flatMap((arrow) =>
      arrow.targets.map((target, index) => ({
        id: edgeId(arrow, index),
        sources: [nodeId(arrow.source)],
        targets: [nodeId(target)],
        ...(index === 0 ? { labels: [labelOf(arrow)] } : {}),
      })),
    );
}

function labelOf(arrow: ChartArrow): ElkLabel {
  const lines = labelLines(arrow);
  const [event = '', ...others] = lines;
  const width = Math.max(textWidth(event + badgeRoom(arrow)), ...others.map((line) => textWidth(line)));
  return {
    text: arrow.id,
    layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
    width: width + 2 * LABEL_PADDING,
    height: lines.length * LINE_HEIGHT + 2 * LABEL_PADDING,
  };
}
