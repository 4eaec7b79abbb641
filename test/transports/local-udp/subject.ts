/** local-udp as a conformance subject, on whatever network and clock it is given. */
import { invariant } from '../../../src/errors.js';
import type { ConformanceSubject } from '../../../src/testing/transport-conformance.js';
import {
  type DatagramNetwork,
  type DatagramSocket,
  hostLocalUdp,
  joinLocalUdp,
  type LocalUdpOptions,
} from '../../../src/transports/local-udp/index.js';
import type { Transport } from '../../../src/transports/transport.js';

/** Each is wrong in its own way: empty, unknown, cut short, with bytes to spare, not UTF-8, too long, in the wrong direction. */
const MALFORMED = [
  [],
  [0],
  [9],
  [255, 1, 2, 3],
  [1],
  [1, 11, 0, 72],
  [3, 2, 0, 0xc3, 0x28],
  [2, 0],
  [2, 1, 1],
  [5, 0, 0, 0],
  [6, 0, 0],
  [6, 0, 0, 0, 0, 0],
  [7, 7],
  [8, 8],
  Array.from({ length: 1201 }, () => 4),
];

export function localUdpSubject(
  options: LocalUdpOptions & { readonly network: DatagramNetwork },
  rest: Pick<ConformanceSubject, 'advance' | 'blackOut' | 'isLossy'>,
): ConformanceSubject {
  const sockets = new Map<Transport, DatagramSocket>();
  /** Opens a transport and remembers its socket, to forge datagrams with. */
  const open = async <T extends Transport>(create: (network: DatagramNetwork) => Promise<T>) => {
    let bound: DatagramSocket | undefined;
    const network: DatagramNetwork = {
      resolve: (host) => options.network.resolve(host),
      bind: async (address, port) => {
        bound = await options.network.bind(address, port);
        return bound;
      },
    };
    const transport = await create(network);
    invariant(bound !== undefined, 'Opening a transport binds a socket.');
    sockets.set(transport, bound);
    return transport;
  };
  const socketOf = (transport: Transport) => {
    const socket = sockets.get(transport);
    invariant(socket !== undefined, 'This transport was not opened by this subject.');
    return socket;
  };
  return {
    createHost: (hostOptions) => open((network) => hostLocalUdp({ ...options, ...hostOptions, network })),
    createClient: (host) =>
      open((network) => joinLocalUdp({ ...options, port: socketOf(host).port, network })),
    sendMalformed(from, to) {
      for (const bytes of MALFORMED) {
        socketOf(from).send(Uint8Array.from(bytes), '127.0.0.1', socketOf(to).port);
      }
      return MALFORMED.length;
    },
    ...rest,
  };
}
