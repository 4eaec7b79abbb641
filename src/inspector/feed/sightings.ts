/**
 * Asks a game what is to be seen in its match, frame by frame. The game's reader is foreign code: one that throws is told of
 * once and not asked again, and what it gives is checked and cut before it is told.
 */
import type { InspectionDefinition, SeenFrame, SeenInput, Sighting, Stroke, Tone } from '../../inspection.js';
import type { Secrets } from './secrets.js';

/** Of one frame; more would be no look at a match. */
const SIGHTINGS_MAX = 200;
const STROKES_MAX = 500;
const LABEL_CHARACTERS = 200;
const TONES: readonly unknown[] = ['good', 'bad', 'plain'] satisfies Tone[];

/** A frame before its superseded messages are known. */
export type FrameToSee = Omit<SeenFrame, 'contextOf'>;

export interface SightingsOptions {
  readonly inspection: InspectionDefinition;
  readonly match: Parameters<InspectionDefinition['read']>[0];
  readonly contextOf: SeenFrame['contextOf'];
  readonly secrets: Secrets;
  /** Told once, when the game's reader threw. */
  readonly onFault: (frame: number, sentence: string) => void;
}

export class Sightings {
  readonly #options: SightingsOptions;
  readonly #rows: ReadonlySet<string>;
  /** Series by picture. */
  readonly #series: ReadonlyMap<string, ReadonlySet<string>>;
  #read: ((frame: SeenFrame) => readonly Sighting[]) | undefined;
  #hasFailed = false;
  /** Superseded messages of a frame that may still have a batch. */
  #waiting: { readonly frame: number; readonly inputs: SeenInput[] } | undefined;
  #seen: Sighting[] = [];

  constructor(options: SightingsOptions) {
    const { rows, pictures } = options.inspection;
    this.#options = options;
    this.#rows = new Set(rows.map(({ id }) => id));
    this.#series = new Map(pictures.map(({ id, series }) => [id, new Set(series.map((one) => one.id))]));
  }

  /** A superseded message; its frame is read once another one follows. */
  superseded(frame: number, input: SeenInput): void {
    if (this.#waiting !== undefined && this.#waiting.frame !== frame) this.#readWaiting();
    this.#waiting ??= { frame, inputs: [] };
    this.#waiting.inputs.push(input);
  }

  /** A frame with a batch, and the superseded messages that came before it. */
  frame({ frame, inputs, steps }: FrameToSee): void {
    if (this.#waiting !== undefined && this.#waiting.frame !== frame) this.#readWaiting();
    const before = this.#waiting?.inputs ?? [];
    this.#waiting = undefined;
    this.#look({ frame, inputs: [...before, ...inputs], steps });
  }

  /** What was seen since the last time; those of frames before `frame` say which. */
  take(): readonly Sighting[] {
    const seen = this.#seen;
    this.#seen = [];
    return seen;
  }

  /** Nothing follows for now: what waits is read. */
  flush(): void {
    if (this.#waiting !== undefined) this.#readWaiting();
  }

  #readWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.#look({ ...waiting, steps: [] });
  }

  #look({ frame, inputs, steps }: FrameToSee): void {
    if (this.#hasFailed) return;
    const { inspection, match, contextOf } = this.#options;
    try {
      this.#read ??= inspection.read(match);
      for (const sighting of this.#read({ frame, inputs, steps, contextOf }).slice(0, SIGHTINGS_MAX)) {
        const told = this.#told(sighting, frame);
        if (told !== undefined) this.#seen.push(told);
      }
    } catch (error) {
      this.#hasFailed = true;
      const sentence = `The game's own look at the match threw, and is not asked again. ${String(error)}`;
      this.#options.onFault(frame, sentence);
    }
  }

  /** `undefined` for what the game did not declare, or cannot be drawn. */
  #told(sighting: Sighting, seenIn: number): Sighting | undefined {
    const frame = Number.isSafeInteger(sighting.frame) ? (sighting.frame as number) : seenIn;
    if (sighting.kind === 'band-end') {
      const { kind, row } = sighting;
      return this.#rows.has(row) ? { frame, kind, row } : undefined;
    }
    const label = this.#label(sighting.label);
    switch (sighting.kind) {
      case 'band': {
        const { kind, row, tone } = sighting;
        return this.#rows.has(row) && isTone(tone) ? { frame, kind, row, label, tone } : undefined;
      }
      case 'mark': {
        const { kind, glyph, tone } = sighting;
        return isTone(tone) ? { frame, kind, label, glyph: String(glyph).slice(0, 4), tone } : undefined;
      }
      case 'point': {
        const { kind, picture, series, x, y } = sighting;
        const isKnown = this.#series.get(picture)?.has(series) === true;
        return isKnown && [x, y].every(Number.isFinite)
          ? { frame, kind, picture, series, x, y, label }
          : undefined;
      }
      case 'sweep': {
        const { kind, picture } = sighting;
        const strokes = sighting.strokes.filter(isStroke).slice(0, STROKES_MAX);
        return this.#series.has(picture) ? { frame, kind, picture, label, strokes } : undefined;
      }
    }
  }

  #label(label: string): string {
    return this.#options.secrets.sentence(String(label).slice(0, LABEL_CHARACTERS));
  }
}

const isTone = (tone: unknown): tone is Tone => TONES.includes(tone);
const isStroke = (stroke: Stroke): boolean => stroke.length === 7 && stroke.every(Number.isFinite);
