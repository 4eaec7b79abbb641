/** What a session looks like to the game that embeds it: the same for a host and for a client. */
import type { Observable } from 'rxjs';
import type { GameDefinition, GameTypes, Role } from '../game.js';
import type { LinkEnd, PeerId } from '../peers.js';
import type { Observation, SessionObserver } from './observe.js';

/** What became of a command or a message of the local player. A refused one changed nothing and is not logged. */
export type CommandResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly rule: string; readonly sentence: string };

/** A remote message that an actor acted on, in the frame it was acted on. */
export type Received<Messages> = {
  readonly [Name in keyof Messages & string]: {
    readonly name: Name;
    readonly peer: PeerId;
    readonly value: Messages[Name];
  };
}[keyof Messages & string];

/**
 * Something worth a line in a log or a mark in the inspector. `malformed` bytes that are no message ·
 * `dropped` a message of somebody who may not send it · `refused` an input no actor acted on · `overflow` a peer that sent more
 * than the queue holds · `link-ended` · `send-failed` · `torn-tail` of the log that is continued · `fault` of the game's code, the log's store or an actor: after the last two the session closes.
 */
export interface Notice {
  readonly kind:
    | 'malformed'
    | 'dropped'
    | 'refused'
    | 'overflow'
    | 'link-ended'
    | 'send-failed'
    | 'torn-tail'
    | 'fault';
  readonly peer?: PeerId;
  readonly sentence: string;
  readonly error?: unknown;
}

/** Where a session's log stands. */
export interface LogStatus {
  /** The log's name in its store, or `null` when the session keeps none. */
  readonly session: string | null;
  /** The running digest, 16 hex digits. */
  readonly digest: string;
  readonly frames: number;
  readonly transitions: number;
}

/** One linked peer. */
export interface LinkStatus {
  readonly peer: PeerId;
  /** `undefined` before the first measurement. */
  readonly roundTripMs: number | undefined;
  /** Reliable messages not yet acknowledged. */
  readonly backlog: number;
}

/** A running session: what the game shows, says and drives. */
export interface Session<T extends GameTypes = GameTypes> {
  readonly role: Role;
  /** This side's peer id; `undefined` on a client until its link is up. */
  readonly localPeer: PeerId | undefined;
  /** The frame the session is in. */
  readonly frameNumber: number;
  /** True once the session ended: closed, left, refused or lost. The view says which. */
  readonly isOver: boolean;

  /** What the game shows now. */
  readonly view: T['view'];
  /** The view now, and again after each frame that changed it. */
  readonly view$: Observable<T['view']>;
  /** One part of the view now, and again whenever it becomes another. */
  select<Part>(pick: (view: T['view']) => Part): Observable<Part>;
  /**
   * Resolves with the first view for which `condition` holds.
   * @throws SessionError `session/lost` when the session ends before, `session/aborted` when `signal` fires.
   */
  until(
    condition: (view: T['view']) => boolean,
    options?: { readonly signal?: AbortSignal },
  ): Promise<T['view']>;

  /** Remote messages as they are acted on; what is watched late (by the game's playback definition) when its time comes. */
  readonly received$: Observable<Received<T['messages']>>;
  readonly notice$: Observable<Notice>;
  readonly linkEnded$: Observable<{
    readonly peer: PeerId;
    readonly end: LinkEnd;
    readonly sentence: string;
  }>;

  /**
   * Sends a message of the local player. It goes the way of everybody's messages and is acted on in the next frame; the answer
   * is by the state of this one.
   * @throws SessionError `wire/bad-value`, `wire/unknown-message`; `session/closed` after {@link Session.close}.
   */
  send<Name extends keyof T['messages'] & string>(name: Name, value: T['messages'][Name]): CommandResult;
  /** Gives a command that is no message, such as the host's `startRun`. @throws SessionError `session/closed`. */
  command<Name extends keyof T['commands'] & string>(name: Name, value: T['commands'][Name]): CommandResult;
  /**
   * The superseded message (a pose) of others to show now: late and interpolated where the game plays it back, else the newest that
   * came; `undefined` when there is none.
   */
  shown<Name extends keyof T['messages'] & string>(name: Name): T['messages'][Name] | undefined;

  /**
   * Runs the frames that are due at `nowMs`, for a game that has its own loop. Any monotonic clock will do, as long as it is
   * always the same one. Does nothing while the session runs its own loop.
   */
  frame(nowMs: number): void;

  readonly log: LogStatus;
  readonly links: readonly LinkStatus[];

  /**
   * Hands `observer` everything that happens from the next frame on, until it stops or the session is closed: for inspectors
   * and recorders. Several may observe; one that throws is told of by a notice and hears no more.
   * @throws SessionError `session/closed`.
   */
  observe(observer: SessionObserver): Observation;

  /** Says goodbye, waits shortly for what must arrive, closes the transport. Leaves no timer, socket or subscription. Idempotent. */
  close(): Promise<void>;
}

/** The types of a game definition. */
export type TypesOf<G extends GameDefinition> = G extends GameDefinition<infer T> ? T : never;
