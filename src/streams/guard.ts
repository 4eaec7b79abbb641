/**
 * The one place of `streams` where foreign callbacks are called: what they throw becomes a {@link Fault}, a value, and
 * neither ends a pipe nor takes the process down. A guard never hides a fault: it always reports it.
 */
import type { PeerId } from '../peers.js';

/** Something that threw where nothing may: a bug in the named callback, not bad input. */
export interface Fault {
  readonly kind: 'fault';
  /** Which callback threw, e.g. `decode` or `relayNow`. */
  readonly where: string;
  /** Whose packet was being handled, when it was one. */
  readonly peer?: PeerId;
  readonly error: unknown;
}

/** Takes a fault; must not throw. */
export type FaultReporter = (fault: Fault) => void;

/** Calls `ask` and returns its answer; when it throws, reports that under `where` and answers false. */
export function askGuarded(where: string, ask: () => boolean, report: FaultReporter): boolean {
  try {
    return ask();
  } catch (error) {
    report({ kind: 'fault', where, error });
    return false;
  }
}
