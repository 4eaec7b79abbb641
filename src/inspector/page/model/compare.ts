/** Two matches beside each other: what they were made of, and the first moment at which they part. Goes on when they grow. */
import type { FeedFrame, FeedHeader, FeedStep } from '../../feed/entry.js';
import { countWhile } from './ascending.js';
import { type Difference, differencesOf, textOf } from './difference.js';
import type { Look } from './look.js';
import type { ActorMoment, Reel } from './reel.js';

/** The first thing that is not the same in both. */
export interface Parting {
  /** The moment of the left match that shows it. */
  readonly look: Look;
  readonly sentence: string;
  /** Actor and event of the step that parts; absent when it is an input or an end. */
  readonly actor?: string;
  readonly event?: string;
  readonly differences: readonly Difference[];
}

/** What of a header makes a match: not its name, its date or who wrote it. */
const COMPARED = [
  ...['game', 'gameVersion', 'protocol', 'schemaHash', 'role', 'frameRate'],
  ...['options', 'rules', 'charts', 'messages'],
] as const satisfies readonly (keyof FeedHeader)[];

export class Comparison {
  readonly left: Reel;
  readonly right: Reel;
  /** What they were made of differs in this. */
  readonly headers: readonly Difference[];
  /** Where they part; `undefined` when they have not so far. */
  parting: Parting | undefined;
  /** The first frame to compare: a match may begin late, or its beginning be let go of. */
  readonly #start: number;
  /** Frames that are the same in both. */
  #same = 0;

  constructor(left: Reel, right: Reel) {
    this.left = left;
    this.right = right;
    this.headers = differencesOf(compared(left.header), compared(right.header));
    this.#start = Math.max(left.firstFrame, right.firstFrame);
    this.grow();
  }

  /** Compares what came since. */
  grow(): this {
    while (this.parting === undefined) {
      const [left, right] = [this.#next(this.left), this.#next(this.right)];
      if (left === undefined || right === undefined) {
        this.parting = this.#endOf(left, right);
        break;
      }
      this.parting = this.#framesOf(left, right);
      if (this.parting === undefined) this.#same++;
    }
    return this;
  }

  /** How they compare, in a sentence. */
  get sentence(): string {
    if (this.parting) return this.parting.sentence;
    const count = `${this.#same} ${this.#same === 1 ? 'frame' : 'frames'} in which something happened`;
    return `Both are the same in all ${count}.`;
  }

  /** The moment of the right match that belongs to one of the left. */
  rightOf(look: Look): Look {
    return lookIn(this.right, this.left, look);
  }

  /** The moment of the left match that belongs to one of the right. */
  leftOf(look: Look): Look {
    return lookIn(this.left, this.right, look);
  }

  /** The frame of a match that is compared next. */
  #next({ frames }: Reel): FeedFrame | undefined {
    return frames[
      countWhile(frames.length, (place) => (frames[place]?.frame ?? 0) < this.#start) + this.#same
    ];
  }

  #framesOf(left: FeedFrame, right: FeedFrame): Parting | undefined {
    if (left.frame !== right.frame) return this.#lonely(left, right);
    const { frame } = left;
    const start = this.left.stepAtFrame(frame - 1);
    for (let place = 0; place < Math.max(left.inputs.length, right.inputs.length); place++) {
      const differences = differencesOf(left.inputs[place], right.inputs[place]);
      if (differences.length === 0) continue;
      const sentence = `They part in frame ${frame}, with input ${place + 1}: ${nameOf(differences)}.`;
      return { look: { frame, step: start }, sentence, differences };
    }
    for (let place = 0; place < Math.max(left.steps.length, right.steps.length); place++) {
      const [mine, other] = [left.steps[place], right.steps[place]];
      const differences = differencesOf(recordedOf(mine), recordedOf(other));
      if (differences.length === 0) continue;
      const step = Math.min(start + 1 + place, this.left.stepAtFrame(frame));
      const { actor, event } = mine ?? other ?? { actor: '', event: '' };
      const sentence = `They part in frame ${frame}, when ${actor} takes ${event}: ${nameOf(differences)}.`;
      return { look: { frame, step }, sentence, actor, event, differences };
    }
    return undefined;
  }

