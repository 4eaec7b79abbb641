/** The loopback as the conformance suite runs it. */
import { invariant } from '../../errors.js';
import { createLoopback, type Loopback } from '../../transports/loopback/loopback.js';
import type { ConformanceTarget } from '../transport-conformance/case.js';

const NO_WIRE = 'The loopback has no wire: ';

/** See the head of this file. */
export const loopbackTarget: ConformanceTarget = {
  name: 'loopback',
  cannot: {
    conditions: `${NO_WIRE}nothing lies between a flush and a poll.`,
    mtu: `${NO_WIRE}a message is handed over whole.`,
    timeouts: `${NO_WIRE}nobody falls silent, so it needs no clock.`,
    session: 'Who connects holds the session itself: there is no other one to ask for.',
    version: 'Both ends are the same build in one process.',
    schema: 'Both ends are the same build in one process.',
    malformed: `${NO_WIRE}there are no bytes but messages.`,
    replayed: `${NO_WIRE}nothing is sent that could be kept.`,
    'round-trip': 'Nothing takes any time between two ends in one process.',
    spoofed: `${NO_WIRE}only an end that connected can send.`,
  },
  create() {
    let loopback: Loopback | undefined;
    return {
      createHost: async (options) => {
        loopback = createLoopback(options);
        return loopback.host;
      },
      createClient: async () => {
        invariant(loopback !== undefined, 'A client needs a host.');
        return loopback.connect();
      },
      advance: async () => {},
      openHandles: () => 0,
    };
  },
};
