/**
 * A state's box: the lines in it and how large they make it. The name is at the top, below it what the state does, then the
 * transitions that stay in it; a compound state's inner states follow below all of that.
 *
 *   ▶ name        ×3/12      room for the glyph and the counts is kept, so that nothing moves while a match plays
 *   ─────────────────────
 *   runs turn
 *   entry / startTurn
 *   IntroDone [isWaitedFor]    ✓ ×2/4
 */
import { type ChartArrow, type ChartNode, isInBox } from './chart-graph.js';
import { LINE_HEIGHT, NAME_SIZE, textWidth } from './metrics.js';
import { boxLines, cut, doingLines } from './wording.js';

/** px around what is in a box. */
export const BOX_PADDING = 10;
/** px of the row with the name. */
export const NAME_ROW = 26;
/** What is kept free beside a name, and beside an event, for glyphs and counts. */
const NAME_BADGE = '▶  ×999/999';
const EVENT_BADGE = '  ✗ ×999/999';
const DELAY_BADGE = '  ● ◷ 999.9 s ×999/999';
const NAME_CHARS_MAX = 40;

/** Lines of a box that belong together. */
export interface BoxRows {
  readonly lines: readonly string[];
  /** The transition they are of; `undefined` for what the state does by being in it. */
  readonly arrow: ChartArrow | undefined;
  /** px below the top of the box. */
  readonly y: number;
}

export interface Box {
  readonly title: string;
  readonly rows: readonly BoxRows[];
  /** px that the lines take. */
  readonly width: number;
  readonly height: number;
}

/** As wide as what may be shown behind an event: verdict, time left, counts. */
export const badgeRoom = ({ transition }: ChartArrow): string =>
  transition.delay === undefined ? EVENT_BADGE : DELAY_BADGE;

export function boxOf(node: ChartNode): Box {
  const title = cut(node.key, NAME_CHARS_MAX);
  const rows: BoxRows[] = [];
  let y = NAME_ROW;
  let width = textWidth(title + NAME_BADGE, NAME_SIZE);
  const add = (lines: readonly string[], arrow?: ChartArrow): void => {
    if (lines.length === 0) return;
    rows.push({ lines, arrow, y: y + 4 });
    y += lines.length * LINE_HEIGHT;
    for (const [index, line] of lines.entries()) {
      width = Math.max(width, textWidth(arrow && index === 0 ? line + badgeRoom(arrow) : line));
    }
  };
  add(doingLines(node));
  for (const arrow of node.transitions) if (isInBox(arrow)) add(boxLines(arrow), arrow);
  const height = rows.length === 0 ? NAME_ROW + 4 : y + BOX_PADDING;
  return { title, rows, width: width + 2 * BOX_PADDING, height };
}
