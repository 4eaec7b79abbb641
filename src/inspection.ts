/**
 * Leaf: how a game wants its match to be looked at. The inspector knows bands, marks and pictures; what they mean is the game's
 * to say, in one reader that walks a match frame by frame. It sees what the log has, and can change nothing.
 */

import type { Plain } from './game.js';
import type { PeerId } from './peers.js';

/** Good and bad news are told by glyph and word as well: colour is never the only sign. */
export type Tone = 'good' | 'bad' | 'plain';

/** A row of the timeline, on which one band is open at a time. */
export interface BandRow {
  readonly id: string;
  readonly title: string;
}

/** An axis of a picture. */
export interface Axis {
  readonly label: string;
  /** Such as `ft` or `°`; empty for counts. */
  readonly unit: string;
}

/** Points or lines of one kind in a picture. */
export interface Series {
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
}

/**
 * A picture that the inspector can draw. `lines`: y over x, a line a series · `scatter`: x against y · `polar`: x is an angle in
 * degrees, 0 straight up and positive to the right, y a distance from the bottom centre, with rings · `sweep`: strokes in space
 * over time, seen from above and from the side.
 */
export interface PictureDeclaration {
  readonly id: string;
  readonly title: string;
  readonly kind: 'lines' | 'scatter' | 'polar' | 'sweep';
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** Distances of the rings of a `polar` picture, in units of y. */
  readonly rings?: readonly number[];
}

/** Straight line in space at a time, seconds relative to the moment of its sweep: `[t, x1, y1, z1, x2, y2, z2]`. */
export type Stroke = readonly [
  t: number,
  x1: number,
  y1: number,
  z1: number,
  x2: number,
  y2: number,
  z2: number,
];

/** Something the game saw in its match. What is seen belongs to the frame that is being read unless `frame` says another. */
export type Sighting = { readonly frame?: number } & (
  | { readonly kind: 'band'; readonly row: string; readonly label: string; readonly tone: Tone }
  /** Closes the row's open band; a new band on the same row does so by itself. */
  | { readonly kind: 'band-end'; readonly row: string }
  | { readonly kind: 'mark'; readonly label: string; readonly glyph: string; readonly tone: Tone }
  | {
      readonly kind: 'point';
      readonly picture: string;
      readonly series: string;
      readonly x: number;
      readonly y: number;
      readonly label: string;
    }
  | {
      readonly kind: 'sweep';
      readonly picture: string;
      readonly label: string;
      readonly strokes: readonly Stroke[];
    }
);

/** A message or command of a frame, decoded. `peer` is the sender's; the local player's commands carry its own. */
export interface SeenInput {
  readonly kind: 'message' | 'command' | 'superseded' | 'peer-joined' | 'peer-left';
  readonly peer: PeerId;
  /** Name of the message or command; empty for peers that come and go. */
  readonly name: string;
  /** `null` when it did not decode. */
  readonly value: unknown;
}

/** A transition of a frame: what an actor acted on, where it went, and its context after. */
export interface SeenStep {
  readonly actor: string;
  readonly event: string;
  /** State paths as the log has them, such as `open.lobby`; empty before the start. */
  readonly from: string;
  readonly to: string;
  readonly context: Readonly<Record<string, Plain>>;
  /** What it acted on, one of the frame's inputs; `undefined` for a timer or the start. */
  readonly input: SeenInput | undefined;
}

/** One frame of a match, as its log has it. */
export interface SeenFrame {
  readonly frame: number;
  readonly inputs: readonly SeenInput[];
  readonly steps: readonly SeenStep[];
  /** The context of an actor at the end of the frame; of one that ended not long ago its last; else `undefined`. */
  contextOf(actor: string): Readonly<Record<string, Plain>> | undefined;
}

/** How a game's match is looked at. */
export interface InspectionDefinition {
  /** Outer rows first. */
  readonly rows: readonly BandRow[];
  readonly pictures: readonly PictureDeclaration[];
  /**
   * Starts to read a match. The function is given every frame in which something happened, in order, and says what is to be
   * seen in it. One that throws is told of once and not asked again.
   */
  read(match: {
    readonly frameRate: number;
    readonly role: 'host' | 'client';
  }): (frame: SeenFrame) => readonly Sighting[];
}
