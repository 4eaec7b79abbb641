/** The wires the session suite runs over, each with how its time passes. */
import { setTimeout } from 'node:timers/promises';
import { createSimulatedNetwork } from '../../src/testing/simulated-network.js';
import { createLoopbackWire } from '../../src/transports/loopback/wire.js';
import { encodeJoinCode, p2pWire } from '../../src/transports/p2p/index.js';
import { webSocketWire } from '../../src/transports/websocket/index.js';
import type { Wire } from '../../src/transports/wire.js';

/** A wire, and what lets a moment pass on it. */
export interface WireSubject {
  readonly wire: Wire;
  pass(): Promise<void>;
}

/** A wire the suite runs over. */
export interface WireTarget {
  readonly name: string;
  create(): WireSubject;
  /** A code that nobody hosts under. */
  readonly nobody: string;
  /** How long, in moments, until a try to join nobody ends. */
  readonly moments: number;
  /** Whether a client learns the name of the session. */
  readonly carriesName: boolean;
  /** Whether a client that is refused for its messages reads the host's hash beside its own. */
  readonly namesBothHashes: boolean;
  /** What a client reads that the host ended the link of with the sentence `Too loud.` */
  readonly kickedWith: string;
  /** Whether hosts can be found here. */
  readonly announces: boolean;
}

/** Whoever has the discard port does not host. */
const NOBODY = encodeJoinCode({ address: '127.0.0.1', port: 9 });
const FRAME_MS = 1000 / 60;
const realTime = () => setTimeout(1);

export const WIRE_TARGETS: readonly WireTarget[] = [
  {
    name: 'loopback',
    create: () => ({ wire: createLoopbackWire(), pass: async () => {} }),
    ...{ nobody: '2222ZZ', moments: 10, carriesName: true, kickedWith: 'Too loud.', announces: true },
    namesBothHashes: true,
  },
  {
    name: 'p2p on a simulated network',
    create() {
      const network = createSimulatedNetwork({ seed: 1 });
      const { clock } = network;
      const wait = async (ms: number) => {
        for (const end = clock.now() + ms; clock.now() < end; ) await Promise.resolve();
      };
      return {
        wire: p2pWire({
          ...{ network, clock, discover: { wait } },
          host: { address: '127.0.0.1', broadcastAddress: '255.255.255.255' },
        }),
        pass: async () => network.advance(FRAME_MS),
      };
    },
    ...{ nobody: NOBODY, moments: 400, carriesName: true, kickedWith: 'The host ended your link.' },
    ...{ announces: true, namesBothHashes: false },
  },
  {
    name: 'p2p on sockets',
    create: () => ({
      wire: p2pWire({
        host: { address: '127.0.0.1' },
        join: { connectTimeoutMs: 500 },
        discover: { timeoutMs: 20 },
      }),
      pass: realTime,
    }),
    ...{ nobody: NOBODY, moments: 4000, carriesName: true, kickedWith: 'The host ended your link.' },
    ...{ announces: false, namesBothHashes: false },
  },
  {
    name: 'WebSocket',
    create: () => ({ wire: webSocketWire(), pass: realTime }),
    ...{ nobody: 'ws://127.0.0.1:9/', moments: 4000, carriesName: false, kickedWith: 'Too loud.' },
    ...{ announces: false, namesBothHashes: true },
  },
];
