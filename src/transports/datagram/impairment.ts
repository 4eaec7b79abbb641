/**
 * A bad network as an option: wraps a socket so that what it sends is lost, sent twice or overtaken, by a seed. It has no
 * timer: an overtaken datagram waits for the next one to leave, so one that nothing follows counts as lost.
 */
import { createChance } from './chance.js';
import type { DatagramSocket } from './socket.js';

/** How bad; each a probability from 0 to 1, default 0. */
export interface SimulatedLoss {
  readonly seed: number;
  /** A datagram does not arrive. */
  readonly loss?: number;
  /** A datagram arrives twice. */
  readonly duplicate?: number;
  /** A datagram arrives after the one sent next. */
  readonly reorder?: number;
}

/** `socket`, with what it sends impaired. */
export function impairSocket(socket: DatagramSocket, impairment: SimulatedLoss): DatagramSocket {
  const { seed, loss = 0, duplicate = 0, reorder = 0 } = impairment;
  const chance = createChance(seed);
  let overtaken: (() => void) | undefined;
  return {
    port: socket.port,
    onMessage: (listener) => socket.onMessage(listener),
    close: () => socket.close(),
    send(bytes, address, port) {
      // Three draws for every datagram, so that changing one probability leaves the others' draws as they are.
      const [isLost, isTwice, isLate] = [chance() < loss, chance() < duplicate, chance() < reorder];
      if (isLost) return;
      const transmit = () => {
        socket.send(bytes, address, port);
        if (isTwice) socket.send(bytes, address, port);
      };
      if (isLate && overtaken === undefined) {
        overtaken = transmit;
        return;
      }
      transmit();
      overtaken?.();
      overtaken = undefined;
    },
  };
}
