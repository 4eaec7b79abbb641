/** What the step of the moment was. */
import { stepNow } from '../../store.js';

export function Happened() {
  const now = stepNow.value;
  return (
    <aside class="happened" aria-label="What happened" data-step={now?.index}>
      {now && (
        <p>
          {now.step.actor}: {now.step.event}
        </p>
      )}
    </aside>
  );
}
