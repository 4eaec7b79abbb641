/**
 * A TCP connection as a bad network carries it, between one client and its host: late, held back in a direction, but whole and in
 * order. A lost packet is one that TCP sends again, so it and all behind it come later. It can put bytes of its own into either end.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { NetworkConditions } from '../transport-conformance.js';

/** How much later what was lost comes, ms: the shortest retransmission timeout of Linux. */
const RESEND_MS = 200;

/** What all proxies of a subject have in common; it may change at any time. */
export interface ProxyNetwork {
  readonly conditions: NetworkConditions;
  nowMs(): number;
  chance(): number;
  /** Something moved. */
  moved(): void;
}

/** `end` is a FIN, `cut` a reset. */
interface Held {
  readonly what: Uint8Array | 'end' | 'cut';
  readonly dueMs: number;
}

/** One direction of the connection. */
class Pipe {
  readonly #network: ProxyNetwork;
  readonly #direction: 'to-host' | 'to-clients';
  readonly #to: Socket;
  readonly #held: Held[] = [];

  constructor(network: ProxyNetwork, direction: 'to-host' | 'to-clients', from: Socket, to: Socket) {
    this.#network = network;
    this.#direction = direction;
    this.#to = to;
    from.on('data', (bytes) => this.#hold(bytes));
    from.on('end', () => this.#hold('end'));
    from.on('error', () => {});
    from.on('close', () => this.#hold('cut'));
  }

  /** Passes on what is due. */
  deliver(): void {
    const { conditions } = this.#network;
    const isBlocked = conditions.blackOut === 'both' || conditions.blackOut === this.#direction;
    while (!isBlocked) {
      const [next] = this.#held;
      if (next === undefined || next.dueMs > this.#network.nowMs()) return;
      this.#held.shift();
      this.#network.moved();
      if (next.what === 'cut') this.#to.destroy();
      else if (next.what === 'end') this.#to.end();
      else this.#to.write(next.what);
    }
  }

  #hold(what: Held['what']): void {
    const { conditions, chance, nowMs } = this.#network;
    const againMs = chance() < conditions.loss ? RESEND_MS : 0;
    const soonest = nowMs() + conditions.delayMs + chance() * conditions.jitterMs + againMs;
    const dueMs = Math.max(soonest, this.#held.at(-1)?.dueMs ?? 0);
    this.#held.push({ what, dueMs });
    this.deliver();
  }
}

/** See the head of this file. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #pipes: Pipe[] = [];
  #client: Socket | undefined;
  #host: Socket | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Listens for the one client that will connect to `hostPort` through it. */
  static async open(network: ProxyNetwork, hostPort: number): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    const proxy = new TcpProxy(server);
    server.on('connection', (client) => proxy.#connect(network, client, hostPort));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Sockets it holds, its own listening one included. */
  get openCount(): number {
    const open = [...this.#sockets].filter((socket) => !socket.destroyed);
    return open.length + (this.#server.listening ? 1 : 0);
  }

  deliver(): void {
    for (const pipe of this.#pipes) pipe.deliver();
  }

  /** Puts bytes into one end, as if the other had sent them. */
  inject(to: 'host' | 'client', bytes: Uint8Array): void {
    (to === 'host' ? this.#host : this.#client)?.write(bytes);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #connect(network: ProxyNetwork, client: Socket, hostPort: number): void {
    const host = connect({ port: hostPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const socket of [client, host]) {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    network.moved();
    this.#client = client;
    this.#host = host;
    this.#pipes.push(
      new Pipe(network, 'to-host', client, host),
      new Pipe(network, 'to-clients', host, client),
    );
  }
}
