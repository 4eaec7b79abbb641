/**
 * An index of a match: every event, state, actor, message, mark, rule, notice and string by its text, and every field's values.
 * Built piece by piece, so that a page stays responsive; what is asked meanwhile is answered from what is read so far.
 */
import type { FeedFrame, FeedStep } from '../../feed/entry.js';
import { leavesOf } from './leaves.js';
import { holds, type Query } from './query.js';
import type { Reel, Sighted } from './reel.js';

/** What was found, the most telling first: one is told of a moment that has several. */
const KINDS = ['mark', 'event', 'message', 'state', 'actor', 'rule', 'notice', 'field', 'value'] as const;
export type HitKind = (typeof KINDS)[number];

/** A moment of a match, which actor's it is, if any. */
interface Place {
  readonly frame: number;
  readonly step: number;
  readonly actor: string | undefined;
}

/** Something that was found. */
export interface Hit extends Place {
  readonly kind: HitKind;
  readonly text: string;
}

interface Term {
  readonly kind: HitKind;
  readonly text: string;
  readonly lower: string;
  readonly places: Place[];
}

/** A field's values, in order; `before` is what the same field of the same actor was. */
type FieldValues = { readonly place: Place; readonly value: unknown; readonly before: unknown }[];

const UNKNOWN = Symbol('no value before');

export class SearchIndex {
  readonly #reel: Reel;
  readonly #terms = new Map<string, Term>();
  readonly #fields = new Map<string, FieldValues>();
  /** The last value of each actor's fields. */
  readonly #last = new Map<string, Map<string, unknown>>();
  #frames = 0;
  #steps = 0;
  #sightings = 0;
  #notices = 0;

  constructor(reel: Reel) {
    this.#reel = reel;
  }

  /** Share of the match that is read, 0–1. */
  get share(): number {
    return this.#reel.frames.length === 0 ? 1 : this.#frames / this.#reel.frames.length;
  }

  /** Reads up to `frames` more frames; all that is not in frames is read at once. False when there are more. */
  grow(frames: number): boolean {
    const all = this.#reel.frames;
    const end = Math.min(all.length, this.#frames + frames);
    for (; this.#frames < end; this.#frames++) this.#frame(all[this.#frames] as FeedFrame);
    this.#rest();
    return this.#frames === all.length;
  }

  /** What is found, one a moment, in order. */
  find(query: Query): Hit[] {
    const hits = query.kind === 'words' ? this.#withWords(query.words) : this.#withField(query);
    hits.sort(
      (a, b) => a.frame - b.frame || a.step - b.step || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
    );
    return hits.filter((hit, index) => {
      const before = hits[index - 1];
      return before?.frame !== hit.frame || before.step !== hit.step;
    });
  }

  #withWords(words: string): Hit[] {
    const hits: Hit[] = [];
    for (const { kind, text, lower, places } of this.#terms.values())
      if (lower.includes(words)) for (const place of places) hits.push({ ...place, kind, text });
    return hits;
  }

  #withField(query: Extract<Query, { kind: 'field' }>): Hit[] {
    const hits: Hit[] = [];
    for (const [path, values] of this.#fields) {
      const lower = path.toLowerCase();
      if (lower !== query.field && !lower.endsWith(`.${query.field}`)) continue;
      for (const { place, value, before } of values) {
        const becomes = holds(query, value) && (before === UNKNOWN || !holds(query, before));
        if (becomes) hits.push({ ...place, kind: 'field', text: `${path} = ${String(value)}` });
      }
    }
    return hits;
  }

  #frame({ frame, inputs, steps }: FeedFrame): void {
    const first = this.#steps;
    const placeOf = (offset: number): Place => ({
      frame,
      step: offset < 0 ? this.#reel.stepAtFrame(frame) : first + offset,
      actor: steps[offset]?.actor,
    });
    for (const [offset, step] of steps.entries()) this.#step(step, placeOf(offset));
    for (const [number, { kind, peer, name, value, sentence }] of inputs.entries()) {
      const place = placeOf(steps.findIndex(({ cause }) => cause === number + 1));
      const isPeer = kind === 'peer-joined' || kind === 'peer-left';
      if (isPeer) this.#post('notice', `peer ${peer} ${kind === 'peer-joined' ? 'joined' : 'left'}`, place);
      this.#post('message', name, place);
      this.#post('notice', sentence, place);
      for (const leaf of leavesOf(value, '')) this.#value(leaf.path, leaf.value, UNKNOWN, place);
    }
    this.#steps += steps.length;
  }

  #step({ kind, actor, event, from, to, rule, changes, sent = [] }: FeedStep, place: Place): void {
    this.#post('event', event, place);
    this.#post('rule', rule, place);
    for (const { message } of sent) this.#post('message', message, place);
    if (kind === 'refusal') return;
    const isStart = from === '';
    if (isStart || event === 'xstate.stop') this.#post('actor', actor, place);
    if (from !== to) this.#post('state', to, place);
    let last = isStart ? undefined : this.#last.get(actor);
    if (last === undefined) {
      last = new Map();
      this.#last.set(actor, last);
    }
    for (const [field, value] of changes) {
      for (const leaf of leavesOf(value, field)) {
        const before = last.has(leaf.path) ? last.get(leaf.path) : UNKNOWN;
        if (before === leaf.value) continue;
        last.set(leaf.path, leaf.value);
        this.#value(leaf.path, leaf.value, before, place);
      }
    }
  }

  #rest(): void {
    const { sightings, notices } = this.#reel;
    for (; this.#sightings < sightings.length; this.#sightings++) {
      const seen = sightings[this.#sightings];
      if (seen?.kind === 'mark' || seen?.kind === 'band') this.#post('mark', seen.label, this.#seen(seen));
    }
    for (; this.#notices < notices.length; this.#notices++) {
      const { frame = 0, notice, sentence } = notices[this.#notices] ?? {};
      this.#post('notice', `${notice}: ${sentence}`, this.#end(frame));
    }
  }

  #seen({ at, step }: Sighted): Place {
    const done = this.#reel.steps[step];
    return done?.frame === at ? { frame: at, step, actor: done.step.actor } : this.#end(at);
  }

  #end(frame: number): Place {
    return { frame, step: this.#reel.stepAtFrame(frame), actor: undefined };
  }

  #value(path: string, value: unknown, before: unknown, place: Place): void {
    if (path !== '') {
      const values = this.#fields.get(path);
      if (values) values.push({ place, value, before });
      else this.#fields.set(path, [{ place, value, before }]);
    }
    if (typeof value === 'string') this.#post('value', value, place);
  }

  #post(kind: HitKind, text: string | undefined, place: Place): void {
    if (text === undefined || text === '') return;
    const key = `${kind} ${text}`;
    const term = this.#terms.get(key);
    if (term) term.places.push(place);
    else this.#terms.set(key, { kind, text, lower: text.toLowerCase(), places: [place] });
  }
}

/** The hit after a moment, or before it; goes round at the ends. */
export function hitFrom(
  hits: readonly Hit[],
  { frame, step }: { readonly frame: number; readonly step: number },
  by: 1 | -1,
): Hit | undefined {
  const order = (hit: Hit): number => hit.frame - frame || hit.step - step;
  if (by > 0) return hits.find((hit) => order(hit) > 0) ?? hits[0];
  return hits.findLast((hit) => order(hit) < 0) ?? hits.at(-1);
}
