/** The transports of this library that `dugout conformance` runs and every-wire tests play over. To add one, add a line. */
import type { ConformanceTarget } from '../transport-conformance/case.js';
import { localUdpTarget } from './local-udp.js';
import { loopbackTarget } from './loopback.js';
import { p2pTarget } from './p2p.js';
import { steamTarget } from './steam.js';
import { websocketTarget } from './websocket.js';

/** In the order of the help. */
export const builtInTargets: readonly ConformanceTarget[] = [
  loopbackTarget,
  localUdpTarget,
  p2pTarget,
  websocketTarget,
  steamTarget,
];
