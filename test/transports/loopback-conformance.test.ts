import { invariant } from '../../src/errors.js';
import type { ConformanceSubject } from '../../src/testing/transport-conformance.js';
import { createLoopback, type Loopback } from '../../src/transports/loopback/loopback.js';
import { runConformance } from './run-conformance.js';

function subject(): ConformanceSubject {
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
  };
}

runConformance('loopback', subject);
