import { describe, expect, it } from 'vitest';
import { nodeNetwork } from '../../../src/transports/datagram/node-network.js';
import { DatagramPort } from '../../../src/transports/datagram/port.js';

describe('a datagram that says it comes from port 0', () => {
  it('TR10: is counted and dropped, for nobody can be answered there', () => {
    let hear: (bytes: Uint8Array, address: string, port: number) => void = () => {};
    const port = new DatagramPort({
      port: 7777,
      send() {},
      onMessage(listener) {
        hear = listener;
      },
      close: () => Promise.resolve(),
    });
    hear(Uint8Array.of(1), '192.0.2.7', 0);
    hear(Uint8Array.of(2), '192.0.2.7', 1);
    expect(port.take().map(({ bytes }) => [...bytes])).toEqual([[2]]);
    expect(port.counters).toMatchObject({ datagramsReceived: 2, datagramsDropped: 1 });
  });

  it('would throw where it is answered: a socket of Node sends to no port 0', async () => {
    const socket = await nodeNetwork.bind('127.0.0.1', 0);
    expect(() => socket.send(Uint8Array.of(1), '127.0.0.1', 0)).toThrow('Port');
    await socket.close();
  });
});
