/** Waiting for what a session shows, with an end to every wait: the session's own, or the caller's signal. */
import { filter, firstValueFrom, merge, Observable, take, throwIfEmpty } from 'rxjs';
import { SessionError } from '../errors.js';

/**
 * The first view for which `condition` holds; rejects when the session is over or `view$` ends before (`session/lost`), when `signal` fires or had
 * fired (`session/aborted`), and with what `condition` throws. Leaves no subscription and no listener.
 */
export function until<View>(
  view$: Observable<View>,
  condition: (view: View) => boolean,
  isOver: () => boolean,
  signal: AbortSignal | undefined,
): Promise<View> {
  const found$ = view$.pipe(
    filter((view) => {
      if (condition(view)) return true;
      if (isOver()) throw lost();
      return false;
    }),
    take(1),
    throwIfEmpty(lost),
  );
  return firstValueFrom(signal === undefined ? found$ : merge(abortionOf(signal), found$));
}

/** Errors when `signal` fires. */
function abortionOf(signal: AbortSignal): Observable<never> {
  return new Observable((subscriber) => {
    const abort = (): void => subscriber.error(aborted());
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    return () => signal.removeEventListener('abort', abort);
  });
}

const lost = (): SessionError =>
  new SessionError('session/lost', 'The session ended before what was waited for came.');

const aborted = (): SessionError =>
  new SessionError('session/aborted', 'The wait was aborted by its caller.');
