/** How a state or a transition looks at the moment: classes and data for drawing and tests, and the same in words. */
import type { ChartArrow, ChartNode } from '../../../charts/chart-graph.js';
import { arrowSentence } from '../../../charts/wording.js';
import { lastAtMost } from '../../model/ascending.js';
import type { Chance, ChartMoment } from '../../model/chart-moment.js';
import type { Look } from '../../model/look.js';
import { msWords } from '../../model/time.js';
import type { Visits } from '../../model/visits.js';
import { type Selection, selection } from './shown.js';

/** What a look depends on. */
export interface LookContext {
  readonly chart: string;
  readonly moment: ChartMoment;
  readonly visits: Visits;
  readonly look: Look;
  readonly chosen: Selection | undefined;
}

interface ElementLook {
  readonly selection: Selection;
  readonly classes: string;
  /** All of it in words. */
  readonly label: string;
  readonly data: Readonly<Record<string, string | undefined>>;
}

export interface StateLook extends ElementLook {
  readonly isActive: boolean;
  readonly count: string;
}

export interface ArrowLook extends ElementLook {
  /** Verdict, time left and counts. */
  readonly badge: string;
  /** Another one starts the flash again. */
  readonly flash: string;
}

export const CHANCE_SIGNS: Readonly<Record<Chance, string>> = {
  open: '▸',
  taken: '✓',
  'one-of': '✓?',
  forbidden: '✗',
  depends: '?',
  unknown: '▸',
};

export const CHANCE_WORDS: Readonly<Record<Chance, string>> = {
  open: 'would be taken now',
  taken: 'would be taken now: its guard holds',
  'one-of': 'one of the transitions for this event would be taken now',
  forbidden: 'would not be taken now: its guard forbids it',
  depends: 'depends on what the event says',
  unknown: 'may come next; whether its guard holds is not known',
};

export function stateLook(context: LookContext, node: ChartNode): StateLook {
  const { moment, chart } = context;
  const { done, all } = countsOf(context, 'state', node.path);
  const isActive = moment.active.has(node);
  const isEntered = moment.lastEntered.has(node.path);
  const isChart = node.depth === 0;
  const isNever = all === 0 && !isChart && node.state.type !== 'history';
  const chosen: Selection = { chart, kind: 'state', id: node.path };
  return {
    selection: chosen,
    isActive,
    classes: classesOf({
      active: isActive,
      never: isNever,
      entered: isEntered,
      chosen: isChosen(context, chosen),
    }),
    count: isNever ? 'never' : countText(done, all),
    label: `State ${node.path || node.key}${isActive ? ', active' : ''}: ${visitWords(done, all)}`,
    data: {
      'data-state': isChart ? undefined : node.path,
      'data-active': isActive ? 'true' : undefined,
      'data-entered': isEntered ? 'true' : undefined,
      'data-visits': isChart ? undefined : `${done}/${all}`,
      'data-never': isNever ? 'true' : undefined,
    },
  };
}

export function arrowLook(context: LookContext, arrow: ChartArrow): ArrowLook {
  const { moment, chart, look } = context;
  const { done, all } = countsOf(context, 'arrow', arrow.id);
  const chance = moment.next.get(arrow.id);
  const isLast = moment.lastArrows.has(arrow.id);
  const isNow = isLast && look.step === moment.lastStep;
  const isNever = all === 0;
  const wait = moment.pending.find((pending) => pending.arrow === arrow.id);
  const left = wait?.msLeft === undefined ? '' : `◷ ${msWords(wait.msLeft)}`;
  const sign = left || (chance === undefined ? '' : CHANCE_SIGNS[chance]);
  const chosen: Selection = { chart, kind: 'arrow', id: arrow.id };
  const words = [
    arrowSentence(arrow),
    visitWords(done, all),
    ...(isLast ? ['the last one taken'] : []),
    ...(chance === undefined ? [] : [CHANCE_WORDS[chance]]),
    ...(left === '' ? [] : [`due in ${left.slice(2)}`]),
  ];
  return {
    selection: chosen,
    classes: classesOf({
      last: isLast,
      flash: isNow,
      never: isNever,
      next: chance !== undefined && chance !== 'forbidden',
      forbidden: chance === 'forbidden',
      chosen: isChosen(context, chosen),
    }),
    badge: [isLast ? '●' : '', sign, isNever ? 'never' : countText(done, all)].filter(Boolean).join(' '),
    flash: isNow ? String(look.step) : '',
    label: words.join(' · '),
    data: {
      'data-transition': arrow.id,
      'data-last': isLast ? 'true' : undefined,
      'data-flash': isNow ? 'true' : undefined,
      'data-verdict': chance,
      'data-visits': `${done}/${all}`,
      'data-never': isNever ? 'true' : undefined,
      'data-ms-left': wait?.msLeft === undefined ? undefined : String(Math.round(wait.msLeft)),
      'data-due-frame': wait?.dueFrame === undefined ? undefined : String(wait.dueFrame),
    },
  };
}

/** What makes an element of a look be clicked. */
export const choose = (look: ElementLook) => ({
  onClick: () => {
    selection.value = look.selection;
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    selection.value = look.selection;
  },
});

/** Visits up to the moment, and in the whole match. */
export function countsOf(
  { visits, chart, look }: Pick<LookContext, 'visits' | 'chart' | 'look'>,
  kind: 'state' | 'arrow',
  id: string,
): { done: number; all: number } {
  const steps = visits.of(chart, kind, id);
  return { done: lastAtMost(steps, look.step) + 1, all: steps.length };
}

const countText = (done: number, all: number): string => (done === all ? `×${all}` : `×${done}/${all}`);

const visitWords = (done: number, all: number): string =>
  all === 0 ? 'never visited in this log' : `visited ${done} of ${all} times so far`;

const isChosen = ({ chosen }: LookContext, { chart, kind, id }: Selection): boolean =>
  chosen?.chart === chart && chosen.kind === kind && chosen.id === id;

const classesOf = (classes: Readonly<Record<string, boolean>>): string =>
  Object.entries(classes)
    .flatMap(([name, holds]) => (holds ? [name] : []))
    .join(' ');
