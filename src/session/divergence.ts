/** Names the first difference between what a log says and what happened: frame, actor, event, field, both values (RP6). */
import type { Plain } from '../game.js';
import type { Batch, StepRecord, TransitionRecord } from '../store/batch.js';

/** The first difference between a log and its replay, or between two logs, by name (RP6). */
export interface Divergence {
  readonly frame: number;
  readonly actor: string;
  readonly event: string;
  /** A context path such as `roster[1].connected`, or `state`, `actor`, `event`, `cause`, `step`, `inputs[0].peer`, `frame`, `encoding`, `draws of NAME`. */
  readonly field: string;
  readonly expected: Plain;
  readonly actual: Plain;
  readonly sentence: string;
}

/** The first difference of two batches of one place in the log; either may be missing. `undefined` when they say the same. */
export function compareBatches(
  expected: Batch | undefined,
  actual: Batch | undefined,
): Divergence | undefined {
  if (expected === undefined && actual === undefined) return undefined;
  if (expected === undefined || actual === undefined || expected.frame !== actual.frame)
    return compareFrames(expected, actual);
  const { frame } = expected;
  return (
    compareDraws(expected, actual) ??
    compareInputs(expected, actual) ??
    compareSteps(frame, expected.steps, actual.steps)
  );
}

/** For two batches that say the same in other bytes, such as fields in another order: their digests differ all the same. */
export function encodingDivergence(frame: number, expected: Uint8Array, actual: Uint8Array): Divergence {
  return divergence({ frame, actor: '', event: '' }, 'encoding', expected, actual);
}

function compareFrames(expected: Batch | undefined, actual: Batch | undefined): Divergence {
  const first =
    expected === undefined || (actual !== undefined && actual.frame < expected.frame) ? actual : expected;
  const step = first?.steps[0];
  const at = { frame: first?.frame ?? 0, actor: step?.actor ?? '', event: step?.event ?? '' };
  return divergence(at, 'frame', expected?.frame ?? null, actual?.frame ?? null);
}

/** Draws come first: an extra draw is the cause, and the values that differ after it are its effects. */
function compareDraws(expected: Batch, actual: Batch): Divergence | undefined {
  const counts = new Map(actual.draws);
  const names = new Set([...expected.draws, ...actual.draws].map(([name]) => name));
  const wanted = new Map(expected.draws);
  for (const name of names) {
    const [before, after] = [wanted.get(name) ?? null, counts.get(name) ?? null];
    if (before === after) continue;
    const step = differingStep(expected.steps, actual.steps);
    const at = { frame: expected.frame, actor: step?.actor ?? '', event: step?.event ?? '' };
    return divergence(at, `draws of ${name}`, before, after);
  }
  return undefined;
}

function compareInputs(expected: Batch, actual: Batch): Divergence | undefined {
  const at = { frame: expected.frame, actor: '', event: '' };
  const found = firstDifference(
    expected.inputs as unknown as Plain,
    actual.inputs as unknown as Plain,
    'inputs',
  );
  return found && divergence(at, found.path, found.expected, found.actual);
}

function compareSteps(
  frame: number,
  expected: readonly StepRecord[],
  actual: readonly StepRecord[],
): Divergence | undefined {
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const found = compareStep(frame, expected[index], actual[index]);
    if (found) return found;
  }
  return undefined;
}

function compareStep(
  frame: number,
  expected: StepRecord | undefined,
  actual: StepRecord | undefined,
): Divergence | undefined {
  const one = expected ?? actual;
  if (one === undefined) return undefined;
  const at = { frame, actor: one.actor, event: one.event };
  if (expected === undefined || actual === undefined)
    return divergence(at, 'step', describe(expected), describe(actual));
  if (expected.actor !== actual.actor) return divergence(at, 'actor', expected.actor, actual.actor);
  if (expected.event !== actual.event) return divergence(at, 'event', expected.event, actual.event);
  if (expected.cause !== actual.cause) return divergence(at, 'cause', expected.cause, actual.cause);
  if (expected.kind === 'refusal' || actual.kind === 'refusal') {
    const same =
      expected.kind === actual.kind &&
      expected.kind === 'refusal' &&
      actual.kind === 'refusal' &&
      expected.rule === actual.rule;
    return same ? undefined : divergence(at, 'step', describe(expected), describe(actual));
  }
  if (expected.from !== actual.from) return divergence(at, 'state before', expected.from, actual.from);
  if (expected.to !== actual.to) return divergence(at, 'state', expected.to, actual.to);
  return compareChanges(at, expected, actual);
}

function compareChanges(
  at: Place,
  expected: TransitionRecord,
  actual: TransitionRecord,
): Divergence | undefined {
  const wanted = new Map(expected.changes);
  const got = new Map(actual.changes);
  for (const field of new Set([...wanted.keys(), ...got.keys()])) {
    if (!wanted.has(field)) return divergence(at, field, 'unchanged', got.get(field) ?? null);
    if (!got.has(field)) return divergence(at, field, wanted.get(field) ?? null, 'unchanged');
    const found = firstDifference(wanted.get(field) ?? null, got.get(field) ?? null, field);
    if (found) return divergence(at, found.path, found.expected, found.actual);
  }
  return undefined;
}

interface Place {
  readonly frame: number;
  readonly actor: string;
  readonly event: string;
}

/** Puts a difference into words. */
export function divergence(at: Place, field: string, expected: Plain, actual: Plain): Divergence {
  const where = at.actor === '' ? '' : `, actor "${at.actor}", event "${at.event}"`;
  const sentence = `Frame ${at.frame}${where}: ${field} should be ${show(expected)} and is ${show(actual)}.`;
  return { ...at, field, expected, actual, sentence };
}

function differingStep(
  expected: readonly StepRecord[],
  actual: readonly StepRecord[],
): StepRecord | undefined {
  const index = expected.findIndex((step, at) => compareStep(0, step, actual[at]) !== undefined);
  return expected[index] ?? actual[expected.length] ?? expected[0];
}

function describe(step: StepRecord | undefined): string {
  if (step === undefined) return 'no step';
  return step.kind === 'refusal' ? `refused by ${step.rule}` : `${step.actor}: ${step.event} → ${step.to}`;
}

/** Values in a sentence are for reading: long ones are cut. */
function show(value: Plain): string {
  const text = value instanceof Uint8Array ? `${value.length} bytes` : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** The first pair of values that differ inside two plain values, and the path to it. */
export function firstDifference(
  expected: Plain,
  actual: Plain,
  path: string,
): { path: string; expected: Plain; actual: Plain } | undefined {
  if (Object.is(expected, actual)) return undefined;
  if (!isContainer(expected) || !isContainer(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return { path, expected, actual };
  }
  const wanted = expected as Record<string, Plain>;
  const got = actual as Record<string, Plain>;
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(got)])) {
    const inner =
      Array.isArray(expected) || expected instanceof Uint8Array ? `${path}[${key}]` : `${path}.${key}`;
    const found = firstDifference(wanted[key] ?? null, got[key] ?? null, inner);
    if (found) return found;
  }
  return undefined;
}

const isContainer = (value: Plain): boolean => typeof value === 'object' && value !== null;
