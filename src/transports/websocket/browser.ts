/** `dugout/transports/websocket` in a browser, where one can join but not host: the client on the browser's own WebSocket. */
import { SessionError } from '../../errors.js';
import type { Transport } from '../transport.js';
import type { Wire } from '../wire.js';
import { WebSocketClient } from './client.js';
import { WEBSOCKET_VERSION } from './framing.js';
import type { MessageSocket } from './message-socket.js';
import { checkUrl, type JoinWebSocketOptions, type WebSocketOptions, withDefaults } from './options.js';

export type { TransportClock } from '../datagram/socket.js';
export type { JoinWebSocketOptions, WebSocketOptions } from './options.js';

/** As `joinWebSocket` on Node, in a page. */
export async function joinWebSocket(options: JoinWebSocketOptions): Promise<Transport> {
  const { url, connectTimeoutMs = 10_000 } = options;
  checkUrl(url);
  const { frameBytesMax: _, ...settings } = withDefaults(options);
  const socket = wrapSocket(new WebSocket(url));
  return new WebSocketClient({ ...settings, socket, url, connectTimeoutMs, version: WEBSOCKET_VERSION });
}

/** Options of `webSocketWire` that a page can use. */
export interface WebSocketWireOptions extends Omit<WebSocketOptions, 'schemaHash'> {
  readonly join?: Pick<JoinWebSocketOptions, 'connectTimeoutMs'>;
}

/** As `webSocketWire` on Node, in a page: one can join by URL, and `host` rejects. */
export function webSocketWire({ join = {}, ...shared }: WebSocketWireOptions = {}): Wire {
  return {
    limits: withDefaults(shared).limits,
    async host() {
      throw new SessionError('transport/bind-failed', 'A page cannot host; host on Node and join its URL.');
    },
    async join(url, { schemaHash }) {
      return { transport: await joinWebSocket({ ...shared, ...join, url, schemaHash }), code: url, name: '' };
    },
  };
}

function wrapSocket(socket: WebSocket): MessageSocket {
  socket.binaryType = 'arraybuffer';
  return {
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    send(bytes) {
      if (socket.readyState === WebSocket.OPEN) socket.send(new Uint8Array(bytes));
    },
    close(code, reason) {
      // A page may send 1000 and the codes from 3000 on.
      socket.close(code, reason);
    },
    listen(listener) {
      socket.addEventListener('open', () => listener.opened());
      socket.addEventListener('message', ({ data }) => {
        listener.received(data instanceof ArrayBuffer ? new Uint8Array(data) : undefined);
      });
      // An `error` says nothing, and a `close` follows it.
      socket.addEventListener('close', ({ code, reason }) => listener.closed(code, reason));
    },
  };
}
