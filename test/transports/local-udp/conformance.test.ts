import { setTimeout } from 'node:timers/promises';
import { localUdpSocketsTarget, localUdpTarget } from '../../../src/testing/targets/local-udp.js';
import { nodeNetwork } from '../../../src/transports/datagram/node-network.js';
import { runTransportConformance } from '../run-conformance.js';

runTransportConformance(localUdpTarget, [1, 2, 3, 4, 5]);
runTransportConformance(localUdpSocketsTarget(nodeNetwork, () => setTimeout(1)));
