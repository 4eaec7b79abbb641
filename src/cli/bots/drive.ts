/**
 * Runs a session and its bot in real time, a run's frames faster than the clock when asked. Lobby and goodbyes keep normal time, so
 * that a slow machine loses nobody to a wait that was sped up.
 */
import type { DerbyTypes } from '../../machines/home-run-derby.js';
import type { DerbyPhase } from '../../machines/view.js';
import type { Session } from '../../session/session.js';
import type { DerbyBot } from '../../testing/bots/derby-bot.js';

/** Often enough that an answer crosses two processes within a few frames of sped-up time, ms. */
const TURN_MS = 4;

/** A stall of this machine is not made up for beyond this, ms of real time. */
const CATCH_UP_MS = 100;

const RUN_PHASES: readonly DerbyPhase[] = ['intro', 'inning', 'roundEnd', 'shop'];

/** Drives frames until `isDone`, the session's own end, or `signal`. */
export async function drive(options: {
  readonly session: Session<DerbyTypes>;
  readonly bot: DerbyBot;
  /** Frames of a run go by so many times faster. */
  readonly speed: number;
  readonly signal: AbortSignal;
  readonly onTurn?: () => void;
  readonly isDone: () => boolean;
}): Promise<void> {
  const { session, bot, speed, signal, onTurn, isDone } = options;
  let nowMs = 0;
  let realMs = performance.now();
  while (!isDone() && !session.isOver && !signal.aborted) {
    const passedMs = Math.min(performance.now() - realMs, CATCH_UP_MS);
    realMs = performance.now();
    nowMs += passedMs * (RUN_PHASES.includes(session.view.phase) ? speed : 1);
    session.frame(nowMs);
    bot.frame();
    onTurn?.();
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
}
