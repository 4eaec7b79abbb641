/** What a step changed in its actor's context; all fields on demand. */
import { signal } from '@preact/signals';
import type { ReelStep } from '../../model/reel.js';
import { isTree } from '../value/readable.js';
import { Leaf, Value } from '../value/value.jsx';
import { DIFFERENCES_MAX, type Difference, differencesOf } from './context-diff.js';
import { Section } from './section.jsx';

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

/** Whether all fields are shown; stays as it is from step to step. */
const showsAll = signal(false);

export function ContextPart({ done }: { done: ReelStep }) {
  const { before, after, step } = done;
  const differences = differencesOf(
    step.from === '' ? {} : (before?.context ?? {}),
    after?.context ?? before?.context,
  );
  const note = differences.length === 0 ? 'nothing changed' : `${differences.length} changed`;
  return (
    <Section id="context" title="Context" note={step.from === '' ? 'it began with' : note}>
      <ul class="plain" data-differences={differences.length}>
        {differences.map((difference) => (
          <Row key={difference.path} difference={difference} />
        ))}
        {differences.length === DIFFERENCES_MAX && <li class="faint">… and perhaps more</li>}
      </ul>
      {after && (
        <button
          type="button"
          class="value-more"
          aria-pressed={showsAll.value}
          data-all-fields=""
          onClick={() => {
            showsAll.value = !showsAll.value;
          }}
        >
          {showsAll.value ? 'only what changed' : 'all fields'}
        </button>
      )}
      {showsAll.value && after && <Value key={done.index} value={after.context} name={after.id} open />}
    </Section>
  );
}

function Row({ difference: { path, sign, before, after } }: { difference: Difference }) {
  return (
    <li class={`difference difference-${sign}`} data-path={path} data-sign={sign}>
      <span aria-hidden="true">{SIGNS[sign]} </span>
      <code>{path}</code> <small>{sign}</small>{' '}
      {sign !== 'added' && <Side value={before} word={sign === 'changed' ? 'from' : ''} />}
      {sign !== 'removed' && <Side value={after} word={sign === 'changed' ? 'to' : ''} />}
    </li>
  );
}

function Side({ value, word }: { value: unknown; word: string }) {
  return (
    <span class="side">
      {word !== '' && <small> {word} </small>}
      {isTree(value) ? <Value value={value} /> : <Leaf value={value} />}
    </span>
  );
}
