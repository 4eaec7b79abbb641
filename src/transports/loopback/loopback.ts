/**
 * The in-process transport: a host and its clients in one program, for tests, local play and bots. It has no clock, no
 * randomness and no wire: what is flushed is there at the other side's next poll. Its ceilings are lower than those of
 * transports that fragment, so that what passes here passes there.
 */
import { invariant } from '../../errors.js';
import type { Delivery } from '../../peers.js';
import type { Transport } from '../transport.js';
import { LoopbackEndpoint } from './endpoint.js';

/** Below the reliable ceiling of every transport that fragments, and one datagram's worth of the rest, bytes. */
export const LOOPBACK_LIMITS: Readonly<Record<Delivery, number>> = {
  reliable: 261_120,
  sequenced: 1024,
  unreliable: 1024,
};

/** Options of {@link createLoopback}. */
export interface LoopbackOptions {
  /** Largest message per delivery, bytes. Default 261,120 reliable, 1,024 sequenced and unreliable. */
  readonly limits?: Partial<Readonly<Record<Delivery, number>>>;
  /** Most players at once, the host's own included; a client more is refused. Default and most: 256. */
  readonly playersMax?: number;
  /** Most messages on their way to one peer; a reliable one more ends the link with `overflow`. Default 4096. */
  readonly queueMax?: number;
}

/** One host and its clients in one process. */
export interface Loopback {
  readonly host: Transport;
  /** A new client, already knocking: its `opened` (or `refused`) comes by poll, after the host polled. */
  connect(): Transport;
}

/** Creates a host transport that {@link Loopback.connect} joins. */
export function createLoopback(options: LoopbackOptions = {}): Loopback {
  const { playersMax = 256, queueMax = 4096 } = options;
  invariant(playersMax >= 1 && playersMax <= 256, `playersMax must be 1 to 256, not ${playersMax}.`);
  const limits = { ...LOOPBACK_LIMITS, ...options.limits };
  const settings = { limits, playersMax, queueMax };
  const host = new LoopbackEndpoint('host', settings);
  return {
    host,
    connect() {
      const client = new LoopbackEndpoint('client', settings);
      client.knock(host);
      return client;
    },
  };
}
