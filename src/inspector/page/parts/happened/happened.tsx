/** What happened at the moment and why, where every machine is, and the steps around. */
import { useEffect, useRef } from 'preact/hooks';
import { stepNow } from '../../store.js';
import './happened.css';
import { Machines } from './machines.jsx';
import { StepDetail } from './step-detail.jsx';
import { StepList } from './step-list.jsx';

export function Happened() {
  const now = stepNow.value;
  const detail = useRef<HTMLDivElement>(null);
  // Another step is read from its beginning.
  useEffect(() => detail.current?.scrollTo(0, 0), [now?.index]);
  return (
    <aside class="happened" aria-label="What happened" data-step={now?.index}>
      <div class="happened-now" ref={detail}>
        {now === undefined ? <p class="sentence">Nothing has happened yet.</p> : <StepDetail done={now} />}
      </div>
      <div class="happened-around">
        <Machines />
        <StepList />
      </div>
    </aside>
  );
}
