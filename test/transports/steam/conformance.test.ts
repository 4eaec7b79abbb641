import { steamTarget } from '../../../src/testing/targets/steam.js';
import { runTransportConformance } from '../run-conformance.js';

runTransportConformance(steamTarget);
