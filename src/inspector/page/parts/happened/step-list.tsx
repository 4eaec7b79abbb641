/** The steps around the moment, each chain of a frame and cause together. Only the rows in sight are drawn. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Reel } from '../../model/reel.js';
import { filters, growth, look, reel, stepNow } from '../../store.js';
import { FilterBar } from '../filters/filter-bar.jsx';
import { type Happening, happeningsOf } from '../filters/happenings.js';
import { createShown, placeBeside, placeOfLook } from '../filters/shown.js';
import { rowsOf } from './rows.js';
import { Section } from './section.jsx';
import { goToHappening, StepRowLine } from './step-row.jsx';

/** In px; every row is as high, so that its place is known without drawing it. As in happened.css. */
const ROW_HEIGHT = 40;
/** Rows drawn above and below those in sight. */
const MARGIN_ROWS = 6;

export function StepList() {
  const shown = reel.value;
  if (shown === undefined) return null;
  return (
    <Section id="steps" title="Steps around it">
      <Steps shown={shown} growth={growth.value} />
    </Section>
  );
}

/** `growth`: a reel changes in place, so that it grew has to be told. */
function Steps({ shown }: { shown: Reel; growth: number }) {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(0);
  const choose = useRef(createShown<Happening>());
  const happenings = happeningsOf(shown);
  const items = choose.current(happenings.list, filters.value);
  const place = placeOfLook(items, look.value);
  const first = Math.floor(top.value / ROW_HEIGHT) - MARGIN_ROWS;
  const count = Math.ceil(height.value / ROW_HEIGHT) + 2 * MARGIN_ROWS;
  const now = stepNow.value && { frame: stepNow.value.frame, cause: stepNow.value.step.cause };

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [height]);
  // Follows the moment: its row comes to the middle when it is out of sight, or near an edge.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const at = Math.max(0, place) * ROW_HEIGHT;
    const isInSight =
      at >= element.scrollTop + ROW_HEIGHT && at + 2 * ROW_HEIGHT <= element.scrollTop + element.clientHeight;
    if (!isInSight) element.scrollTop = at - (element.clientHeight - ROW_HEIGHT) / 2;
    if (element.contains(document.activeElement))
      element.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [place, items, height.value]);

  const go = (to: number) => {
    const item = items[to];
    if (item) goToHappening(item);
  };
  return (
    <>
      <FilterBar
        counts={happenings.counts}
        shown={items.length}
        total={happenings.list.length}
        what="steps"
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows in it are the buttons; it only moves between them */}
      <div
        class="steps"
        ref={box}
        data-rows={items.length}
        onScroll={(event) => {
          top.value = event.currentTarget.scrollTop;
        }}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          go(placeBeside(items, place, by));
        }}
      >
        <ol class="plain" style={{ height: `${items.length * ROW_HEIGHT}px` }}>
          {rowsOf(items, first, first + count, now).map((row, at) => {
            const index = Math.max(0, first) + at;
            return (
              <StepRowLine
                key={index}
                shown={shown}
                row={row}
                top={index * ROW_HEIGHT}
                isCurrent={index === place}
                isReachable={index === Math.max(0, place)}
              />
            );
          })}
        </ol>
      </div>
    </>
  );
}
