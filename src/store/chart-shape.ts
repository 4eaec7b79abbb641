/** Whether what a header holds as its charts are charts: a log comes from anywhere, and what reads it must not fall over. */
import type { ChartState, ChartTransition } from './log-header.js';

/** Deepest nesting of states; far above any chart somebody wrote. */
const DEPTH_MAX = 64;
const TYPES = ['atomic', 'compound', 'parallel', 'final', 'history'];

/** Whether `value` is charts by id. */
export function isCharts(value: unknown, depth = 0): value is Readonly<Record<string, ChartState>> {
  return (
    isRecord(value) && depth <= DEPTH_MAX && Object.values(value).every((state) => isState(state, depth))
  );
}

function isState(value: unknown, depth: number): value is ChartState {
  return (
    isRecord(value) &&
    TYPES.includes(value.type as string) &&
    (value.initial === undefined || isText(value.initial)) &&
    Array.isArray(value.transitions) &&
    value.transitions.every(isTransition) &&
    isTexts(value.invokes) &&
    isTexts(value.entry) &&
    isTexts(value.exit) &&
    isCharts(value.states, depth + 1)
  );
}

function isTransition(value: unknown): value is ChartTransition {
  return (
    isRecord(value) &&
    isText(value.event) &&
    isTexts(value.targets) &&
    isTexts(value.actions) &&
    (value.guard === undefined || isText(value.guard)) &&
    (value.delay === undefined || isText(value.delay))
  );
}

/** Whether `value` is the declared messages: `[id, name, layout]` each. */
export function isMessageList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (message) =>
        Array.isArray(message) && Number.isInteger(message[0]) && isText(message[1]) && isText(message[2]),
    )
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
