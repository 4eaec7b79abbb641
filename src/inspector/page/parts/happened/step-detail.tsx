/** One step in full: the sentence, its event, guards, what changed, what it sent, and what its actor waits for. */

import type { Reel, ReelStep } from '../../model/reel.js';
import { isHarmless } from '../../model/refusals.js';
import { msWords } from '../../model/time.js';
import { look, reel } from '../../store.js';
import { Bytes } from '../value/bytes.jsx';
import { Value } from '../value/value.jsx';
import { ContextPart } from './context-part.jsx';
import { eventLabel } from './event-words.js';
import { timeWords } from './rows.js';
import { Section } from './section.jsx';
import { SentPart } from './sent-part.jsx';
import { inputNoun, sentenceOf } from './sentence.js';
import { waitsOf } from './waits.js';

export function StepDetail({ done }: { done: ReelStep }) {
  const shown = reel.value;
  if (shown === undefined) return null;
  const { step } = done;
  const isTrouble = step.kind === 'refusal' && !isHarmless(step);
  return (
    <>
      <p class="sentence" data-kind={isTrouble ? 'refusal' : 'harmless'} aria-live="polite">
        {isTrouble && <span aria-hidden="true">✗ </span>}
        {sentenceOf(shown, done)}
      </p>
      <p class="faint">
        {timeWords(shown, done.frame)} · step {done.index + 1} of {shown.steps.length}
      </p>
      <EventPart key={done.index} shown={shown} done={done} />
      <Guards done={done} />
      {step.kind === 'transition' && <ContextPart done={done} />}
      <SentPart done={done} />
      <Waits shown={shown} done={done} />
    </>
  );
}

function EventPart({ shown, done }: { shown: Reel; done: ReelStep }) {
  const { step, input } = done;
  return (
    <Section id="event" title="Event" note={eventLabel(step.event)}>
      {eventLabel(step.event) !== step.event && <code class="faint">{step.event}</code>}
      {input === undefined ? (
        <p class="faint">Nothing came in: it came from time, or from the machines themselves.</p>
      ) : (
        <>
          <p>{inputNoun(shown, input, done.index)}</p>
          {input.value !== null && <Value value={input.value} name={input.name} open />}
          {input.sentence !== undefined && input.sentence !== '' && <p class="faint">{input.sentence}</p>}
          {input.bytes && <Bytes bytes={input.bytes} />}
          {input.kind === 'message' && !input.bytes && <p class="faint">Its bytes are withheld.</p>}
        </>
      )}
    </Section>
  );
}

function Guards({ done: { step } }: { done: ReelStep }) {
  if (step.guards === undefined) return null;
  return (
    <Section id="guards" title="Guards" note={step.guards.length === 0 ? 'none was asked' : ''}>
      <ul class="plain">
        {step.guards.map(([guard, holds], at) => (
          <li key={`${at} ${guard}`} data-guard={guard} data-holds={holds} class={holds ? 'good' : 'bad'}>
            {holds ? '✓' : '✗'} <code>{guard}</code> was {String(holds)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const VERDICTS = {
  taken: '✓ would be taken',
  forbidden: '✗ forbidden now',
  depends: '? depends on what comes',
} as const;

function Waits({ shown, done }: { shown: Reel; done: ReelStep }) {
  if (done.after === undefined) return null;
  const waits = waitsOf(shown, done.after, look.value.frame);
  return (
    <Section
      id="waits"
      title={`What ${done.step.actor} waits for`}
      note={waits.length === 0 ? 'nothing' : ''}
    >
      <ul class="plain">
        {waits.map(({ event, guards, verdict, leftMs }) => (
          <li key={event} data-wait={event} data-verdict={verdict}>
            <b>{eventLabel(event)}</b>
            {leftMs !== undefined && <> in {msWords(leftMs)}</>}
            {guards.length > 0 && (
              <span class="faint">
                {' '}
                if <code>{guards.join(', ')}</code>
              </span>
            )}
            {verdict && <span class={`verdict-${verdict}`}> {VERDICTS[verdict]}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
