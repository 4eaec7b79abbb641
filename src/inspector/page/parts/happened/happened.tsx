/** What happened at the moment and why, where every machine is, and the steps around. */
import { stepNow } from '../../store.js';
import './happened.css';
import { Machines } from './machines.jsx';
import { StepDetail } from './step-detail.jsx';
import { StepList } from './step-list.jsx';

export function Happened() {
  const now = stepNow.value;
  return (
    <aside class="happened" aria-label="What happened" data-step={now?.index}>
      <div class="happened-now">
        {now === undefined ? <p class="sentence">Nothing has happened yet.</p> : <StepDetail done={now} />}
      </div>
      <div class="happened-around">
        <Machines />
        <StepList />
      </div>
    </aside>
  );
}
