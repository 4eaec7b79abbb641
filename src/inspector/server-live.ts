/** Pages that follow a match, each by a WebSocket that carries arrays of entries to it. What a page says is never listened to. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Encoder } from '@msgpack/msgpack';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LiveFeed } from './feed/live-feed.js';

/** Pages at a time. */
export const PAGES_MAX = 16;

/** A page with more than this on its way is stuck: it is told no more until it has taken some, bytes. */
const BUFFERED_BYTES_MAX = 4 * 1024 * 1024;

/** A page has nothing to say. */
const PAGE_BYTES_MAX = 1024;

/** How long a page may take to answer a goodbye before it is cut off, ms. */
const GOODBYE_MS = 1000;

/** Close codes of RFC 6455. */
const CLOSE_NORMAL = 1000;
const CLOSE_GOING_AWAY = 1001;
const CLOSE_POLICY = 1008;

/** The pages of one server. */
export interface LivePages {
  /** False when there is no room for another. */
  readonly hasRoom: boolean;
  accept(request: IncomingMessage, stream: Duplex, head: Buffer, feed: LiveFeed): void;
  /** Says goodbye to all; who does not answer it in time is cut off. */
  close(): void;
}

export function createLivePages(): LivePages {
  const limits = { maxPayload: PAGE_BYTES_MAX, closeTimeout: GOODBYE_MS };
  const upgrader = new WebSocketServer({ noServer: true, perMessageDeflate: false, ...limits });
  return {
    get hasRoom() {
      return upgrader.clients.size < PAGES_MAX;
    },
    accept: (request, stream, head, feed) =>
      upgrader.handleUpgrade(request, stream, head, (socket) => follow(socket, feed)),
    close() {
      for (const socket of upgrader.clients) socket.close(CLOSE_GOING_AWAY, 'The inspector was closed.');
      upgrader.close();
    },
  };
}

function follow(socket: WebSocket, feed: LiveFeed): void {
  const encoder = new Encoder();
  // What a page does wrong closes it, which `close` tells.
  socket.on('error', () => undefined);
  const unsubscribe = feed.subscribe({
    isReady: () => socket.bufferedAmount < BUFFERED_BYTES_MAX,
    entries: (entries) => {
      socket.send(encoder.encode(entries));
      if (entries.at(-1)?.kind === 'end') socket.close(CLOSE_NORMAL, 'The match is over.');
    },
  });
  socket.on('close', unsubscribe);
  socket.on('message', () => socket.close(CLOSE_POLICY, 'A page only listens.'));
}