  /** Something happened in one match only. */
  #lonely(left: FeedFrame, right: FeedFrame): Parting {
    const isLeft = left.frame < right.frame;
    const lone = isLeft ? left : right;
    const [input] = lone.inputs;
    const what = input ? `${input.kind} ${input.name} of peer ${input.peer}` : (lone.steps[0]?.event ?? '');
    const sentence = `They part in frame ${lone.frame}: only ${isLeft ? 'A' : 'B'} has something there, ${what}.`;
    const look = { frame: lone.frame, step: this.left.stepAtFrame(lone.frame - (isLeft ? 0 : 1)) };
    const seen = { inputs: lone.inputs, steps: lone.steps.map(recordedOf) };
    const differences = isLeft
      ? [{ path: `frame ${lone.frame}`, left: seen, right: undefined }]
      : [{ path: `frame ${lone.frame}`, left: undefined, right: seen }];
    return { look, sentence, differences };
  }

  /** One ended while the other goes on. */
  #endOf(left: FeedFrame | undefined, right: FeedFrame | undefined): Parting | undefined {
    const more = left ?? right;
    const over = left === undefined ? this.left : this.right;
    if (more === undefined || !isOver(over)) return undefined;
    const frame = Math.min(more.frame, this.left.lastFrame);
    const [goesOn, ends] = left ? ['A', 'B'] : ['B', 'A'];
    const sentence = `${ends} ends where ${goesOn} goes on, in frame ${more.frame}; up to there both are the same.`;
    return { look: { frame, step: this.left.stepAtFrame(frame) }, sentence, differences: [] };
  }
}

/** As many steps into the same frame, or that frame's end. */
function lookIn(other: Reel, one: Reel, { frame, step }: Look): Look {
  const end = other.stepAtFrame(frame);
  if (step >= one.stepAtFrame(frame)) return { frame, step: end };
  const done = step - one.stepAtFrame(frame - 1);
  return { frame, step: Math.min(other.stepAtFrame(frame - 1) + done, end) };
}

/** An actor on both sides. */
export interface ComparedActor {
  readonly id: string;
  readonly left: ActorMoment | undefined;
  readonly right: ActorMoment | undefined;
  /** Fields of the context that are not the same. */
  readonly differences: readonly Difference[];
}

/** All actors of both matches at a moment of the left one. */
export function actorsOf({ left, right }: Comparison, look: Look, other: Look): ComparedActor[] {
  const lefts = new Map(left.actorsAt(look.step).map((actor) => [actor.id, actor]));
  const rights = new Map(right.actorsAt(other.step).map((actor) => [actor.id, actor]));
  return [...new Set([...lefts.keys(), ...rights.keys()])].map((id) => {
    const [mine, others] = [lefts.get(id), rights.get(id)];
    return { id, left: mine, right: others, differences: differencesOf(mine?.context, others?.context) };
  });
}

const isOver = ({ header, ended }: Reel): boolean => header.source === 'log' || ended !== undefined;

const compared = (header: FeedHeader): unknown =>
  Object.fromEntries(COMPARED.map((key) => [key, header[key]]));

/** What a log records of a step: what only its game's code can tell may be known of one match and not of the other. */
function recordedOf(step: FeedStep | undefined): unknown {
  if (step === undefined) return undefined;
  const { kind, actor, event, cause, from, to, rule, changes } = step;
  return { kind, actor, event, cause, from, to, rule, context: Object.fromEntries(changes) };
}

function nameOf([first]: readonly Difference[]): string {
  if (first === undefined) return '';
  const { path, left, right } = first;
  return `${path || 'it'} is ${cut(textOf(left))} in A and ${cut(textOf(right))} in B`;
}

const TEXT_MAX = 60;
const cut = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);
