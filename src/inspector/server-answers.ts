/**
 * What a request is answered with. Takes nothing from a page but the path it asks for:
 *
 *   GET /, /assets/…   the page · GET feeds   [{ title, live }, …] as JSON
 *   GET feeds/N        a match that is over: its entries in msgpack, one after another
 *   WS  feeds/N/live   a match that goes on: messages of msgpack arrays of entries
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isLive, type ServedFeed, titleOf } from './feed/live-feed.js';
import type { Access } from './server-access.js';
import type { Asset } from './server-assets.js';
import { FeedBody } from './server-body.js';
import type { LivePages } from './server-live.js';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers?: Headers;
}

/** Answers the requests of one server. */
export class Answers {
  readonly #access: Access;
  readonly #assets: ReadonlyMap<string, Asset>;
  readonly #pages: LivePages;
  #feeds: readonly { readonly feed: ServedFeed; readonly body: FeedBody | undefined }[] = [];

  constructor(access: Access, assets: ReadonlyMap<string, Asset>, pages: LivePages) {
    this.#access = access;
    this.#assets = assets;
    this.#pages = pages;
  }

  show(feeds: readonly ServedFeed[]): void {
    this.#feeds = feeds.map((feed) => ({ feed, body: isLive(feed) ? undefined : new FeedBody(feed) }));
  }

  /** Answers a request; never throws. */
  async request(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      respond(request, response, await this.#answer(request));
    } catch (error) {
      if (response.headersSent) response.destroy();
      else respond(request, response, { status: 500, body: String(error) });
    }
  }

  /** Answers a request to become a WebSocket. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    const { pathname, search } = targetOf(request);
    const refusal = this.#access.refusalOf(request, search);
    const feed = this.#feedAt(/^\/feeds\/(\d{1,3})\/live$/, pathname)?.feed;
    if (refusal) turnAway(stream, refusal.status, refusal.sentence);
    else if (feed === undefined || !isLive(feed)) turnAway(stream, 404, `No match goes on at ${pathname}.`);
    else if (!this.#pages.hasRoom) turnAway(stream, 503, 'Too many pages look at this match.');
    else this.#pages.accept(request, stream, head, feed);
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, search } = targetOf(request);
    const refusal = this.#access.refusalOf(request, search);
    if (refusal) return { status: refusal.status, body: refusal.sentence };
    const asset = this.#assets.get(pathname);
    if (asset) return { status: 200, body: asset.bytes, headers: this.#withCookie(request, asset) };
    if (pathname === '/feeds') return this.#list();
    const found = this.#feedAt(/^\/feeds\/(\d{1,3})$/, pathname);
    if (found === undefined) return { status: 404, body: `There is nothing at ${pathname}.` };
    if (found.body === undefined) return { status: 404, body: 'The match goes on: follow it at its /live.' };
    const { bytes, headers } = await found.body.encoded(request.headers['accept-encoding']);
    return { status: 200, body: bytes, headers };
  }

  #list(): Answer {
    const list = this.#feeds.map(({ feed }) => ({ title: titleOf(feed), live: isLive(feed) }));
    return { status: 200, body: JSON.stringify(list), headers: { 'content-type': 'application/json' } };
  }

  #withCookie({ socket }: IncomingMessage, { headers }: Asset): Headers {
    const cookie = this.#access.cookie(socket.localPort ?? 0);
    return cookie === undefined ? headers : { ...headers, 'set-cookie': cookie };
  }

  #feedAt(pattern: RegExp, pathname: string) {
    return this.#feeds[Number(pattern.exec(pathname)?.[1] ?? -1)];
  }
}

function targetOf({ url = '' }: IncomingMessage): { pathname: string; search: URLSearchParams } {
  const [pathname = '', search = ''] = url.split('?', 2);
  return { pathname, search: new URLSearchParams(search) };
}

function respond({ method }: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, body, headers = { 'content-type': 'text/plain; charset=utf-8' } } = answer;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const rest = { 'cache-control': 'no-store', 'content-length': String(bytes.length), ...headers };
  response.writeHead(status, { ...HEADERS, ...rest }).end(method === 'HEAD' ? undefined : bytes);
}

function turnAway(stream: Duplex, status: number, sentence: string): void {
  const bytes = Buffer.from(sentence);
  const head = [
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${bytes.length}`,
  ];
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status} Refused\r\n${head.join('\r\n')}\r\n\r\n${sentence}`);
}
