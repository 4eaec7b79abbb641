/** What an observer of a running session sees. It sees everything, changes nothing, and must not take time: it only keeps. */
import type { Effect, GameDefinition, Plain } from '../game.js';
import type { PeerId } from '../peers.js';
import type { LinkSample } from '../store/link-track.js';
import type { LogHeader } from '../store/log-header.js';
import type { Notice } from './session.js';

export type { LinkSample };

/** How a guarded event would be taken in a state, asked without its payload: `depends` when the guard looked at that. */
export type Verdict = 'taken' | 'forbidden' | 'depends';

/** What a log does not keep of a step, known while its machine runs: live, or when a replay runs it again. */
export interface StepNote {
  /** Id of the actor's machine, which names its chart. */
  readonly chart: string;
  /** Guards in the order in which they were asked, by the names the charts have. */
  readonly guards: readonly (readonly [guard: string, holds: boolean])[];
  /** What the step wants sent, in order. */
  readonly effects: readonly Effect[];
  /** For every event with a guard that the state after the step names: what would become of it now. */
  readonly next: readonly (readonly [event: string, verdict: Verdict])[];
  /** Delays that began in the step: the event that will come, and after how many ms of frame time. */
  readonly delays: readonly (readonly [event: string, ms: number])[];
}

/** A committed batch: the log's bytes, and a note for each of its steps in order. */
export interface ObservedBatch {
  readonly frame: number;
  readonly bytes: Uint8Array;
  readonly notes: readonly StepNote[];
}

/** Called inside the session's frames. What it throws is told as a fault and ends the observation, never the session. */
export interface SessionObserver {
  batch(batch: ObservedBatch): void;
  /** A superseded message (a pose), as it came; `bytes` are only lent. */
  superseded(frame: number, peer: PeerId, bytes: Uint8Array): void;
  /** About once a second, with all linked peers. */
  links(frame: number, samples: readonly LinkSample[]): void;
  notice(frame: number, notice: Notice): void;
  /** The session is closed; nothing follows. */
  ended(frame: number): void;
}

/** An actor as it is when an observation begins. */
export interface ObservedActor {
  readonly id: string;
  readonly chart: string;
  readonly state: string;
  /** Lent: read it before the next frame, or copy it. */
  readonly context: Readonly<Record<string, Plain>>;
}

/** An observation that has begun: what was there before the first batch that the observer is given. */
export interface Observation {
  readonly header: LogHeader;
  /** The game by the session's rules. */
  readonly game: GameDefinition;
  readonly frame: number;
  /** The log's names so far: batches are read with these and with those they announce. */
  readonly names: readonly string[];
  readonly actors: readonly ObservedActor[];
  /** Everything as it is now, for an observer that missed something; what follows is a batch of a later frame. */
  look(): Pick<Observation, 'frame' | 'names' | 'actors'>;
  stop(): void;
}
