import { bareLoopbackTarget, loopbackTarget } from '../../src/testing/targets/loopback.js';
import { runTransportConformance } from './run-conformance.js';

runTransportConformance(bareLoopbackTarget);
runTransportConformance(loopbackTarget);
