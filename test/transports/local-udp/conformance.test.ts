import { setTimeout } from 'node:timers/promises';
import {
  createSimulatedNetwork,
  type SimulatedNetworkOptions,
} from '../../../src/testing/simulated-network.js';
import { nodeNetwork } from '../../../src/transports/datagram/node-network.js';
import { runConformance } from '../run-conformance.js';
import { localUdpSubject } from './subject.js';

function simulated(options: SimulatedNetworkOptions) {
  const network = createSimulatedNetwork(options);
  return localUdpSubject(
    { network, clock: network.clock },
    {
      isLossy: options.loss !== undefined,
      advance: async () => network.advance(1000 / 60),
      blackOut: (isCut) => {
        network.isBlackedOut = isCut;
      },
    },
  );
}

runConformance('local-udp on sockets', () =>
  localUdpSubject({ network: nodeNetwork }, { advance: () => setTimeout(1) }),
);

runConformance('local-udp on a clean simulated network', () => simulated({ delayMs: 5 }));

for (const seed of [1, 2, 3, 4, 5]) {
  const bad = { seed, loss: 0.3, duplicate: 0.3, reorder: 0.3, delayMs: 10, jitterMs: 20 };
  runConformance(`local-udp at 30 % loss, duplication and reordering, seed ${seed}`, () => simulated(bad));
}
