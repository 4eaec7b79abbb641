/** Every machine at the moment: its state, for how long, and what brought it there. */
import { useSignal } from '@preact/signals';
import type { ActorMoment, Reel } from '../../model/reel.js';
import { secondsWords } from '../../model/time.js';
import { actorsNow, chosenActor, goToStepOf, look, reel } from '../../store.js';
import { Section } from './section.jsx';
import { arrivalOf, becauseOf } from './sentence.js';

const MACHINES_AT_ONCE = 30;

export function Machines() {
  const limit = useSignal(MACHINES_AT_ONCE);
  const shown = reel.value;
  const actors = actorsNow.value;
  if (shown === undefined) return null;
  return (
    <Section id="machines" title="All machines now" note={String(actors.length)}>
      <ul class="plain machines">
        {actors.slice(0, limit.value).map((moment) => (
          <Machine key={moment.id} shown={shown} moment={moment} />
        ))}
      </ul>
      {actors.length > limit.value && (
        <button
          type="button"
          class="value-more"
          onClick={() => {
            limit.value += MACHINES_AT_ONCE;
          }}
        >
          … {actors.length - limit.value} more
        </button>
      )}
    </Section>
  );
}

function Machine({ shown, moment }: { shown: Reel; moment: ActorMoment }) {
  const arrival = arrivalOf(shown, moment);
  const duration = secondsWords(shown.secondsOf(look.value.frame - moment.since));
  return (
    <li data-machine={moment.id} data-state={moment.state} data-since={moment.since}>
      <button
        type="button"
        class="link"
        aria-pressed={chosenActor.value === moment.id}
        onClick={() => {
          chosenActor.value = moment.id;
        }}
      >
        <b>{moment.id}</b> is in <code class="state">{moment.state}</code>
      </button>{' '}
      <span class="faint">for {duration},</span>{' '}
      {arrival === undefined ? (
        <span class="faint">since before this began</span>
      ) : (
        <button
          type="button"
          class="link why"
          data-why={arrival.index}
          onClick={() => goToStepOf(arrival.index)}
        >
          because {becauseOf(shown, arrival)}
        </button>
      )}
    </li>
  );
}
