/** Two matches at the same moment: where they part, and each actor on both sides. */
import { comparison, otherLook } from '../../comparing.js';
import { actorsOf, type ComparedActor, type Parting } from '../../model/compare.js';
import type { Difference } from '../../model/difference.js';
import { textOf } from '../../model/difference.js';
import { pause } from '../../playback.js';
import { chosenActor, look, reels } from '../../store.js';
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
  return (
    <div class="compare" data-reels={reels.value.length}>
      <p class={parting ? 'verdict verdict-parts' : 'verdict'} data-verdict={parting ? 'parts' : 'same'}>
        {parting ? '≠' : '='} {of.sentence} {parting && <GoThere parting={parting} />}
      </p>
      {of.headers.length > 0 && (
        <DifferenceTable title="What they were made of differs" rows={of.headers} kind="header" />
      )}
      {parting && parting.differences.length > 0 && (
        <DifferenceTable title={titleOf(parting)} rows={parting.differences} kind="parting" />
      )}
      <Actors actors={actorsOf(of, look.value, otherLook.value)} />
    </div>
  );
}

const titleOf = ({ actor, event, look: { frame } }: Parting): string =>
  actor === undefined ? `In frame ${frame}` : `${actor}: ${event}, in frame ${frame}`;

function GoThere({ parting }: { readonly parting: Parting }) {
  const isThere = look.value.frame === parting.look.frame && look.value.step === parting.look.step;
  return (
    <button
      type="button"
      disabled={isThere}
      onClick={() => {
        pause();
        look.value = parting.look;
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
