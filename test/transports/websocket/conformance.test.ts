import { websocketTarget } from '../../../src/testing/targets/websocket.js';
import { runTransportConformance } from '../run-conformance.js';

runTransportConformance(websocketTarget);
