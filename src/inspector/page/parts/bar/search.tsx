/** One field to find anything in the match: names, words, and fields that become something. */
import { signal } from '@preact/signals';
import { SEARCH_FIELD } from '../../keys.js';
import { type Hit, hitFrom } from '../../model/search-index.js';
import { clockTime } from '../../model/time.js';
import { goToHit, hits, prepareSearch, searchable, searchText, showHit } from '../../searching.js';
import { look, reel } from '../../store.js';

/** So many hits are listed, from the moment on. */
const LISTED_MAX = 100;
const isOpen = signal(false);

export function Search() {
  return (
    <search class="search">
      <input
        id={SEARCH_FIELD}
        type="search"
        placeholder="Search: an event, a name, field = 1"
        aria-label="Search the match"
        autocomplete="off"
        spellcheck={false}
        value={searchText.value}
        onFocus={() => {
          prepareSearch();
          isOpen.value = true;
        }}
        onInput={({ currentTarget }) => {
          searchText.value = currentTarget.value;
          isOpen.value = true;
        }}
        onKeyDown={onKey}
      />
      <Count />
      {isOpen.value && searchText.value !== '' && <HitList />}
    </search>
  );
}

function onKey(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
  if (event.key === 'Enter') goToHit(event.shiftKey ? -1 : 1);
  else if (event.key === 'Escape') {
    isOpen.value = false;
    event.currentTarget.blur();
  } else return;
  event.preventDefault();
}

function Count() {
  if (searchText.value === '') return null;
  const found = hits.value;
  const place = found.findIndex(isNow);
  const share = searchable.value < 1 ? ` · ${Math.floor(searchable.value * 100)} % read` : '';
  return (
    <output class="count" aria-live="polite" data-hits={found.length} data-share={searchable.value}>
      {place < 0 ? '' : `${place + 1} of `}
      {found.length}
      {share}
    </output>
  );
}

const isNow = ({ frame, step }: Hit): boolean => frame === look.value.frame && step === look.value.step;

function HitList() {
  const found = hits.value;
  const here = found.findIndex(isNow);
  const next = here >= 0 ? here : found.indexOf(hitFrom(found, look.value, 1) as Hit);
  const first = Math.max(0, Math.min(next - 3, found.length - LISTED_MAX));
  return (
    <div class="hits">
      {found.length === 0 && <p>Nothing is called so, and no field becomes so.</p>}
      <ol start={first + 1} aria-label="Hits">
        {found.slice(first, first + LISTED_MAX).map((hit) => (
          <li key={`${hit.frame}.${hit.step}`}>
            <HitLine hit={hit} />
          </li>
        ))}
      </ol>
      {found.length > LISTED_MAX && (
        <p>
          {LISTED_MAX} of {found.length} are listed; Enter goes on.
        </p>
      )}
    </div>
  );
}

function HitLine({ hit }: { readonly hit: Hit }) {
  const { frame, step, kind, text, actor } = hit;
  return (
    <button
      type="button"
      aria-current={isNow(hit)}
      data-hit={kind}
      data-frame={frame}
      data-step={step}
      onClick={() => showHit(hit)}
    >
      <span class="when">{clockTime(reel.value?.secondsOf(frame) ?? 0, 1)}</span>
      <span class="kind">{kind}</span> <b>{text}</b> <span class="where">{actor}</span>{' '}
      <span class="when">
        frame {frame}, step {step + 1}
      </span>
    </button>
  );
}

/** Closes the list when something else is pressed. */
export function startSearchList(): void {
  addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest('.search')) isOpen.value = false;
  });
}
