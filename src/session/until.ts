/** Waiting for what a session shows, with an end to every wait: the session's own, or the caller's signal. */
import type { Observable } from 'rxjs';
import { SessionError } from '../errors.js';

/** The first view for which `condition` holds; rejects when `view$` ends before (`session/lost`) or `signal` fires (`session/aborted`). */
export function until<View>(
  view$: Observable<View>,
  condition: (view: View) => boolean,
  signal: AbortSignal | undefined,
): Promise<View> {
  return new Promise((resolve, reject) => {
    const abort = (): void =>
      settle(() => reject(new SessionError('session/aborted', 'The wait was aborted by its caller.')));
    const settle = (act: () => void): void => {
      signal?.removeEventListener('abort', abort);
      // The first view comes while subscribing, before there is a subscription to end.
      queueMicrotask(() => subscription.unsubscribe());
      act();
    };
    const subscription = view$.subscribe({
      next: (view) => {
        if (condition(view)) settle(() => resolve(view));
      },
      complete: () =>
        settle(() =>
          reject(new SessionError('session/lost', 'The session ended before what was waited for came.')),
        ),
    });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}
