/** A step as a sentence that anybody understands: who went where, and because of what. Reads the reel and decides nothing. */
import type { FeedInput } from '../../../feed/entry.js';
import type { ActorMoment, Reel, ReelStep } from '../../model/reel.js';
import { refusalWords } from '../../model/refusals.js';
import { msWords } from '../../model/time.js';
import { peerNames } from '../filters/peer-names.js';
import { isDigits, listWords, sortOf } from './event-words.js';

/** Steps of an actor that are looked through for where something began. */
const LOOK_BACK_STEPS = 5000;

/** The whole sentence. */
export function sentenceOf(reel: Reel, done: ReelStep): string {
  const { step } = done;
  if (step.kind === 'refusal') {
    const what = done.input && isDirect(done) ? inputNoun(reel, done.input, done.index) : step.event;
    return `${refusalWords(step, what)}.`;
  }
  return `${movement(done)}, because ${becauseOf(reel, done)}${guardWords(done)}.`;
}

/** What the actor did, such as `run went from a to b`. */
export function movement({ step }: ReelStep): string {
  const { sort } = sortOf(step.event);
  if (sort === 'start' || step.from === '') return `${step.actor} started in ${step.to}`;
  if (sort === 'stop') return `${step.actor} was stopped in ${step.from}`;
  if (step.from !== step.to) return `${step.actor} went from ${step.from} to ${step.to}`;
  const fields = step.changes.map(([field]) => field);
  return `${step.actor} stayed in ${step.to}${fields.length === 0 ? '' : ` and changed ${listWords(fields)}`}`;
}

/** Why it did, such as `Join came from Bo`. */
export function becauseOf(reel: Reel, done: ReelStep): string {
  const sorted = sortOf(done.step.event);
  if (sorted.sort === 'timer') return timerWords(reel, done, sorted.delay);
  if (done.input && isDirect(done)) return inputWords(reel, done.input, done.index);
  const root = rootWords(reel, done);
  const after = root === '' ? '' : `, after ${root}`;
  switch (sorted.sort) {
    case 'done':
      return `${sorted.what} was done${after}`;
    case 'failed':
      return `${sorted.what} failed${after}`;
    case 'at-once':
      return `nothing held it there${after}`;
    case 'start':
    case 'stop':
      return root === '' ? 'the session began' : root;
    case 'plain':
      return `it was told ${done.step.event}${after}`;
  }
}

/** Whether the actor acted on the input itself, not on what another actor made of it. */
export function isDirect({ step, input }: ReelStep): boolean {
  if (input === undefined) return false;
  if (input.kind === 'message') return step.event === input.name;
  if (input.kind === 'command') return step.event === `command.${input.name}`;
  return step.event === input.kind.replace('-', '.');
}

/** What began the chain that the step is a part of; empty for the start of the session. */
function rootWords(reel: Reel, done: ReelStep): string {
  if (done.input) return inputWords(reel, done.input, done.index);
  for (let index = done.index - 1; index >= 0; index--) {
    const earlier = reel.steps[index];
    if (earlier === undefined || earlier.frame !== done.frame || earlier.step.cause !== 0) break;
    const sorted = sortOf(earlier.step.event);
    if (sorted.sort === 'timer') return `${timerWords(reel, earlier, sorted.delay)} in ${earlier.step.actor}`;
  }
  return '';
}

export function inputWords(reel: Reel, input: FeedInput, step: number): string {
  const who = peerNames(reel).labelOf(input.peer, step);
  switch (input.kind) {
    case 'message':
      return `${input.name} came from ${who}`;
    case 'command':
      return `the local player asked for ${input.name}`;
    case 'peer-joined':
      return `${who} joined`;
    case 'peer-left':
      return `${who} left (${input.sentence || input.name || 'no reason told'})`;
  }
}

/** An input as a thing, such as `Join from Bo`. */
export function inputNoun(reel: Reel, input: FeedInput, step: number): string {
  if (input.kind === 'message') return `${input.name} from ${peerNames(reel).labelOf(input.peer, step)}`;
  if (input.kind === 'command') return `command ${input.name}`;
  return inputWords(reel, input, step);
}

function timerWords(reel: Reel, done: ReelStep, delay: string): string {
  if (isDigits(delay)) return `${msWords(Number(delay))} passed`;
  const told = delayOf(reel, done);
  if (told !== undefined) return `${msWords(told)} passed (${delay})`;
  const entered = enteredAt(reel, done);
  if (entered === undefined) return `${delay} ran out`;
  return `≈ ${msWords(reel.secondsOf(done.frame - entered) * 1000)} passed (${delay})`;
}

/** The frame in which the actor came into the state whose delay ran out; `xstate.after.<delay>.<machine>.<state>` names it. */
function enteredAt(reel: Reel, { step, before }: ReelStep): number | undefined {
  const state = step.event.split('.').slice(4).join('.');
  const isIn = (path: string): boolean =>
    path.split(' & ').some((branch) => state === '' || branch === state || branch.startsWith(`${state}.`));
  for (const earlier of stepsBack(reel, before))
    if (!isIn(earlier.step.from) || earlier.step.from === '') return earlier.frame;
  return undefined;
}

/** How long the delay was that ran out, if the step in which it began tells. */
function delayOf(reel: Reel, { step, before }: ReelStep): number | undefined {
  for (const earlier of stepsBack(reel, before)) {
    const found = earlier.step.delays?.find(([event]) => event === step.event);
    if (found !== undefined) return found[1];
  }
  return undefined;
}

function guardWords({ step }: ReelStep): string {
  const guards = step.guards ?? [];
  if (guards.length === 0) return '';
  const words = guards.map(([guard, holds]) => `${guard} was ${holds}`);
  return `; ${guards.length === 1 ? 'guard' : 'guards'} ${listWords(words)}`;
}

/** The steps of an actor that led to a moment of it, latest first. */
export function* stepsBack(reel: Reel, moment: ActorMoment | undefined): Generator<ReelStep> {
  let step = moment && reel.steps[moment.step];
  for (let count = 0; step !== undefined && count < LOOK_BACK_STEPS; count++) {
    if (step.step.actor !== moment?.id) return;
    yield step;
    step = step.before && reel.steps[step.before.step];
  }
}

/** The step that brought an actor into the state it is in; `undefined` when the feed began with it. */
export const arrivalOf = (reel: Reel, { arrival }: ActorMoment): ReelStep | undefined => reel.steps[arrival];
