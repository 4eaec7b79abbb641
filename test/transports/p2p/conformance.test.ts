import { setTimeout } from 'node:timers/promises';
import { p2pSocketsTarget, p2pTarget } from '../../../src/testing/targets/p2p.js';
import { nodeNetwork } from '../../../src/transports/datagram/node-network.js';
import { runTransportConformance } from '../run-conformance.js';

runTransportConformance(p2pTarget, [1, 2, 3, 4, 5]);
runTransportConformance(p2pSocketsTarget(nodeNetwork, () => setTimeout(1)));
