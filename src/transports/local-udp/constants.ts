/** Numbers that host and client of local-udp share. */
import type { Delivery } from '../../peers.js';
import { RELIABLE_PAYLOAD_MAX, UNRELIABLE_PAYLOAD_MAX } from './framing.js';

/** Largest message per delivery, bytes: what fits one datagram. Sequenced travels as Reliable. */
export const LOCAL_UDP_LIMITS: Readonly<Record<Delivery, number>> = {
  reliable: RELIABLE_PAYLOAD_MAX,
  sequenced: RELIABLE_PAYLOAD_MAX,
  unreliable: UNRELIABLE_PAYLOAD_MAX,
};

/** How often a goodbye is sent: nobody acknowledges it, and a lost one costs the peer its whole timeout. */
export const GOODBYE_COPIES = 3;
