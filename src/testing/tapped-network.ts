/**
 * A network that remembers: which socket each transport has, and what it sent, so that a conformance subject can forge and
 * repeat datagrams. It changes nothing on their way.
 */
import { invariant } from '../errors.js';
import type { DatagramNetwork, DatagramSocket } from '../transports/datagram/socket.js';
import type { Transport } from '../transports/transport.js';

/** One socket of a transport and what it sent. */
export interface TappedSocket {
  readonly port: number;
  /** As its transport would, but not remembered. */
  send(bytes: Uint8Array, toPort: number): void;
  readonly sent: readonly { readonly bytes: Uint8Array; readonly toPort: number }[];
}

const ADDRESS = '127.0.0.1';

/** See the head of this file. */
export class TappedNetwork {
  readonly #network: DatagramNetwork;
  readonly #sockets = new Map<Transport, TappedSocket>();
  #openCount = 0;

  constructor(network: DatagramNetwork) {
    this.#network = network;
  }

  /** Sockets that transports hold now. */
  get openCount(): number {
    return this.#openCount;
  }

  /** Opens a transport on the network it is given, and remembers the first socket it binds. */
  async open<T extends Transport>(create: (network: DatagramNetwork) => Promise<T>): Promise<T> {
    const bound: TappedSocket[] = [];
    const transport = await create({
      resolve: (host) => this.#network.resolve(host),
      bind: async (...how) => {
        const [socket, tapped] = this.#tap(await this.#network.bind(...how));
        bound.push(tapped);
        return socket;
      },
    });
    const [first] = bound;
    invariant(first !== undefined, 'Opening a transport binds a socket.');
    this.#sockets.set(transport, first);
    return transport;
  }

  /** The first socket of a transport opened here. */
  socketOf(transport: Transport): TappedSocket {
    const socket = this.#sockets.get(transport);
    invariant(socket !== undefined, 'This transport was not opened on this network.');
    return socket;
  }

  /** Sends again, in order, what `from` sent to `to`; returns how many datagrams. */
  replay(from: Transport, to: Transport): number {
    const { port } = this.socketOf(to);
    const socket = this.socketOf(from);
    const datagrams = socket.sent.filter(({ toPort }) => toPort === port);
    for (const { bytes } of datagrams) socket.send(bytes, port);
    return datagrams.length;
  }

  /** Sends `datagrams` to `to` as if `from` had; returns how many. */
  forge(from: Transport, to: Transport, datagrams: readonly Uint8Array[]): number {
    for (const bytes of datagrams) this.socketOf(from).send(bytes, this.socketOf(to).port);
    return datagrams.length;
  }

  #tap(socket: DatagramSocket): readonly [DatagramSocket, TappedSocket] {
    const sent: { bytes: Uint8Array; toPort: number }[] = [];
    const { port } = socket;
    this.#openCount++;
    const tapped = {
      port,
      sent,
      send: (bytes: Uint8Array, toPort: number) => socket.send(bytes, ADDRESS, toPort),
    };
    const heard: DatagramSocket = {
      port,
      onMessage: (listener) => socket.onMessage(listener),
      send: (bytes, address, toPort) => {
        sent.push({ bytes, toPort });
        socket.send(bytes, address, toPort);
      },
      close: async () => {
        await socket.close();
        this.#openCount--;
      },
    };
    return [heard, tapped];
  }
}
