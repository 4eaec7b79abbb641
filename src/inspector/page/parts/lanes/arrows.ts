/** Everything that crossed a link, or should have, in order: what came in, what was sent because of it, and what was discarded. */
import type { PeerId } from '../../../../peers.js';
import type { FeedFrame, FeedInput, FeedNotice, FeedSent } from '../../../feed/entry.js';
import type { ReelStep } from '../../model/reel.js';
import { FacetCounts, type Facets } from '../filters/facets.js';
import { facetsOfInput } from '../filters/happenings.js';
import { perReel } from '../filters/per-reel.js';
import { ReelWalk } from '../filters/reel-walk.js';

/** What became of it. `unmet`: no actor acted on it. */
export type Fate = 'taken' | 'refused' | 'unmet' | 'dropped';

/** One thing that crossed a link, or was stopped. */
export interface Arrow {
  /** Its place among all. */
  readonly index: number;
  readonly frame: number;
  /** The step to look at for it. */
  readonly step: number;
  readonly facets: Facets;
  readonly way: 'in' | 'out';
  /** Name of the message or command, or what happened to the peer. */
  readonly name: string;
  /** Whom it is from (`in`) or for (`out`); `undefined` when only words tell it. */
  readonly peers: readonly PeerId[] | undefined;
  readonly fate: Fate;
  /** Why it was stopped, why a peer left, or for whom in words. */
  readonly words: string;
  readonly input?: FeedInput;
  readonly sent?: FeedSent;
  readonly notice?: FeedNotice;
}

export class Arrows extends ReelWalk {
  readonly list: Arrow[] = [];
  readonly counts = new FacetCounts();
  #steps = 0;

  protected override frame({ frame, inputs, steps: { length } }: FeedFrame): void {
    const steps = this.reel.steps.slice(this.#steps, this.#steps + length);
    this.#steps += length;
    const last = this.#steps - 1;
    this.#sentBy(steps.filter(({ step }) => step.cause === 0));
    inputs.forEach((input, at) => {
      const caused = steps.filter(({ step }) => step.cause === at + 1);
      this.#came(frame, input, caused, last);
      this.#sentBy(caused);
    });
  }

  #came(frame: number, input: FeedInput, caused: readonly ReelStep[], last: number): void {
    const isMessage = input.kind === 'message' || input.kind === 'command';
    const fate = isMessage ? fateOf(caused) : 'taken';
    const actors = caused.map(({ step }) => step.actor);
    const about = facetsOfInput(input);
    const refusal = caused.find(({ step }) => step.kind === 'refusal')?.step;
    const kinds = fate === 'refused' ? [...about.kinds, 'refusal' as const] : about.kinds;
    this.#push({
      frame,
      step: caused[0]?.index ?? last,
      facets: { ...about, actors, kinds },
      way: 'in',
      name: input.name,
      peers: [input.peer],
      fate,
      words: fate === 'refused' ? `refused by ${refusal?.rule ?? 'a rule'}` : (input.sentence ?? ''),
      input,
    });
  }

  #sentBy(steps: readonly ReelStep[]): void {
    for (const { frame, index, step } of steps)
      for (const sent of step.sent ?? []) {
        const peers = typeof sent.to === 'string' ? undefined : sent.to;
        this.#push({
          frame,
          step: index,
          facets: {
            actors: [step.actor],
            peers: peers ?? [],
            messages: sent.message === '' ? [] : [sent.message],
            kinds: ['message'],
          },
          way: 'out',
          name: sent.kind === 'disconnect' ? 'link closed' : sent.message,
          peers,
          fate: sent.kind === 'disconnect' ? 'dropped' : 'taken',
          words: peers === undefined ? `to ${String(sent.to)}` : '',
          sent,
        });
      }
  }

  protected override notice(notice: FeedNotice): void {
    if (notice.peer === undefined) return;
    this.#push({
      frame: notice.frame,
      step: this.#steps - 1,
      facets: { actors: [], peers: [notice.peer], messages: [], kinds: ['notice'] },
      way: 'in',
      name: notice.notice,
      peers: [notice.peer],
      fate: 'dropped',
      words: notice.sentence,
      notice,
    });
  }

  #push(arrow: Omit<Arrow, 'index'>): void {
    this.list.push({ ...arrow, index: this.list.length });
    this.counts.count(arrow.facets);
  }
}

function fateOf(caused: readonly ReelStep[]): Fate {
  if (caused.length === 0) return 'unmet';
  return caused.every(({ step }) => step.kind === 'refusal') ? 'refused' : 'taken';
}

/** What crossed the links of a reel, up to date. */
export const arrowsOf = perReel((reel) => new Arrows(reel));
