/** The page's only clock: frames of the screen, and a pause between things done too often. Matches have their own time, in frames. */

/** Calls `tick` with every frame of the screen, and the ms since the last one, until the answer is called. */
export function everyScreenFrame(tick: (elapsedMs: number) => void): () => void {
  let before: number | undefined;
  let handle = requestAnimationFrame(function next(now) {
    handle = requestAnimationFrame(next);
    tick(now - (before ?? now));
    before = now;
  });
  return () => cancelAnimationFrame(handle);
}

/** Does `work` once with the next frame of the screen, however often it is asked to before. */
export function onScreenFrame(work: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      work();
    });
  };
}

/** Does `work` once in `ms`, after the last asking as well. */
export function everyMs(ms: number, work: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(() => {
      isAsked = false;
      work();
    }, ms);
  };
}
