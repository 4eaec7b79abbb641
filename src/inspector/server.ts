/** Serves the page and its feeds over HTTP, on loopback unless told otherwise. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { SessionError } from '../errors.js';
import type { ServedFeed } from './feed/live-feed.js';
import { createAccess } from './server-access.js';
import { Answers } from './server-answers.js';
import { readAssets } from './server-assets.js';
import { createLivePages } from './server-live.js';

/** Connections at a time; a browser opens six for a page. */
const CONNECTIONS_MAX = 128;
/** How long a request may take to say what it wants, ms. */
const REQUEST_MS = 10_000;

/** A page that is being served. */
export interface InspectorServer {
  /** Open this in a browser. */
  readonly url: string;
  /** Serves other feeds from now on; who follows a former one goes on with it. */
  show(feeds: readonly ServedFeed[]): void;
  close(): Promise<void>;
}

/** Where a page is served. */
export interface ServeOptions {
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** IP address to listen at. Default: 127.0.0.1; at one that others can reach, the page's address carries a token. */
  readonly address?: string | undefined;
}

/** @throws SessionError `inspector/not-served` when the port is taken or the page was not built. */
export async function serveFeeds(
  feeds: readonly ServedFeed[],
  { port = 0, address = '127.0.0.1' }: ServeOptions = {},
): Promise<InspectorServer> {
  const access = createAccess(address);
  const pages = createLivePages();
  const answers = new Answers(access, await readAssets(), pages);
  answers.show(feeds);
  const server = createServer({ headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('request', (request, response) => void answers.request(request, response));
  server.on('upgrade', (request, stream, head) => answers.upgrade(request, stream, head));
  const bound = await listen(server, port, address);
  return {
    url: `http://${nameOf(bound.address)}:${bound.port}/${access.search}`,
    show: (next) => answers.show(next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        pages.close();
        server.closeAllConnections();
      }),
  };
}

async function listen(server: Server, port: number, address: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  }).catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === 'EADDRINUSE' ? 'it is taken; choose another, or 0 for a free one' : cause.message;
    const sentence = `The page cannot be served at port ${port} of ${address}: ${why}.`;
    throw new SessionError('inspector/not-served', sentence, { cause });
  });
  server.removeAllListeners('error');
  // Later ones are of connections that could not be taken; those that are there live on.
  server.on('error', () => undefined);
  return server.address() as AddressInfo;
}

/** A host name to reach an address at which a server listens. */
function nameOf(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return isIPv6(address) ? `[${address}]` : address;
}
