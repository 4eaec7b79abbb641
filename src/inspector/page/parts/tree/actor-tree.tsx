/** All actors of the match, each below the one that started it: which are there at the moment, and where they are. */
import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ActorPhase, ActorPlace } from '../../model/actors.js';
import { look, stepNow } from '../../store.js';
import { index, showActor, shownActor } from '../chart/shown.js';
import './tree.css';

/** px of a row. Only the rows that are seen are drawn: there may be hundreds of actors. */
const ROW = 44;
/** Rows drawn beyond both ends of what is seen. */
const SPARE = 4;
/** With more actors than this there is a filter. */
const FILTER_FROM = 12;

const WORDS: Readonly<Record<ActorPhase, string>> = { 'not-yet': 'not yet', runs: '', ended: 'ended' };

export function ActorTree() {
  const list = useRef<HTMLDivElement>(null);
  const [filter, top, height] = [useSignal(''), useSignal(0), useSignal(600)];
  const all = index.value?.actors.places ?? [];
  const wanted = filter.value.toLowerCase();
  const rows = useComputed(() =>
    (index.value?.actors.places ?? []).filter(({ id }) =>
      id.toLowerCase().includes(filter.value.toLowerCase()),
    ),
  ).value;
  const chosen = rows.findIndex(({ id }) => id === shownActor.value);
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    height.value = box.clientHeight;
    if (chosen >= 0) reveal(box, chosen);
  }, [chosen, wanted]);
  const from = Math.max(0, Math.floor(top.value / ROW) - SPARE);
  const until = Math.ceil((top.value + height.value) / ROW) + SPARE;
  const move = (to: number): void => {
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))];
    if (row) showActor(row.id);
  };
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(chosen + 1),
    ArrowUp: () => move(chosen - 1),
    Home: () => move(0),
    End: () => move(rows.length - 1),
  };
  return (
    <aside class="tree" aria-label="Actors">
      <div class="tree-head">
        <b>Actors</b> <span>{all.length}</span>
        {all.length > FILTER_FROM && (
          <input
            type="search"
            aria-label="Filter actors"
            placeholder="filter"
            value={filter.value}
            onInput={({ currentTarget }) => {
              filter.value = currentTarget.value;
            }}
          />
        )}
      </div>
      <div
        class="tree-list"
        ref={list}
        role="tree"
        aria-label="Actors"
        tabIndex={0}
        aria-activedescendant={chosen >= 0 ? `actor-${chosen}` : undefined}
        onScroll={({ currentTarget }) => {
          top.value = currentTarget.scrollTop;
          height.value = currentTarget.clientHeight;
        }}
        onKeyDown={(event) => {
          const act = moves[event.key];
          if (act === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          act();
        }}
      >
        <div class="tree-sheet" style={{ height: `${rows.length * ROW}px` }}>
          {rows.slice(from, until).map((place, offset) => (
            <Row key={place.id} place={place} number={from + offset} />
          ))}
        </div>
      </div>
    </aside>
  );
}

function Row({
  place: { id, depth, parent },
  number,
}: {
  readonly place: ActorPlace;
  readonly number: number;
}) {
  const { actors } = index.value ?? {};
  if (actors === undefined) return null;
  const { phase, state } = actors.phaseAt(id, look.value.step);
  const isActing = stepNow.value?.step.actor === id;
  const [done, all] = [actors.countAt(id, look.value.step), actors.stepsOf(id).length];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and says which row is chosen
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      id={`actor-${number}`}
      class={`tree-row ${phase} ${isActing ? 'acting' : ''}`}
      role="treeitem"
      aria-selected={shownActor.value === id}
      aria-level={depth + 1}
      title={parent === undefined ? id : `${id}, started by ${parent}`}
      style={{ top: `${number * ROW}px`, paddingLeft: `${6 + Math.min(depth, 6) * 13}px` }}
      data-actor={id}
      data-parent={parent}
      data-phase={phase}
      data-state={state}
      data-acting={isActing ? 'true' : undefined}
      data-steps={`${done}/${all}`}
      onClick={() => showActor(id)}
    >
      <span class="tree-name">
        {depth > 0 && <span class="tree-branch">└ </span>}
        <b>{id}</b>
        <span class="tree-count">
          {isActing && '● '}×{done}
        </span>
      </span>
      <span class="tree-state" key={isActing ? look.value.step : ''}>
        {phase === 'runs' ? `▶ ${state}` : [WORDS[phase], state].filter(Boolean).join(': ')}
      </span>
    </div>
  );
}

function reveal(box: HTMLElement, row: number): void {
  if (row * ROW < box.scrollTop) box.scrollTop = row * ROW;
  else if ((row + 1) * ROW > box.scrollTop + box.clientHeight)
    box.scrollTop = (row + 1) * ROW - box.clientHeight;
}
