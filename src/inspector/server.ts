/** Serves the page and its feeds over HTTP, on loopback unless told otherwise. Reads nothing from a page but the path it asks for. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Encoder } from '@msgpack/msgpack';
import type { FeedEntry } from './feed/entry.js';

/** Where `npm run build` puts the page; the same folder from `src` and from `dist`. */
const PAGE = fileURLToPath(new URL('../../dist/page/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** A page that is being served. */
export interface InspectorServer {
  /** Open this in a browser. */
  readonly url: string;
  close(): Promise<void>;
}

export async function serveFeeds(
  feeds: readonly (readonly FeedEntry[])[],
  { port = 0, address = '127.0.0.1' }: { readonly port?: number; readonly address?: string } = {},
): Promise<InspectorServer> {
  const bodies = feeds.map(encodeFeed);
  const server = createServer((request, response) => {
    answer(request, response, bodies).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function encodeFeed(entries: readonly FeedEntry[]): Uint8Array {
  const encoder = new Encoder();
  return Buffer.concat(entries.map((entry) => encoder.encode(entry)));
}

async function answer(
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  feeds: readonly Uint8Array[],
): Promise<void> {
  const { pathname } = new URL(url, 'http://page');
  const feed = /^\/feeds\/(\d+)$/.exec(pathname);
  if (feed) {
    const body = feeds[Number(feed[1])];
    if (body === undefined) response.writeHead(404).end('There is no such feed.');
    else response.writeHead(200, { 'content-type': 'application/x-msgpack' }).end(body);
    return;
  }
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  const type = TYPES[extname(name)];
  if (type === undefined || !/^(assets\/)?[\w.-]+$/.test(name)) {
    response.writeHead(404).end('There is no such page.');
    return;
  }
  response.writeHead(200, { 'content-type': type }).end(await readFile(join(PAGE, name)));
}
