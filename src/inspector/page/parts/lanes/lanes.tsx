/** Messages between the peers: a lane for each, time downwards, the moment in its place. Only what is in sight is drawn. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Reel } from '../../model/reel.js';
import { filters, goToFrame, goToStepOf, growth, look, reel } from '../../store.js';
import { FilterBar } from '../filters/filter-bar.jsx';
import { createShown } from '../filters/shown.js';
import { ArrowDetail } from './arrow-detail.jsx';
import { type Arrow, arrowsOf } from './arrows.js';
import { Diagram } from './diagram.jsx';
import { placeOfMoment, viewOf } from './lane-view.js';
import './lanes.css';

/** Seconds that are in sight where time runs evenly. */
const SPANS = [1, 4, 15, 60] as const;

export function Lanes() {
  const shown = reel.value;
  return shown === undefined ? null : <LanesOf shown={shown} growth={growth.value} />;
}

/** `growth`: a reel changes in place, so that it grew has to be told. */
function LanesOf({ shown }: { shown: Reel; growth: number }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 700, height: 400 });
  const span = useSignal<number>(SPANS[1]);
  const chosen = useSignal<Arrow | undefined>(undefined);
  const choose = useRef(createShown<Arrow>());
  const all = arrowsOf(shown);
  const arrows = choose.current(all.list, filters.value);
  const framePx = size.value.height / (span.value * shown.header.frameRate);
  const view = viewOf(shown, arrows, look.value, { ...size.value, framePx });

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => {
      size.value = { width: element.clientWidth, height: element.clientHeight };
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [size]);
  useLayoutEffect(() => {
    if (box.current?.contains(document.activeElement))
      box.current.querySelector<SVGElement>('[data-arrow][aria-current]')?.focus();
  }, [chosen.value]);

  const select = (arrow: Arrow | undefined) => {
    if (arrow === undefined) return;
    chosen.value = arrow;
    if (arrow.facets.actors.length > 0) goToStepOf(arrow.step);
    else look.value = { frame: arrow.frame, step: arrow.step };
  };
  const scroll = (px: number) => {
    const by = Math.round(view.time.frameAt(view.nowY + px)) - look.value.frame;
    goToFrame(look.value.frame + (by === 0 ? Math.sign(px) : by));
  };
  return (
    <div class="lanes" data-arrows={arrows.length}>
      <FilterBar counts={all.counts} shown={arrows.length} total={all.list.length} what="messages" />
      <Spans
        span={span.value}
        onSpan={(seconds) => {
          span.value = seconds;
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows in it are the buttons; it only moves between them */}
      <div
        class="lanes-box"
        ref={box}
        onWheel={(event) => {
          event.preventDefault();
          scroll(event.deltaY);
        }}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          const at = chosen.value ? arrows.indexOf(chosen.value) : placeOfMoment(arrows, look.value) - 1;
          select(arrows[Math.max(0, Math.min(at + by, arrows.length - 1))]);
        }}
      >
        <Diagram
          shown={shown}
          view={view}
          height={size.value.height}
          chosen={chosen.value}
          onChoose={select}
        />
      </div>
      {chosen.value && (
        <ArrowDetail
          shown={shown}
          arrow={chosen.value}
          onClose={() => {
            chosen.value = undefined;
          }}
        />
      )}
    </div>
  );
}

function Spans({ span, onSpan }: { span: number; onSpan: (seconds: number) => void }) {
  return (
    <fieldset class="spans" aria-label="Time in sight">
      {SPANS.map((seconds) => (
        <button
          key={seconds}
          type="button"
          aria-pressed={span === seconds}
          data-span={seconds}
          onClick={() => onSpan(seconds)}
        >
          {seconds} s
        </button>
      ))}
      <span class="faint">in sight, stretched where much happens</span>
    </fieldset>
  );
}
