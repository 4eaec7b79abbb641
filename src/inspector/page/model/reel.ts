/**
 * A match as the page holds it: every step with the actor before and after it, so that any moment is looked up and nothing is
 * folded again. Grows at its end only, when a live feed goes on.
 */
import type { Plain } from '../../../game.js';
import type { Sighting } from '../../../inspection.js';
import type {
  FeedEntry,
  FeedFrame,
  FeedHeader,
  FeedInput,
  FeedLinks,
  FeedNotice,
  FeedStep,
} from '../../feed/entry.js';
import { countWhile, lastAtMost } from './ascending.js';

/** The event of an actor's stop: it is gone afterwards. */
const STOP_EVENT = 'xstate.stop';
/** The state of an actor before its start. */
const NO_STATE = '';

/** An actor at a moment. */
export interface ActorMoment {
  readonly id: string;
  readonly chart: string;
  readonly state: string;
  readonly context: Readonly<Record<string, Plain>>;
  /** The frame in which it came into this state. */
  readonly since: number;
  /** Index of the step that brought it into this state; −1 when the feed began with it. */
  readonly arrival: number;
  /** Index of the step that led here; −1 when the feed began with it. */
  readonly step: number;
}

/** A step of a match. Its index is its place in {@link Reel.steps}. */
export interface ReelStep {
  readonly index: number;
  readonly frame: number;
  readonly step: FeedStep;
  /** What its cause was; `undefined` for a timer or the start. */
  readonly input: FeedInput | undefined;
  readonly before: ActorMoment | undefined;
  /** `undefined` once the actor is stopped. */
  readonly after: ActorMoment | undefined;
}

/** Where one actor came to be, in order. */
interface Life {
  readonly steps: number[];
  readonly moments: (ActorMoment | undefined)[];
}

/** A sighting with its frame, and the step that shows it: the last of the frame in which it was told whose actor goes on. */
export type Sighted = Sighting & { readonly at: number; readonly step: number };

export class Reel {
  readonly header: FeedHeader;
  readonly steps: ReelStep[] = [];
  readonly frames: FeedFrame[] = [];
  readonly sightings: Sighted[] = [];
  readonly links: FeedLinks[] = [];
  readonly notices: FeedNotice[] = [];
  /** Frames of superseded messages, by message name, ascending; and who sent each. */
  readonly superseded = new Map<string, { frames: number[]; peers: number[] }>();
  /** Frames before which something was missed. */
  readonly gaps: number[] = [];
  /** Why nothing follows; `undefined` while a live feed goes on, and for a log that just ends. */
  ended: string | undefined;
  lastFrame = 0;
  /** The earliest frame there is: not 0 for a feed that began late. */
  firstFrame = 0;
  readonly #lives = new Map<string, Life>();

  constructor(header: FeedHeader) {
    this.header = header;
  }

  append(entry: FeedEntry): void {
    switch (entry.kind) {
      case 'header':
        return;
      case 'base':
        this.#base(entry);
        break;
      case 'frame':
        this.#frame(entry);
        break;
      case 'superseded':
        this.#superseded(entry);
        return;
      case 'links':
        this.links.push(entry);
        break;
      case 'notice':
        this.notices.push(entry);
        break;
      case 'gap':
        this.gaps.push(entry.frame);
        break;
      case 'end':
        this.ended = entry.sentence;
        break;
    }
    this.lastFrame = Math.max(this.lastFrame, entry.frame);
  }

  /** The actor after step `step` (−1: before the first); `undefined` when there is none. */
  actorAt(id: string, step: number): ActorMoment | undefined {
    const life = this.#lives.get(id);
    if (life === undefined) return undefined;
    const place = lastAtMost(life.steps, step);
    return place < 0 ? undefined : life.moments[place];
  }

  /** The actors after step `step`, in the order in which they first started. */
  actorsAt(step: number): readonly ActorMoment[] {
    return [...this.#lives.keys()].flatMap((id) => this.actorAt(id, step) ?? []);
  }

  /** Ids of all actors there ever were, in the order of their first start. */
  get actorIds(): readonly string[] {
    return [...this.#lives.keys()];
  }

  /** Index of the last step at or before `frame`; −1 when there is none. */
  stepAtFrame(frame: number): number {
    return countWhile(this.steps.length, (place) => (this.steps[place] as ReelStep).frame <= frame) - 1;
  }

  /** Seconds of frame time. */
  secondsOf(frame: number): number {
    return frame / this.header.frameRate;
  }

  #base({ frame, actors }: Extract<FeedEntry, { kind: 'base' }>): void {
    if (this.steps.length === 0) this.firstFrame = frame;
    const step = this.steps.length - 1;
    const present = new Set(actors.map(({ id }) => id));
    for (const [id] of this.#lives) if (!present.has(id)) this.#note(id, step, undefined);
    for (const actor of actors) this.#note(actor.id, step, { ...actor, since: frame, arrival: -1, step });
  }

  /** Everything is looked up by halves: a frame that steps back, which no session has, is told where the match had got to. */
  #frame(told: FeedFrame): void {
    const before = this.frames.at(-1)?.frame ?? told.frame;
    const entry = told.frame >= before ? told : { ...told, frame: before };
    this.frames.push(entry);
    for (const step of entry.steps) this.#step(entry, step);
    const last = this.steps.length - 1;
    const done = this.steps.slice(this.steps.length - entry.steps.length);
    const step = done.findLast(({ after }) => after !== undefined)?.index ?? last;
    for (const sighting of entry.sightings)
      this.sightings.push({ ...sighting, at: sighting.frame ?? entry.frame, step });
  }

  #step({ frame, inputs }: FeedFrame, step: FeedStep): void {
    const index = this.steps.length;
    const before = this.actorAt(step.actor, index);
    const after = step.kind === 'refusal' ? before : next(frame, index, step, before);
    this.steps.push({ index, frame, step, input: inputs[step.cause - 1], before, after });
    if (step.kind === 'transition') this.#note(step.actor, index, after);
  }

  #note(id: string, step: number, moment: ActorMoment | undefined): void {
    let life = this.#lives.get(id);
    if (life === undefined) {
      life = { steps: [], moments: [] };
      this.#lives.set(id, life);
    }
    life.steps.push(step);
    life.moments.push(moment);
  }

  #superseded({ message, frames, peers }: Extract<FeedEntry, { kind: 'superseded' }>): void {
    const known = this.superseded.get(message);
    if (known === undefined) this.superseded.set(message, { frames: [...frames], peers: [...peers] });
    else {
      known.frames.push(...frames);
      known.peers.push(...peers);
    }
  }
}

function next(
  frame: number,
  index: number,
  { actor: id, chart, event, from, to, changes }: FeedStep,
  before: ActorMoment | undefined,
): ActorMoment | undefined {
  if (event === STOP_EVENT) return undefined;
  const isStart = from === NO_STATE;
  const context =
    changes.length === 0 && before && !isStart
      ? before.context
      : { ...(isStart ? {} : before?.context), ...Object.fromEntries(changes) };
  const stays = !isStart && from === to && before !== undefined;
  const { since, arrival } = stays ? before : { since: frame, arrival: index };
  return { id, chart, state: to, context, since, arrival, step: index };
}
