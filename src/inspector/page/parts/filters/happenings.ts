/** Everything that happened in a match, in order: each step, each input that no actor acted on, each notice. */
import type { FeedFrame, FeedInput, FeedNotice } from '../../../feed/entry.js';
import type { ReelStep } from '../../model/reel.js';
import { FacetCounts, type Facets, type Kind } from './facets.js';
import { perReel } from './per-reel.js';
import { ReelWalk } from './reel-walk.js';

/** One thing that happened. */
export interface Happening {
  readonly frame: number;
  /** The step to look at for it: its own, or the last one before it. */
  readonly step: number;
  /** Number of its input in its frame; 0 for a timer or the start, −1 for a notice. */
  readonly cause: number;
  readonly facets: Facets;
  readonly done?: ReelStep;
  readonly input?: FeedInput;
  readonly notice?: FeedNotice;
}

const INPUT_KINDS: Readonly<Record<FeedInput['kind'], Kind>> = {
  message: 'message',
  command: 'command',
  'peer-joined': 'peer',
  'peer-left': 'peer',
};

export const NOTICE_CAUSE = -1;

export class Happenings extends ReelWalk {
  readonly list: Happening[] = [];
  readonly counts = new FacetCounts();
  #steps = 0;

  protected override frame({ frame, inputs, steps }: FeedFrame): void {
    let told = 0;
    for (const { cause } of steps) {
      for (let unmet = told + 1; unmet < cause; unmet++) this.#unmet(frame, unmet, inputs[unmet - 1]);
      told = Math.max(told, cause);
      const done = this.reel.steps[this.#steps++];
      if (done !== undefined)
        this.#push({
          frame,
          step: done.index,
          cause,
          done,
          facets: facetsOfStep(done),
          ...maybe(done.input),
        });
    }
    for (let unmet = told + 1; unmet <= inputs.length; unmet++) this.#unmet(frame, unmet, inputs[unmet - 1]);
  }

  #unmet(frame: number, cause: number, input: FeedInput | undefined): void {
    if (input === undefined) return;
    this.#push({ frame, step: this.#steps - 1, cause, input, facets: facetsOfInput(input) });
  }

  protected override notice(notice: FeedNotice): void {
    const peers = notice.peer === undefined ? [] : [notice.peer];
    const facets: Facets = { actors: [], peers, messages: [], kinds: ['notice'] };
    this.#push({ frame: notice.frame, step: this.#steps - 1, cause: NOTICE_CAUSE, notice, facets });
  }

  #push(happening: Happening): void {
    this.list.push(happening);
    this.counts.count(happening.facets);
  }
}

const maybe = (input: FeedInput | undefined) => (input === undefined ? {} : { input });

/** What an input is about, whoever acts on it. */
export const facetsOfInput = ({ kind, peer, name }: FeedInput): Facets => ({
  actors: [],
  peers: [peer],
  messages: kind === 'message' ? [name] : [],
  kinds: [INPUT_KINDS[kind]],
});

/** A step is about its actor, about what caused it, and about what it sent. */
function facetsOfStep({ step, input }: ReelStep): Facets {
  const cause = input && facetsOfInput(input);
  const sent = step.sent ?? [];
  return {
    actors: [step.actor],
    peers: [...(cause?.peers ?? []), ...sent.flatMap(({ to }) => (typeof to === 'string' ? [] : to))],
    messages: [
      ...(cause?.messages ?? []),
      ...sent.flatMap(({ message }) => (message === '' ? [] : [message])),
    ],
    kinds: [step.kind, ...(cause?.kinds ?? [])],
  };
}

/** What happened in a reel, up to date. */
export const happeningsOf = perReel((reel) => new Happenings(reel));
