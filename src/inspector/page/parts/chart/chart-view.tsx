/** A window onto a chart: drag, wheel, and keys move it; it follows what is active. */
import { useComputed, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChartLayout, Rectangle } from '../../../charts/layout.js';
import { look } from '../../store.js';
import { Scene } from './scene.jsx';
import { momentNow } from './shown.js';
import { firstView, fitted, following, moved, type View, viewOf, zoomed } from './view.js';

const STEP = 1.25;
const PAN = 60;
/** px that a pointer moves before it drags. */
const DRAG_FROM = 4;

export function ChartView({ layout }: { readonly layout: ChartLayout }) {
  const window = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; isDragging: boolean } | undefined>(undefined);
  const view = viewOf(layout);
  const size = (): DOMRect => window.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  const change = (next: (view: View) => View): void => {
    if (view.value) view.value = next(view.value);
  };
  const middle = (factor: number) => (now: View) => zoomed(now, factor, size().width / 2, size().height / 2);
  const fit = (): void => {
    view.value = fitted(layout, size());
  };

  useLayoutEffect(() => {
    view.value ??= firstView(layout, size(), focusOf(layout));
  }, [layout]);
  useSignalEffect(() => {
    // Only a new moment moves the view: whoever looks elsewhere meanwhile is left there.
    if (look.value.step < -1) return;
    const now = view.peek();
    const focus = focusOf(layout);
    if (now && focus) view.value = following(now, layout, size(), focus);
  });

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => change(middle(STEP)),
    '=': () => change(middle(STEP)),
    '-': () => change(middle(1 / STEP)),
    '0': fit,
    ArrowLeft: () => change((now) => moved(now, PAN, 0)),
    ArrowRight: () => change((now) => moved(now, -PAN, 0)),
    ArrowUp: () => change((now) => moved(now, 0, PAN)),
    ArrowDown: () => change((now) => moved(now, 0, -PAN)),
  };
  const transform = useComputed(() => {
    const { x, y, scale } = view.value ?? { x: 0, y: 0, scale: 1 };
    return `translate(${x} ${y}) scale(${scale})`;
  });
  return (
    <div class="chart-window">
      <div
        class="chart-pane"
        ref={window}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move it
        tabIndex={0}
        role="application"
        aria-label={`Chart of ${layout.graph.id}. Plus and minus zoom, zero shows all, arrows move.`}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
          if (act === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          act();
        }}
        onWheel={(event) => {
          event.preventDefault();
          const { left, top } = size();
          change((now) => zoomed(now, 1.0015 ** -event.deltaY, event.clientX - left, event.clientY - top));
        }}
        onPointerDown={({ clientX, clientY, button }) => {
          if (button === 0) drag.current = { x: clientX, y: clientY, isDragging: false };
        }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (from === undefined || event.buttons === 0) return;
          const [x, y] = [event.clientX - from.x, event.clientY - from.y];
          if (!from.isDragging && Math.hypot(x, y) < DRAG_FROM) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, isDragging: true };
          change((now) => moved(now, x, y));
        }}
        onPointerUp={() => {
          drag.current = undefined;
        }}
      >
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the pane has the label, and a title would be a tooltip over everything */}
        <svg width="100%" height="100%">
          <g class="chart-sheet" transform={transform}>
            <Scene layout={layout} />
          </g>
        </svg>
      </div>
      <div class="chart-tools" role="toolbar" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={keys['+']}>
          +
        </button>
        <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={keys['-']}>
          −
        </button>
        <button type="button" aria-label="Show all of the chart" title="Show all (0)" onClick={fit}>
          fit
        </button>
      </div>
    </div>
  );
}

/** What should be seen: the innermost active states. */
function focusOf({ states }: ChartLayout): Rectangle | undefined {
  const active = momentNow.value?.active;
  return states.findLast(({ node }) => active?.has(node));
}
