/** The chart of the chosen actor: what it is, where it stands, what may come next, and how often everything happened. */
import type { ChartGraph } from '../../../charts/chart-graph.js';
import { secondsWords } from '../../model/time.js';
import { look, reel } from '../../store.js';
import './chart.css';
import { ChartView } from './chart-view.jsx';
import { Details } from './details.jsx';
import { layoutOf } from './layouts.js';
import {
  actorNow,
  index,
  isAlone,
  momentNow,
  showActor,
  showChart,
  shownActor,
  shownChart,
} from './shown.js';

export function ChartArea() {
  const graph = index.value?.visits.graphOf(shownChart.value);
  const moment = momentNow.value;
  return (
    <div
      class="chart"
      data-chart={shownChart.value}
      data-chart-actor={isAlone.value ? undefined : shownActor.value}
      data-chart-state={actorNow.value?.state}
      data-frame={look.value.frame}
    >
      <div class="chart-head">
        <Selector />
        <Standing />
      </div>
      {graph === undefined || moment === undefined ? (
        <p class="chart-note">The log has no chart of this actor.</p>
      ) : (
        <Drawing graph={graph} />
      )}
      <Details />
    </div>
  );
}

function Drawing({ graph }: { readonly graph: ChartGraph }) {
  const state = layoutOf(graph).value;
  if (state.kind === 'waiting') return <p class="chart-note">Laying out the chart…</p>;
  if (state.kind === 'failed')
    return (
      <p class="chart-note" role="alert">
        {state.sentence}
      </p>
    );
  return <ChartView key={graph.id} layout={state.layout} />;
}

/** All actors there ever were, and all charts. */
function Selector() {
  const { actors } = index.value ?? {};
  const charts = Object.keys(reel.value?.header.charts ?? {});
  return (
    <select
      aria-label="Chart"
      value={isAlone.value ? `chart ${shownChart.value}` : `actor ${shownActor.value}`}
      onChange={({ currentTarget: { value } }) => {
        if (value.startsWith('chart ')) showChart(value.slice(6));
        else showActor(value.slice(6));
      }}
    >
      <optgroup label="Actors">
        {actors?.places.map(({ id, depth }) => (
          <option key={id} value={`actor ${id}`}>
            {'\u00a0'.repeat(2 * depth)}
            {id}
          </option>
        ))}
      </optgroup>
      <optgroup label="Charts alone">
        {charts.map((id) => (
          <option key={id} value={`chart ${id}`}>
            chart {id}
          </option>
        ))}
      </optgroup>
    </select>
  );
}

/** Where the actor is, in a sentence. */
function Standing() {
  const { actors } = index.value ?? {};
  const id = shownActor.value;
  if (actors === undefined || id === undefined) return null;
  if (isAlone.value) return <span class="chart-standing">The chart alone: nothing in it is lit.</span>;
  const { phase, state } = actors.phaseAt(id, look.value.step);
  const starts = actors.startsOf(id);
  const life = starts.filter((step) => step <= look.value.step).length;
  const lives = starts.length > 1 && life > 0 ? `, life ${life} of ${starts.length}` : '';
  const since = actorNow.value && reel.value?.secondsOf(look.value.frame - actorNow.value.since);
  const text = { 'not-yet': 'has not started yet', ended: 'has ended', runs: 'is' }[phase];
  return (
    <span class="chart-standing" data-phase={phase}>
      <b>{id}</b> {text} {state !== '' && phase === 'ended' && 'in '}
      {state !== '' && (
        <b class="chart-state">
          {phase === 'runs' && '▶ '}
          {state}
        </b>
      )}
      {phase === 'runs' && since !== undefined && `, for ${secondsWords(since)}`}
      {lives}
    </span>
  );
}
