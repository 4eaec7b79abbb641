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

/** How much too soon a timer may fire: it counts whole milliseconds. */
const EARLY_MS = 1;

/**
 * Calls `frame` at about `frameRate` times a second until `stop`; `frame` may stop it. It wakes at whole multiples of a frame on
 * the clock, so that all loops of a process wake together: many sessions then cost sixty wakings a second, not sixty each.
 */
export function startLoop(options: {
  readonly frameRate: number;
  readonly clock: SessionClock;
  readonly frame: (nowMs: number) => void;
}): { stop(): void } {
  const { clock, frame } = options;
  const periodMs = 1000 / options.frameRate;
  const catchUp = Math.ceil(CATCH_UP_MS / periodMs);
  const beat = (): number => Math.floor((clock.now() + EARLY_MS) / periodMs);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let frames = 0;
  let lastBeat = beat();
  const turn = (): void => {
    const thisBeat = beat();
    frames += Math.min(thisBeat - lastBeat, catchUp);
    lastBeat = thisBeat;
    frame(frames * periodMs);
    if (!isStopped) timer = setTimeout(turn, Math.ceil((beat() + 1) * periodMs - clock.now()));
  };
  timer = setTimeout(turn, 0);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
