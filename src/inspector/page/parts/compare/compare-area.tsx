/** Two matches at the same moment: where they part, and each actor on both sides. */
import { bothLooks, comparison, partingLook, showOther } from '../../comparing.js';
import { actorsOf, type ComparedActor, type Parting } from '../../model/compare.js';
import type { Difference } from '../../model/difference.js';
import { textOf } from '../../model/difference.js';
import { pause } from '../../playback.js';
import { chosenActor, look, reels, shownPlace } from '../../store.js';
import './compare.css';

export function CompareArea() {
  const shown = comparison.value;
  if (shown === undefined)
    return (
      <div class="compare" data-reels={reels.value.length}>
        <p class="none">
          One match is open. Open two at once, such as <code>dugout inspect a.dugout b.dugout</code>, and here
          is where they part.
        </p>
      </div>
    );
  const { of, parting } = shown;
  const { left, right } = bothLooks.value;
  return (
    <div class="compare" data-reels={reels.value.length}>
      <p class={parting ? 'verdict verdict-parts' : 'verdict'} data-verdict={parting ? 'parts' : 'same'}>
        {parting ? '≠' : '='} {of.sentence} {parting && <GoThere parting={parting} />}
      </p>
      <p>
        <button type="button" data-show-other onClick={showOther}>
          Show {shownPlace.value === 0 ? 'B' : 'A'}’s chart and time
        </button>
      </p>
      {of.headers.length > 0 && (
        <DifferenceTable title="What they were made of differs" rows={of.headers} kind="header" />
      )}
      {parting && parting.differences.length > 0 && (
        <DifferenceTable title={titleOf(parting)} rows={parting.differences} kind="parting" />
      )}
      <Actors actors={actorsOf(of, left, right)} />
    </div>
  );
}

const titleOf = ({ actor, event, look: { frame } }: Parting): string =>
  actor === undefined ? `In frame ${frame}` : `${actor}: ${event}, in frame ${frame}`;

function GoThere({ parting }: { readonly parting: Parting }) {
  const there = partingLook.value ?? parting.look;
  const isThere = look.value.frame === there.frame && look.value.step === there.step;
  return (
    <button
      type="button"
      disabled={isThere}
      onClick={() => {
        pause();
        look.value = there;
        if (parting.actor) chosenActor.value = parting.actor;
      }}
    >
      {isThere ? 'You are there' : 'Go there'}
    </button>
  );
}

interface DifferenceTableProps {
  readonly title: string;
  readonly rows: readonly Difference[];
  readonly kind: 'header' | 'parting';
}

function DifferenceTable({ title, rows, kind }: DifferenceTableProps) {
  return (
    <table data-differences={kind}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DifferenceRow key={row.path} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function DifferenceRow({ path, left, right }: Difference) {
  return (
    <tr data-difference={path}>
      <th scope="row">{path || 'all of it'}</th>
      <td>{textOf(left)}</td>
      <td>{textOf(right)}</td>
    </tr>
  );
}

function Actors({ actors }: { readonly actors: readonly ComparedActor[] }) {
  return (
    <table class="actors">
      <caption>Actors at this moment</caption>
      <thead>
        <tr>
          <th scope="col">Actor</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      {actors.map((actor) => (
        <Actor key={actor.id} {...actor} />
      ))}
    </table>
  );
}

function Actor({ id, left, right, differences }: ComparedActor) {
  const differs = left?.state !== right?.state || differences.length > 0;
  return (
    <tbody data-compared={id} data-differs={differs}>
      <tr class={differs ? 'differs' : ''}>
        <th scope="row">
          {differs ? '≠' : '='} {id}
        </th>
        <td>{left?.state ?? 'not there'}</td>
        <td>{right?.state ?? 'not there'}</td>
      </tr>
      {left && right && differences.map((row) => <DifferenceRow key={row.path} {...row} />)}
    </tbody>
  );
}
