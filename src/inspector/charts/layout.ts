/**
 * Where everything of a chart is drawn: boxes, dots, arrows and their labels, in px from the top left of the chart. The engine
 * that lays out is the caller's: a worker in a browser, a module in Node.
 */
import type { ElkEdgeSection, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { type BoxRows, boxOf } from './box.js';
import { type ChartArrow, type ChartGraph, type ChartNode, isInBox, isWithin } from './chart-graph.js';
import { type Direction, dotId, edgeId, layoutGraphOf, nodeId } from './layout-graph.js';
import { labelLines } from './wording.js';

/** What lays out; elkjs is one. */
export interface LayoutEngine {
  layout(graph: ElkNode): Promise<ElkNode>;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A state as it is drawn. */
export interface StateDrawing extends Rectangle {
  readonly node: ChartNode;
  readonly title: string;
  readonly rows: readonly BoxRows[];
}

/** A transition as it is drawn: a line to each target, and one label. */
export interface ArrowDrawing {
  readonly arrow: ChartArrow;
  readonly lines: readonly (readonly Point[])[];
  readonly label: Rectangle & { readonly lines: readonly string[] };
}

/** A dot and the line from it to the initial state. */
export interface InitialDrawing {
  readonly dot: Rectangle;
  readonly line: readonly Point[];
}

/** A chart as it is drawn. */
export interface ChartLayout {
  readonly graph: ChartGraph;
  readonly width: number;
  readonly height: number;
  /** Outer states first. */
  readonly states: readonly StateDrawing[];
  readonly arrows: readonly ArrowDrawing[];
  readonly initials: readonly InitialDrawing[];
}

/** Width by height of where a chart is looked at: of two layouts the one that fits it better is taken. */
const VIEW_RATIO = 1.4;
/** Charts with more states than this are laid out once: twice takes twice as long. */
const TRIED_TWICE_MAX = 40;

/** Lays out a chart, pointing down or to the right, whichever fits better. */
export async function layoutChart(engine: LayoutEngine, graph: ChartGraph): Promise<ChartLayout> {
  const down = await layoutTowards(engine, graph, 'DOWN');
  if (graph.nodes.size > TRIED_TWICE_MAX) return down;
  const right = await layoutTowards(engine, graph, 'RIGHT');
  return extent(right) < extent(down) ? right : down;
}

/** How far one must step back to see all of it. */
const extent = ({ width, height }: ChartLayout): number => Math.max(width / VIEW_RATIO, height);

async function layoutTowards(
  engine: LayoutEngine,
  graph: ChartGraph,
  direction: Direction,
): Promise<ChartLayout> {
  const laidOut = await engine.layout(layoutGraphOf(graph, direction));
  const shapes = new Map<string, Rectangle>();
  collect(laidOut, shapes);
  const edges = new Map(laidOut.edges?.map((edge) => [edge.id, edge]));
  const { width = 0, height = 0 } = laidOut;
  const nodes = [...graph.nodes.values()];
  return {
    graph,
    width,
    height,
    states: nodes.flatMap((node) => stateDrawing(node, shapes)),
    arrows: [...graph.arrows.values()].flatMap((arrow) => arrowDrawing(arrow, edges, shapes)),
    initials: nodes.flatMap((node) => {
      const [dot, edge] = [shapes.get(dotId(node)), edges.get(dotId(node))];
      return dot && edge ? [{ dot, line: pointsOf(edge) }] : [];
    }),
  };
}

function collect(
  { id, x = 0, y = 0, width = 0, height = 0, children }: ElkNode,
  into: Map<string, Rectangle>,
): void {
  into.set(id, { x, y, width, height });
  for (const child of children ?? []) collect(child, into);
}

function stateDrawing(node: ChartNode, shapes: ReadonlyMap<string, Rectangle>): StateDrawing[] {
  const shape = shapes.get(nodeId(node));
  if (shape === undefined) return [];
  const { title, rows } = boxOf(node);
  return [{ ...shape, node, title, rows }];
}

function arrowDrawing(
  arrow: ChartArrow,
  edges: ReadonlyMap<string, ElkExtendedEdge>,
  shapes: ReadonlyMap<string, Rectangle>,
): ArrowDrawing[] {
  if (isInBox(arrow)) return [];
  const drawn = arrow.targets.flatMap((_, index) => edges.get(edgeId(arrow, index)) ?? []);
  const label = drawn[0]?.labels?.[0];
  if (label === undefined) return [];
  const { x = 0, y = 0, width = 0, height = 0 } = label;
  const from = shapes.get(nodeId(arrow.source));
  const lines = drawn.map((edge, index) => {
    const target = arrow.targets[index];
    const isInwards = target !== undefined && isWithin(target, arrow.source);
    return isInwards && from
      ? belowText(pointsOf(edge), from.y + boxOf(arrow.source).height)
      : pointsOf(edge);
  });
  return [{ arrow, lines, label: { x, y, width, height, lines: labelLines(arrow) } }];
}

/** A line from a state into itself would cross the lines of its text: it begins below them. */
function belowText(points: readonly Point[], bottom: number): readonly Point[] {
  const [first, second, ...rest] = points;
  if (first === undefined || second === undefined || first.y >= bottom || second.y <= bottom) return points;
  return [{ x: first.x, y: bottom }, second, ...rest];
}

const pointsOf = ({ sections }: ElkExtendedEdge): Point[] =>
  (sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }: ElkEdgeSection) => [
    startPoint,
    ...(bendPoints ?? []),
    endPoint,
  ]);
