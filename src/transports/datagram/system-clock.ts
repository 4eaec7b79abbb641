/** The real clock, the default of transports that have timeouts. The only file here that reads one. */
import type { TransportClock } from './socket.js';

/** Milliseconds since the process started. */
export const systemClock: TransportClock = { now: () => performance.now() };
