/** A bad network round the loopback keeps every rule of the contract that the loopback keeps. */
import { invariant } from '../../src/errors.js';
import { loopbackTarget } from '../../src/testing/targets/loopback.js';
import { GOOD_CONDITIONS, IMPAIRED_CONDITIONS } from '../../src/testing/transport-conformance/conditions.js';
import type { ConformanceTarget } from '../../src/testing/transport-conformance.js';
import { type ImpairedTransport, impair } from '../../src/transports/impair.js';
import { createLoopback, type Loopback } from '../../src/transports/loopback/loopback.js';
import type { Transport } from '../../src/transports/transport.js';
import { runTransportConformance } from './run-conformance.js';

const { conditions: _, ...cannot } = loopbackTarget.cannot;

const impairedLoopbackTarget: ConformanceTarget = {
  name: 'impaired loopback',
  cannot,
  create({ seed, isImpaired }) {
    let [loopback, nowMs]: [Loopback | undefined, number] = [undefined, 0];
    let conditions = isImpaired ? IMPAIRED_CONDITIONS : GOOD_CONDITIONS;
    const ends: ImpairedTransport[] = [];
    const setImpairment = (end: ImpairedTransport) => {
      const { blackOut, mtu: _, ...how } = conditions;
      const isCut = blackOut === 'both' || blackOut === (end.role === 'host' ? 'to-clients' : 'to-host');
      end.setImpairment(isCut ? { ...how, loss: 1 } : how);
    };
    const add = (transport: Transport) => {
      const end = impair(transport, { seed: seed + ends.length, clock: { now: () => nowMs } });
      ends.push(end);
      setImpairment(end);
      return end;
    };
    return {
      createHost: async (options) => {
        loopback = createLoopback(options);
        return add(loopback.host);
      },
      createClient: async () => {
        invariant(loopback !== undefined, 'A client needs a host.');
        return add(loopback.connect());
      },
      advance: async () => {
        nowMs += 1000 / 60;
      },
      setConditions(change) {
        conditions = { ...conditions, ...change };
        for (const end of ends) setImpairment(end);
      },
    };
  },
};

runTransportConformance(impairedLoopbackTarget);
