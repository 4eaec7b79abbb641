/** Real UDP sockets, by Node's `dgram`. The only file that imports it; no protocol lives here. */
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { DatagramNetwork, DatagramSocket } from './socket.js';

/** Kernel buffers, bytes: room for a burst of some hundred full datagrams between two frames. */
const SOCKET_BUFFER_BYTES = 1024 * 1024;

/** The machine's own network. */
export const nodeNetwork: DatagramNetwork = {
  bind(address, port, { broadcast = false, reuse = false } = {}) {
    const family = isIPv6(address) ? 6 : 4;
    const socket = createSocket({
      type: `udp${family}`,
      reuseAddr: reuse,
      recvBufferSize: SOCKET_BUFFER_BYTES,
      sendBufferSize: SOCKET_BUFFER_BYTES,
      // We only send to numeric addresses. Answering at once lets a send leave within the call, also right before a close.
      lookup: (host, _options, callback) => callback(null, host, family),
    });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(port, address, () => {
        socket.removeListener('error', reject);
        // A datagram that could not be sent is a lost datagram: resending is the protocol's work.
        socket.on('error', () => {});
        socket.setBroadcast(broadcast);
        resolve(wrap(socket));
      });
    });
  },
  async resolve(host) {
    return (await lookup(host)).address;
  },
  localAddress() {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  },
};

function wrap(socket: Socket): DatagramSocket {
  return {
    port: socket.address().port,
    send: (bytes, address, port) => socket.send(bytes, port, address),
    onMessage(listener) {
      socket.on('message', (message, from) => {
        listener(
          new Uint8Array(message.buffer, message.byteOffset, message.byteLength),
          from.address,
          from.port,
        );
      });
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
