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
  const turn = (): void => {
    const startedMs = clock.now();
    frame(startedMs);
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
