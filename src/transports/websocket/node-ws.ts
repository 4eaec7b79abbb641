/** The `ws` package as `MessageSocket`s. The only file that imports it; no protocol lives here. */
import { type ClientOptions, WebSocket, WebSocketServer } from 'ws';
import { CLOSE_CODES } from './close-codes.js';
import type { MessageSocket } from './message-socket.js';

/** How long a peer may take to answer a goodbye before it is cut off, ms. */
const GOODBYE_MS = 1000;

/**
 * What all sockets have in common. Compression is off: game messages are small, and each connection would keep its window. Text
 * means nothing here, so whether it is valid does not matter either.
 */
function socketOptions(frameBytesMax: number) {
  return {
    maxPayload: frameBytesMax,
    perMessageDeflate: false,
    closeTimeout: GOODBYE_MS,
    skipUTF8Validation: true,
  } as const;
}

/** Turns HTTP upgrades into sockets. It has no server of its own. */
export function createUpgrader(frameBytesMax: number): WebSocketServer {
  return new WebSocketServer({ ...socketOptions(frameBytesMax), noServer: true, clientTracking: false });
}

/** Opens a socket to `url`, with TLS options where there are any. */
export function connectSocket(url: string, frameBytesMax: number, tls: ClientOptions = {}): MessageSocket {
  return wrapSocket(new WebSocket(url, { ...tls, ...socketOptions(frameBytesMax) }));
}

/** `socket` as the transport uses it. */
export function wrapSocket(socket: WebSocket): MessageSocket {
  return {
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    send(bytes) {
      if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
    },
    close(code, reason) {
      socket.close(code, reason);
    },
    listen(listener) {
      // What went wrong, where a close frame does not say.
      let fault: { readonly code: number; readonly reason: string } | undefined;
      socket.on('open', () => listener.opened());
      socket.on('message', (data, isBinary) => {
        const isBytes = isBinary && data instanceof Uint8Array;
        listener.received(isBytes ? data : undefined);
      });
      socket.on('unexpected-response', (_request, response) => {
        const reason = `The server there said no: HTTP ${response.statusCode}.`;
        fault = { code: CLOSE_CODES.refused, reason };
        socket.terminate();
      });
      socket.on('error', (error) => {
        fault ??= { code: isTooBig(error) ? 1009 : 1006, reason: error.message };
      });
      socket.on('close', (code, reason) => {
        const isGoodbye = code !== 1006;
        listener.closed(
          isGoodbye ? code : (fault?.code ?? code),
          isGoodbye ? String(reason) : (fault?.reason ?? ''),
        );
      });
    },
  };
}

/** The peer sent a longer message than we take. */
function isTooBig(error: Error): boolean {
  return 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}
