/**
 * The HTTP side of a host: a server of its own or one it is attached to, path and origin of a request, and letting go of
 * every connection when it closes. No protocol lives here.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsServerOptions } from 'node:https';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { invariant } from '../../errors.js';
import type { MessageServer, MessageServerListener } from './message-socket.js';
import { createUpgrader, wrapSocket } from './node-ws.js';
import { type AllowedOrigins, isOriginAllowed } from './origin.js';

/** What a server is made of. */
export interface SocketServerSettings {
  readonly port: number;
  readonly address: string;
  readonly path: string;
  readonly origins: AllowedOrigins;
  readonly frameBytesMax: number;
  /** How long a request may take, ms. */
  readonly requestTimeoutMs: number;
  readonly connectionsMax: number;
  readonly tls: TlsServerOptions | undefined;
}

/** Binds a server for sockets only; rejects with the network's own error. */
export async function openServer(settings: SocketServerSettings): Promise<MessageServer> {
  const { tls, requestTimeoutMs, connectionsMax, port, address } = settings;
  const limits = {
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: requestTimeoutMs,
  };
  const server =
    tls === undefined
      ? createServer(limits)
      : createTlsServer({ handshakeTimeout: requestTimeoutMs, ...limits, ...tls });
  server.maxConnections = connectionsMax;
  server.on('request', (_request, response) => {
    response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end();
  });
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.removeListener('error', reject);
      // Later ones are of connections that could not be taken; those that are there live on.
      server.on('error', () => {});
      resolve();
    });
  });
  const closeServer = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      // Requests that never became sockets.
      for (const socket of connections) socket.destroy();
    });
  return attach(server, settings, closeServer, tls === undefined ? 'ws' : 'wss');
}

/** Takes the sockets of a server that already listens and stays its owner's. */
export function attachServer(server: Server, settings: SocketServerSettings): MessageServer {
  invariant(server.listening, 'The server to attach to must be listening already.');
  const isTls = 'setSecureContext' in server;
  return attach(server, settings, () => Promise.resolve(), isTls ? 'wss' : 'ws');
}

function attach(
  server: Server,
  { path, origins, frameBytesMax }: SocketServerSettings,
  closeServer: () => Promise<void>,
  scheme: 'ws' | 'wss',
): MessageServer {
  const upgrader = createUpgrader(frameBytesMax);
  const { port, address } = server.address() as AddressInfo;
  const open = new Set<Promise<void>>();
  let listener: MessageServerListener | undefined;

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (pathOf(request) !== path) {
      // On a shared server another listener may know it.
      if (server.listenerCount('upgrade') === 1) turnAway(stream, '404 Not Found');
      return;
    }
    if (!isOriginAllowed(request.headers.origin, request.headers.host, origins)) {
      listener?.turnedAway();
      turnAway(stream, '403 Forbidden');
      return;
    }
    upgrader.handleUpgrade(request, stream, head, (socket) => {
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      open.add(gone);
      void gone.then(() => open.delete(gone));
      listener?.accepted(wrapSocket(socket));
    });
  };
  server.on('upgrade', upgrade);
  return {
    port,
    url: `${scheme}://${reachable(address)}:${port}${path}`,
    listen(given) {
      listener = given;
    },
    async close() {
      server.removeListener('upgrade', upgrade);
      await Promise.all(open);
      await closeServer();
    },
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

/** An address to connect to, for one that is listened at. */
function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return isIPv6(address) ? `[${address}]` : address;
}

function turnAway(stream: Duplex, status: string): void {
  stream.on('error', () => {});
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
