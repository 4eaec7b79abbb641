/** Below the chart: the clicked state or transition with its visits, what is waited for, and what the signs mean. */
import licenceUrl from 'elkjs/LICENSE.md?url';
import { arrowSentence, eventWords } from '../../../charts/wording.js';
import { lastAtMost } from '../../model/ascending.js';
import { msWords } from '../../model/time.js';
import { goToStep, look } from '../../store.js';
import { CHANCE_WORDS, countsOf } from './looks.js';
import { index, isAlone, momentNow, selection, showActor, shownChart } from './shown.js';

export function Details() {
  return (
    <div class="chart-details">
      <Chosen />
      <Waiting />
      <Signs />
    </div>
  );
}

function Chosen() {
  const chosen = selection.value;
  const visits = index.value?.visits;
  const graph = visits?.graphOf(shownChart.value);
  if (chosen?.chart !== shownChart.value || visits === undefined || graph === undefined)
    return <p class="faint">Click a state or a transition to go from visit to visit.</p>;
  const arrow = graph.arrows.get(chosen.id);
  const steps = visits.of(chosen.chart, chosen.kind, chosen.id);
  const { done, all } = countsOf({ visits, chart: chosen.chart, look: look.value }, chosen.kind, chosen.id);
  const isAt = steps[done - 1] === look.value.step;
  const before = isAt ? done - 1 : done;
  const after = all - done;
  const chance = chosen.kind === 'arrow' ? momentNow.value?.next.get(chosen.id) : undefined;
  const go = (step: number | undefined): void => {
    if (step === undefined) return;
    const actor = visits.reel.steps[step]?.step.actor;
    if (actor !== undefined && !isAlone.value) showActor(actor);
    goToStep(step);
  };
  return (
    <div class="chart-chosen" data-selected={chosen.id} data-visits={`${done}/${all}`}>
      <code>{chosen.kind === 'arrow' && arrow ? arrowSentence(arrow) : chosen.id || graph.id}</code>
      {chance && <span> · {CHANCE_WORDS[chance]}</span>}
      <span class="chart-jumps">
        <button
          type="button"
          disabled={before === 0}
          data-jump="previous"
          onClick={() => go(steps[lastAtMost(steps, look.value.step - 1)])}
        >
          ◀ previous visit ({before})
        </button>
        <button type="button" disabled={after === 0} data-jump="next" onClick={() => go(steps[done])}>
          next visit ({after}) ▶
        </button>
        <span>{all === 0 ? 'never visited in this log' : `×${done} up to now, ×${all} in all`}</span>
      </span>
    </div>
  );
}

function Waiting() {
  const pending = momentNow.value?.pending ?? [];
  if (pending.length === 0) return null;
  return (
    <p class="chart-waiting">
      {pending.map(({ event, dueFrame, msLeft }) => (
        <span key={event} data-pending={event} data-due-frame={dueFrame}>
          ◷ {eventWords({ event })}{' '}
          {msLeft === undefined ? 'is running' : `in ${msWords(msLeft)} (frame ${dueFrame})`}
        </span>
      ))}
    </p>
  );
}

function Signs() {
  return (
    <details class="chart-signs">
      <summary>What the signs mean</summary>
      <p>
        <b>▶ thick border</b> active · <b>● thick line</b> the last transition · <b>▸</b> may come next ·{' '}
        <b>✓</b> its guard holds · <b>✓?</b> one of several would be taken · <b>✗ dashed</b> its guard forbids
        it · <b>?</b> depends on what the event says · <b>◷</b> time left · <b>×3/12</b> visits up to now / in
        the whole match · <b>never, dotted</b> not visited in this match · <b>◉ double border</b> final ·{' '}
        <b>∥</b> its parts are active together · <b>(H)</b> history · <b>●→</b> initial state
      </p>
      <p>
        Charts are laid out by <a href="https://github.com/kieler/elkjs">elkjs</a> 0.12.1, unmodified, under
        the <a href={licenceUrl}>Eclipse Public License 2.0</a>.
      </p>
    </details>
  );
}
