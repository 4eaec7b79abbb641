/** Opens the two ends on Node: options and their defaults, servers and their errors. */
import type { Server } from 'node:http';
import type { ServerOptions as TlsServerOptions } from 'node:https';
import type { ConnectionOptions } from 'node:tls';
import { invariant, SessionError } from '../../errors.js';
import type { Transport } from '../transport.js';
import { WebSocketClient } from './client.js';
import { WEBSOCKET_VERSION } from './framing.js';
import { WAITING_SOCKETS_MAX, WebSocketHost, type WebSocketHostTransport } from './host.js';
import { attachServer, openServer, type SocketServerSettings } from './node-server.js';
import { connectSocket } from './node-ws.js';
import { checkUrl, type JoinWebSocketOptions, type WebSocketOptions, withDefaults } from './options.js';
import type { AllowedOrigins } from './origin.js';

/** Options of {@link hostWebSocket}. */
export interface HostWebSocketOptions extends WebSocketOptions {
  /** TCP port. Default: one that is free. */
  readonly port?: number;
  /** Address to listen at. Default `127.0.0.1`; `0.0.0.0` lets other machines in. */
  readonly address?: string;
  /** Path of the url, from `/` on. Default `/`. */
  readonly path?: string;
  /** Most players at once, the host's own included; a client more is refused. Default and most: 256. */
  readonly playersMax?: number;
  /**
   * Which pages may join; others get HTTP 403. Default `same-host`: pages this machine served under the very host and port they
   * join. Whoever sends no Origin is no page and always may.
   */
  readonly origins?: AllowedOrigins;
  /** Certificate and key, as for `https.createServer`: then the url is `wss://`. */
  readonly tls?: TlsServerOptions;
  /** An `http` or `https` server that already listens, to share; `port`, `address` and `tls` are its own. It is not closed. */
  readonly server?: Server;
}

/** Options of {@link joinWebSocket} on Node. */
export interface JoinNodeWebSocketOptions extends JoinWebSocketOptions {
  /** Whom to trust, and who we are. For Node only: a page cannot choose. */
  readonly tls?: Pick<
    ConnectionOptions,
    'ca' | 'cert' | 'key' | 'passphrase' | 'rejectUnauthorized' | 'servername'
  >;
}

/**
 * Hosts a session over WebSocket; resolves when the port is bound.
 *
 * @throws SessionError `transport/bind-failed` naming address and port.
 */
export async function hostWebSocket(options: HostWebSocketOptions = {}): Promise<WebSocketHostTransport> {
  const { port = 0, address = '127.0.0.1', path = '/', playersMax = 256 } = options;
  const { origins = 'same-host', tls, server: shared } = options;
  invariant(playersMax >= 1 && playersMax <= 256, `playersMax must be 1 to 256, not ${playersMax}.`);
  invariant(path.startsWith('/'), `path must start with /; it is ${path}.`);
  const { frameBytesMax, ...settings } = withDefaults(options);
  const serverSettings: SocketServerSettings = {
    ...{ port, address, path, origins, tls, frameBytesMax },
    requestTimeoutMs: settings.timeoutMs,
    connectionsMax: playersMax + 2 * WAITING_SOCKETS_MAX,
  };
  const server = shared === undefined ? await bind(serverSettings) : attachServer(shared, serverSettings);
  return new WebSocketHost({ ...settings, server, playersMax });
}

/**
 * Joins a host over WebSocket; resolves at once. Whether the host lets us in comes by poll: `opened`, or `closed` with
 * `refused`, `timed-out` or `host-gone`.
 *
 * @throws SessionError `transport/bad-code` when `url` is none.
 */
export function joinWebSocket(options: JoinNodeWebSocketOptions): Promise<Transport> {
  return Promise.resolve().then(() => {
    const { url, connectTimeoutMs = 10_000, tls } = options;
    checkUrl(url);
    const { frameBytesMax, ...settings } = withDefaults(options);
    const socket = connectSocket(url, frameBytesMax, tls);
    return new WebSocketClient({ ...settings, socket, url, connectTimeoutMs, version: WEBSOCKET_VERSION });
  });
}

async function bind(settings: SocketServerSettings) {
  try {
    return await openServer(settings);
  } catch (cause) {
    const { port, address } = settings;
    throw new SessionError(
      'transport/bind-failed',
      `TCP port ${port} at ${address} could not be bound (${String(cause)}); choose another or end who holds it.`,
      { cause },
    );
  }
}
