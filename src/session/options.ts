/** The options of `createHost` and `joinSession`, and what both make of them. */
import { SessionError } from '../errors.js';
import type { EventStore } from '../store/event-store.js';
import type { Transport } from '../transports/transport.js';
import type { SessionClock } from './loop.js';

/** What every session is told. */
export interface SessionOptions {
  /** This side's end of a wire. The session closes it. */
  readonly transport: Transport;
  /** 32-bit seed of everything drawn by chance. @default drawn from the system */
  readonly seed?: number;
  /** Frames a second, 1–1000. Every side of a session may have its own. @default 60 */
  readonly frameRate?: number;
  /** Where the log goes. The caller closes it, after the session. @default no log */
  readonly store?: EventStore;
  /** The log's name in the store. @default `session` */
  readonly session?: string;
  /** `own`: the session runs its frames by timer; `manual`: the game calls `session.frame(now)`. @default 'own' */
  readonly loop?: 'own' | 'manual';
  /** Monotonic milliseconds, for the session's own loop. @default the system's */
  readonly clock?: SessionClock;
  /** Refuse contexts that a log could not give back, naming actor and field. Costs time: for development. @default false */
  readonly checkPlain?: boolean;
  /**
   * Refuse machines that reach for a clock, chance, a timer or a promise, naming the call and the actor. Takes those away from the
   * whole process while machines run: for development. @default false
   */
  readonly checkPure?: boolean;
}

/** What the game wants to know, logged with the session: plain data, such as the local player. A game that wants nothing is told nothing. */
export type GameOptions<Options> = null extends Options
  ? { readonly options?: Options }
  : { readonly options: Options };

/** Frames a second of a session unless told otherwise. */
export const FRAME_RATE = 60;

/** @throws SessionError `session/bad-options` naming the option. */
export function checkOptions({ seed, frameRate = FRAME_RATE }: SessionOptions): void {
  if (!(frameRate >= 1 && frameRate <= 1000))
    throw badOption('frameRate', 'a number from 1 to 1000', frameRate);
  if (seed !== undefined && (!Number.isInteger(seed) || seed < -0x80000000 || seed > 0xffffffff)) {
    throw badOption('seed', 'a 32-bit integer', seed);
  }
}

function badOption(name: string, expected: string, found: unknown): SessionError {
  return new SessionError('session/bad-options', `${name} must be ${expected}; it is ${String(found)}.`);
}

/** A seed nobody chose: the one place where chance enters from outside, and it is logged. */
export function drawSeed(): number {
  return crypto.getRandomValues(new Int32Array(1))[0] as number;
}
