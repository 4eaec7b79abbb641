/** What part of a chart is looked at, and how large: px of the screen = px of the chart × scale + offset. */
import { type Signal, signal } from '@preact/signals';
import type { ChartLayout, Rectangle } from '../../../charts/layout.js';

export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const SCALE_MIN = 0.02;
const SCALE_MAX = 4;
/** Text is 12 px high then; a chart is shown no smaller until someone asks for all of it. */
const SCALE_READABLE = 0.93;
const SCALE_FIRST_MAX = 1.15;
/** px kept free around a chart. */
const MARGIN = 8;

const views = new WeakMap<ChartLayout, Signal<View | undefined>>();

/** The view of a chart, kept while others are looked at; `undefined` before it was first drawn. */
export function viewOf(layout: ChartLayout): Signal<View | undefined> {
  let view = views.get(layout);
  if (view === undefined) {
    view = signal(undefined);
    views.set(layout, view);
  }
  return view;
}

const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

const fitScale = (layout: Size, size: Size): number =>
  Math.min((size.width - 2 * MARGIN) / layout.width, (size.height - 2 * MARGIN) / layout.height);

const centred = (layout: Size, size: Size, scale: number): View => ({
  scale,
  x: (size.width - layout.width * scale) / 2,
  y: Math.max(MARGIN, (size.height - layout.height * scale) / 2),
});

/** All of the chart. */
export function fitted(layout: Size, size: Size): View {
  return centred(layout, size, within(fitScale(layout, size), SCALE_MIN, SCALE_FIRST_MAX));
}

/** All of the chart where that is readable, else as much around `focus` as there is room for. */
export function firstView(layout: Size, size: Size, focus: Rectangle | undefined): View {
  const scale = within(fitScale(layout, size), SCALE_READABLE, SCALE_FIRST_MAX);
  const view = centred(layout, size, scale);
  return focus === undefined ? kept(view, layout, size) : around(scale, layout, size, focus);
}

/** `view` moved just as far that `focus` is seen. */
export function following(view: View, layout: Size, size: Size, focus: Rectangle): View {
  const { scale } = view;
  const left = focus.x * scale + view.x;
  const top = focus.y * scale + view.y;
  const isSeen =
    left >= 0 &&
    top >= 0 &&
    left + focus.width * scale <= size.width &&
    top + focus.height * scale <= size.height;
  return isSeen ? view : around(scale, layout, size, focus);
}

/** `focus` in the middle, as far as the chart reaches. */
function around(scale: number, layout: Size, size: Size, focus: Rectangle): View {
  const x = size.width / 2 - (focus.x + focus.width / 2) * scale;
  const y = size.height / 2 - (focus.y + focus.height / 2) * scale;
  return kept({ scale, x, y }, layout, size);
}

/** No empty room on one side while the other is cut off. */
function kept(view: View, layout: Size, size: Size): View {
  const keep = (offset: number, length: number, room: number): number => {
    const free = room - length * view.scale - 2 * MARGIN;
    return free >= 0 ? MARGIN + free / 2 : within(offset, MARGIN + free, MARGIN);
  };
  return {
    scale: view.scale,
    x: keep(view.x, layout.width, size.width),
    y: keep(view.y, layout.height, size.height),
  };
}

/** `view` larger by `factor`, with what is at `x`, `y` of the screen staying there. */
export function zoomed(view: View, factor: number, x: number, y: number): View {
  const scale = within(view.scale * factor, SCALE_MIN, SCALE_MAX);
  const share = scale / view.scale;
  return { scale, x: x - (x - view.x) * share, y: y - (y - view.y) * share };
}

export const moved = (view: View, x: number, y: number): View => ({
  scale: view.scale,
  x: view.x + x,
  y: view.y + y,
});
