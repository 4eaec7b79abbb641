/** A row of the list of steps: what caused it when it begins a chain, and what the actor did. */
import type { Reel } from '../../model/reel.js';
import { isHarmless, refusalWords } from '../../model/refusals.js';
import { goToStepOf, look } from '../../store.js';
import type { Happening } from '../filters/happenings.js';
import { eventLabel } from './event-words.js';
import { causeWords, type Place, type StepRow, timeWords } from './rows.js';
import { movement } from './sentence.js';

const BRANCHES: Readonly<Record<Place, string>> = { only: '└', first: '├', middle: '├', last: '└' };

export function StepRowLine({
  shown,
  row: { happening, place, isOfChain },
  top,
  isCurrent,
  isReachable,
}: {
  shown: Reel;
  row: StepRow;
  top: number;
  isCurrent: boolean;
  /** Whether the tab key stops here: at one row of the list. */
  isReachable: boolean;
}) {
  const begins = place === 'first' || place === 'only';
  const words = deedWords(happening);
  return (
    <li style={{ top: `${top}px` }}>
      <button
        type="button"
        class="step-row"
        title={words}
        tabIndex={isReachable ? 0 : -1}
        aria-current={isCurrent ? 'step' : undefined}
        data-row={happening.done?.index}
        data-cause={happening.cause}
        data-at={happening.frame}
        data-chain={isOfChain}
        data-kind={kindOf(happening)}
        onClick={() => goToHappening(happening)}
      >
        <span class="step-cause">
          {begins ? (
            <>
              <b>{causeWords(shown, happening)}</b>{' '}
              <small class="aside">{timeWords(shown, happening.frame)}</small>
            </>
          ) : (
            <small class="aside">│ {happening.done && eventLabel(happening.done.step.event)}</small>
          )}
        </span>
        <span class="step-deed">
          {BRANCHES[place]} {isCurrent ? '▸ ' : ''}
          {words}
        </span>
      </button>
    </li>
  );
}

/** What a row looks like: a refusal that is no trouble looks plain. */
function kindOf({ done, notice }: Happening): string {
  if (done) return isHarmless(done.step) ? 'harmless' : done.step.kind;
  return notice ? 'notice' : 'unmet';
}

/** Of what no actor did, only the moment is shown. */
export function goToHappening({ done, frame, step }: Happening): void {
  if (done) goToStepOf(done.index);
  else look.value = { frame, step };
}

function deedWords({ done, notice }: Happening): string {
  if (notice) return notice.sentence;
  if (done === undefined) return '✗ no actor acted on it';
  if (done.step.kind === 'refusal') return `${isHarmless(done.step) ? '·' : '✗'} ${refusalWords(done.step)}`;
  return movement(done);
}
