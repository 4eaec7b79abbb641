/** Chooses what is listed, by actor, peer, message and kind; says how much is left out. */
import { useSignal } from '@preact/signals';
import { filters, look, NO_FILTERS, reel } from '../../store.js';
import { DIMENSIONS, type Dimension, type FacetCounts, isFiltering, toggled } from './facets.js';
import './filters.css';
import { peerNames } from './peer-names.js';

/** `what`: things that are counted, such as `steps`. */
export function FilterBar({
  counts,
  shown,
  total,
  what,
}: {
  counts: FacetCounts;
  shown: number;
  total: number;
  what: string;
}) {
  const open = useSignal<Dimension | undefined>(undefined);
  return (
    <fieldset class="filters" aria-label={`Filter ${what}`} data-filtering={isFiltering(filters.value)}>
      <div class="filters-line">
        {DIMENSIONS.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            data-dimension={id}
            aria-expanded={open.value === id}
            onClick={() => {
              open.value = open.value === id ? undefined : id;
            }}
          >
            {title}
            {filters.value[id].length > 0 && <b> {filters.value[id].length}</b>}{' '}
            <span aria-hidden="true">{open.value === id ? '▴' : '▾'}</span>
          </button>
        ))}
        <output data-shown={shown} data-total={total}>
          {shown} of {total} {what} shown
        </output>
      </div>
      {open.value !== undefined && <Choices dimension={open.value} counts={counts} />}
      {isFiltering(filters.value) && <Chosen />}
    </fieldset>
  );
}

function Choices({ dimension, counts }: { dimension: Dimension; counts: FacetCounts }) {
  const choices = counts.of(dimension);
  return (
    <div class="filters-chips" data-choices={dimension}>
      {choices.length === 0 && <span class="faint">nothing to choose</span>}
      {choices.map(([choice, count]) => (
        <Chip key={choice} dimension={dimension} choice={choice} count={count} />
      ))}
    </div>
  );
}

function Chip({
  dimension,
  choice,
  count,
}: {
  dimension: Dimension;
  choice: string | number;
  count: number;
}) {
  const chosen: readonly (string | number)[] = filters.value[dimension];
  const isChosen = chosen.includes(choice);
  return (
    <button
      type="button"
      class="chip"
      data-choice={choice}
      aria-pressed={isChosen}
      onClick={() => {
        filters.value = toggled(filters.value, dimension, choice);
      }}
    >
      <span aria-hidden="true">{isChosen ? '✓ ' : ''}</span>
      {labelOf(choice)} <small>{count}</small>
    </button>
  );
}

function Chosen() {
  return (
    <div class="filters-chips" data-chosen="">
      {DIMENSIONS.flatMap(({ id }) =>
        filters.value[id].map((choice) => (
          <button
            key={`${id} ${choice}`}
            type="button"
            class="chip"
            aria-label={`No longer only ${labelOf(choice)}`}
            onClick={() => {
              filters.value = toggled(filters.value, id, choice);
            }}
          >
            {labelOf(choice)} <span aria-hidden="true">✕</span>
          </button>
        )),
      )}
      <button
        type="button"
        class="chip"
        data-clear=""
        onClick={() => {
          filters.value = NO_FILTERS;
        }}
      >
        clear
      </button>
    </div>
  );
}

function labelOf(choice: string | number): string {
  if (typeof choice === 'string' || reel.value === undefined) return String(choice);
  return peerNames(reel.value).labelOf(choice, look.value.step);
}
