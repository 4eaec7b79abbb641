/** Events in words. XState names its own events by a scheme; people should not have to know it. */
import { msWords } from '../../model/time.js';

const PREFIXES = {
  after: 'xstate.after.',
  doneActor: 'xstate.done.actor.',
  doneState: 'xstate.done.state.',
  failed: 'xstate.error.actor.',
};

/** What kind of event one is. `timer`: its delay ran out; `delay` is its name, or its ms in digits. */
export type EventSort =
  | { readonly sort: 'start' | 'stop' | 'at-once' | 'plain' }
  | { readonly sort: 'timer'; readonly delay: string }
  | { readonly sort: 'done' | 'failed'; readonly what: string };

export function sortOf(event: string): EventSort {
  if (event === 'xstate.init') return { sort: 'start' };
  if (event === 'xstate.stop') return { sort: 'stop' };
  if (event === '') return { sort: 'at-once' };
  if (event.startsWith(PREFIXES.after)) {
    const rest = event.slice(PREFIXES.after.length);
    return { sort: 'timer', delay: rest.slice(0, rest.includes('.') ? rest.indexOf('.') : undefined) };
  }
  if (event.startsWith(PREFIXES.doneActor))
    return { sort: 'done', what: event.slice(PREFIXES.doneActor.length) };
  if (event.startsWith(PREFIXES.doneState))
    return { sort: 'done', what: `everything in ${event.slice(PREFIXES.doneState.length)}` };
  if (event.startsWith(PREFIXES.failed)) return { sort: 'failed', what: event.slice(PREFIXES.failed.length) };
  return { sort: 'plain' };
}

/** A short name for an event, for lists. */
export function eventLabel(event: string): string {
  const sorted = sortOf(event);
  switch (sorted.sort) {
    case 'start':
      return 'start';
    case 'stop':
      return 'stop';
    case 'at-once':
      return 'at once';
    case 'timer':
      return `timer ${isDigits(sorted.delay) ? msWords(Number(sorted.delay)) : sorted.delay}`;
    case 'done':
      return `${sorted.what} done`;
    case 'failed':
      return `${sorted.what} failed`;
    case 'plain':
      return event;
  }
}

export const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** Such as `a`, `a and b` or `a, b and c`. */
export const listWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
