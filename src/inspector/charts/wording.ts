/** What a chart's drawing says, in words: events, guards and actions as people call them, cut to a length. */
import type { ChartTransition } from '../../store/log-header.js';
import type { ChartArrow, ChartNode } from './chart-graph.js';

/** Characters of a line; what is longer is cut and told in full by a tooltip. */
const LINE_CHARS_MAX = 44;
/** Characters of a line of an arrow's label: wide labels drive states apart. */
const LABEL_CHARS_MAX = 30;
/** Lines of actions in a label. */
const ACTION_LINES_MAX = 3;

/** What brings a transition about, such as `Hello`, `after 500 ms`, `done run` or `always`. */
export function eventWords({ event, delay }: Pick<ChartTransition, 'event' | 'delay'>): string {
  if (delay !== undefined) return /^\d+$/.test(delay) ? `after ${delay} ms` : `after ${delay}`;
  if (event === '') return 'always';
  if (event === '*') return 'any other event';
  if (event === 'xstate.init') return 'start';
  if (event === 'xstate.stop') return 'stop';
  const after = /^xstate\.after\.(.+?)\.[^.]+(?:\..+)?$/.exec(event)?.[1];
  if (after !== undefined) return eventWords({ event, delay: after });
  return event
    .replace(/^xstate\.done\.(actor|state)\./, 'done ')
    .replace(/^xstate\.error\.(actor|execution)\./, 'error ')
    .replace(/^xstate\.snapshot\./, 'news of ');
}

/** A transition in one sentence: event, guard, actions, and where it goes. */
export function arrowSentence({ source, targets, transition }: ChartArrow): string {
  const guard = transition.guard === undefined ? '' : ` [${transition.guard}]`;
  const actions = transition.actions.length === 0 ? '' : ` / ${transition.actions.join(', ')}`;
  const from = source.path === '' ? 'any state' : source.path;
  const to = targets.map(({ path, key }) => path || key).join(' and ') || 'stays';
  return `${eventWords(transition)}${guard}${actions}: ${from} → ${to}`;
}

/** Lines of an arrow's label: event, guard, actions. */
export function labelLines({ transition }: ChartArrow): string[] {
  const { guard, actions } = transition;
  const lines = [cut(eventWords(transition), LABEL_CHARS_MAX)];
  if (guard !== undefined) lines.push(cut(`[${guard}]`, LABEL_CHARS_MAX));
  return [...lines, ...actionLines(actions)];
}

/** Lines of a transition inside its state's box. */
export function boxLines({ targets, transition }: ChartArrow): string[] {
  const { guard, actions } = transition;
  const again = targets.length > 0 ? ' ↻' : '';
  const first = `${eventWords(transition)}${guard === undefined ? '' : ` [${guard}]`}${again}`;
  if (actions.length === 0) return [cut(first, LINE_CHARS_MAX)];
  const whole = `${first} / ${actions.join(', ')}`;
  if (whole.length <= LINE_CHARS_MAX) return [whole];
  return [cut(first, LINE_CHARS_MAX), ...actionLines(actions, LINE_CHARS_MAX)];
}

/** Lines of what a state does by being in it: machines it runs, actions of coming and going. */
export function doingLines({ state }: ChartNode): string[] {
  const runs = state.invokes.map((invoke) => {
    const [id = '', source = id] = invoke.split(': ');
    return cut(id === source ? `runs ${id}` : `runs ${id} (${source})`, LINE_CHARS_MAX);
  });
  return [...runs, ...doing('entry', state.entry), ...doing('exit', state.exit)];
}

function doing(when: string, actions: readonly string[]): string[] {
  return actions.length === 0 ? [] : wrapped(actions, `${when} / `, LINE_CHARS_MAX);
}

const actionLines = (actions: readonly string[], max = LABEL_CHARS_MAX): string[] =>
  actions.length === 0 ? [] : wrapped(actions, '/ ', max);

/** `words` behind `lead`, over a few lines. */
function wrapped(words: readonly string[], lead: string, max: number): string[] {
  const lines: string[] = [];
  let line = lead;
  for (const [index, word] of words.entries()) {
    const text = index === words.length - 1 ? word : `${word},`;
    if (line !== lead && line.length + text.length + 1 > max) {
      lines.push(line);
      line = '  ';
    }
    line += line.endsWith(' ') ? text : ` ${text}`;
    if (lines.length === ACTION_LINES_MAX) return [...lines, '  …'];
  }
  return [...lines, line].map((text) => cut(text, max));
}

/** `text` in at most `max` characters, without what draws nothing. */
export function cut(text: string, max: number): string {
  const shown = text.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu, '\u00b7');
  const characters = [...shown];
  return characters.length <= max ? shown : `${characters.slice(0, max - 1).join('')}…`;
}
