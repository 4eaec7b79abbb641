/**
 * What a timeline shows of a match: bands by row, marks of the game, and marks of trouble (who came and went, refusals, notices,
 * gaps). Reads a reel once, and what grew since when asked again.
 */
import type { Tone } from '../../../inspection.js';
import type { FeedFrame } from '../../feed/entry.js';
import type { Reel, Sighted } from './reel.js';
import { isHarmless, refusalWords } from './refusals.js';

/** A stretch of a row; `to` is `undefined` while it is open. */
export interface Band {
  readonly row: string;
  readonly label: string;
  readonly tone: Tone;
  readonly from: number;
  to: number | undefined;
}

export type MarkKind = 'seen' | 'joined' | 'left' | 'refusal' | 'notice' | 'gap';

/** Something at one frame. */
export interface Mark {
  readonly kind: MarkKind;
  readonly frame: number;
  /** The step that did it, or shows it; of another frame when none of this one does. */
  readonly step: number;
  readonly label: string;
  readonly glyph: string;
  readonly tone: Tone;
}

const NO_BANDS: readonly Band[] = [];
/** Links that ended because somebody wanted it: the peer said goodbye, or this side closed what the peer had left. */
const WANTED_ENDS = ['left', 'closed'];
/** Of a mark that no step did. */
const NO_STEP = -1;

export class Landmarks {
  /** Marks of the game, by frame. */
  readonly marks: Mark[] = [];
  /** Marks of trouble, by frame. */
  readonly troubles: Mark[] = [];
  readonly #reel: Reel;
  readonly #bands = new Map<string, Band[]>();
  readonly #glyphs = new Map<string, number>();
  #sightings = 0;
  #frames = 0;
  #steps = 0;
  #notices = 0;
  #gaps = 0;

  constructor(reel: Reel) {
    this.#reel = reel;
  }

  /** How many marks have this glyph. */
  countOf = (glyph: string): number => this.#glyphs.get(glyph) ?? 0;

  /** The bands of a row, by frame. */
  bandsOf(row: string): readonly Band[] {
    return this.#bands.get(row) ?? NO_BANDS;
  }

  /** Takes in what the reel has got since. */
  grow(): this {
    const { sightings, frames, notices, gaps } = this.#reel;
    for (const sighting of sightings.slice(this.#sightings)) this.#sighted(sighting);
    for (const frame of frames.slice(this.#frames)) this.#troublesOf(frame);
    for (const { frame, notice, peer, sentence } of notices.slice(this.#notices)) {
      const who = peer === undefined ? '' : ` (peer ${peer})`;
      const label = `${notice}${who}: ${sentence}`;
      this.#insert(this.troubles, { kind: 'notice', frame, step: NO_STEP, label, glyph: '!', tone: 'bad' });
    }
    for (const frame of gaps.slice(this.#gaps))
      this.#insert(this.troubles, {
        kind: 'gap',
        frame,
        step: NO_STEP,
        label: 'What came before was missed: the page was too slow.',
        glyph: '…',
        tone: 'bad',
      });
    this.#sightings = sightings.length;
    this.#frames = frames.length;
    this.#notices = notices.length;
    this.#gaps = gaps.length;
    return this;
  }

  #sighted(sighting: Sighted): void {
    const { at, step } = sighting;
    if (sighting.kind === 'mark') {
      const { label, glyph, tone } = sighting;
      this.#insert(this.marks, { kind: 'seen', frame: at, step, label, glyph, tone });
    } else if (sighting.kind === 'band') {
      const { row, label, tone } = sighting;
      const bands = this.#close(row, at);
      bands.push({ row, label, tone, from: Math.max(at, bands.at(-1)?.from ?? at), to: undefined });
    } else if (sighting.kind === 'band-end') this.#close(sighting.row, at);
  }

  /** Closes the row's open band; gives the row's bands. */
  #close(row: string, at: number): Band[] {
    let bands = this.#bands.get(row);
    if (bands === undefined) {
      bands = [];
      this.#bands.set(row, bands);
    }
    const open = bands.at(-1);
    if (open && open.to === undefined) open.to = Math.max(at, open.from);
    return bands;
  }

  #troublesOf({ frame, inputs, steps }: FeedFrame): void {
    const stepOf = (cause: number): number => {
      const place = steps.findIndex((step) => step.cause === cause);
      return place < 0 ? NO_STEP : this.#steps + place;
    };
    for (const [number, { kind, peer, name, sentence }] of inputs.entries()) {
      const step = stepOf(number + 1);
      if (kind === 'peer-joined')
        this.#insert(this.troubles, {
          kind: 'joined',
          frame,
          step,
          label: `Peer ${peer} joined`,
          glyph: '+',
          tone: 'good',
        });
      else if (kind === 'peer-left') {
        const label = `Peer ${peer} left: ${sentence || name}`;
        const tone = WANTED_ENDS.includes(name) ? 'plain' : 'bad';
        this.#insert(this.troubles, { kind: 'left', frame, step, label, glyph: '−', tone });
      }
    }
    for (const [place, refusal] of steps.entries()) {
      if (refusal.kind !== 'refusal') continue;
      this.#insert(this.troubles, {
        kind: 'refusal',
        frame,
        step: this.#steps + place,
        label: refusalWords(refusal),
        glyph: '⊘',
        tone: isHarmless(refusal) ? 'plain' : 'bad',
      });
    }
    this.#steps += steps.length;
  }

  /** Marks mostly come in order: looked for from the end. */
  #insert(marks: Mark[], mark: Mark): void {
    let place = marks.length;
    while (place > 0 && (marks[place - 1] as Mark).frame > mark.frame) place--;
    marks.splice(place, 0, mark);
    this.#glyphs.set(mark.glyph, this.countOf(mark.glyph) + 1);
  }
}

const known = new WeakMap<Reel, Landmarks>();

/** The landmarks of a reel, up to its end. */
export function landmarksOf(reel: Reel): Landmarks {
  let landmarks = known.get(reel);
  if (landmarks === undefined) {
    landmarks = new Landmarks(reel);
    known.set(reel, landmarks);
  }
  return landmarks.grow();
}
