/** The session's own frame loop, for programs that have none. One of the few files that read a real clock and set a timer. */
/** A monotonic clock in milliseconds. */
export interface SessionClock {
  now(): number;
}

export const systemClock: SessionClock = { now: () => performance.now() };

/** The wall calendar, for the notes of a log: ISO 8601. */
export const calendarNow = (): string => new Date().toISOString();

/** A pause of real time. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * How much of a stall is made up for, ms. A machine that slept must not find every wait over at once, before it has read what
 * its peers said meanwhile: game time stands still instead.
 */
const CATCH_UP_MS = 250;

/** Calls `frame` at about `frameRate` times a second until `stop`; `frame` may stop it. */
export function startLoop(options: {
  readonly frameRate: number;
  readonly clock: SessionClock;
  readonly frame: (nowMs: number) => void;
}): { stop(): void } {
  const { clock, frame } = options;
  const periodMs = 1000 / options.frameRate;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let nowMs = 0;
  let lastMs = clock.now();
  const turn = (): void => {
    const startedMs = clock.now();
    nowMs += Math.min(startedMs - lastMs, CATCH_UP_MS);
    lastMs = startedMs;
    frame(nowMs);
    if (!isStopped) timer = setTimeout(turn, Math.max(0, periodMs - (clock.now() - startedMs)));
  };
  timer = setTimeout(turn, 0);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
