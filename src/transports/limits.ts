/** The two checks every transport makes at the call, so that a mistake shows where it was made (TR6, TR8). */
import { SessionError } from '../errors.js';
import type { Delivery } from '../peers.js';

/** Throws `transport/too-large` when a message of `length` bytes may not go with `delivery`. */
export function checkLength(
  length: number,
  delivery: Delivery,
  limits: Readonly<Record<Delivery, number>>,
): void {
  const ceiling = limits[delivery];
  if (length <= ceiling) return;
  throw new SessionError(
    'transport/too-large',
    `A ${delivery} message may be at most ${ceiling} bytes on this transport, this one is ${length}; send less or split it.`,
  );
}

/** Throws `transport/closed` when `closed`. */
export function checkNotClosed(closed: boolean): void {
  if (!closed) return;
  throw new SessionError(
    'transport/closed',
    'This transport was closed, so nothing can be sent; create a new one.',
  );
}
