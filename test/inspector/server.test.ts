/** The inspector's server on real sockets: what it gives, to whom, and what no request can do to it. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { decode, decodeMulti } from '@msgpack/msgpack';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import type { FeedSubscriber, LiveFeed } from '../../src/inspector/feed/live-feed.js';
import { type InspectorServer, type ServeOptions, serveFeeds } from '../../src/inspector/server.js';
import { readAssets } from '../../src/inspector/server-assets.js';
import { feedOfFile } from '../support/inspector.js';
import { waitFor } from '../support/spawn.js';

const END: FeedEntry = { kind: 'end', frame: 3, sentence: 'Over.' };
const NOTICE: FeedEntry = { kind: 'notice', frame: 2, notice: 'refused', sentence: 'No.' };

const servers: InspectorServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(
  feeds: Parameters<typeof serveFeeds>[0] = [],
  options?: ServeOptions,
): Promise<InspectorServer> {
  const server = await serveFeeds(feeds, options);
  servers.push(server);
  return server;
}

/** A live feed whose subscribers a test speaks to. */
function fakeFeed(): LiveFeed & { readonly subscribers: Set<FeedSubscriber> } {
  const subscribers = new Set<FeedSubscriber>();
  return {
    title: 'live',
    subscribers,
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
}

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A request with headers that `fetch` would not let a test choose. */
function get(url: string | URL, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { headers, method, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    sent.on('error', reject).end();
  });
}

/** Opens a WebSocket; resolves with it, or with the status of the refusal. */
function follow(url: string, headers: Record<string, string> = {}): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once('error', reject);
  });
}

async function opened(url: string): Promise<WebSocket> {
  const socket = await follow(url);
  if (typeof socket === 'number') throw new RangeError(`refused with ${socket}`);
  return socket;
}

const closed = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', (code: number) => resolve(code)));

const statusAt = async (url: string | URL, headers?: Record<string, string>, method?: string) =>
  (await get(url, headers, method)).status;

describe('the page', () => {
  it('is served with what keeps it to itself, its assets for ever', async () => {
    const { url } = await serve();
    const page = await get(url);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    const script = /src="\.(\/assets\/[^"]+\.js)"/.exec(String(page.body))?.[1] ?? '';
    const asset = await get(new URL(script, url));
    expect(asset.status).toBe(200);
    expect(asset.headers['cache-control']).toContain('immutable');
  });

  it('gives nothing but its own files', async () => {
    const { url } = await serve();
    const paths = [
      'assets/',
      'assets/../index.html',
      '../package.json',
      'assets/%2e%2e/index.html',
      'x',
      '%00',
    ];
    for (const path of paths) expect(await statusAt(url + path), path).toBe(404);
  });

  it('is only looked at', async () => {
    const { url } = await serve();
    const methods = await Promise.all(
      ['POST', 'PUT', 'DELETE', 'OPTIONS'].map((name) => statusAt(url, {}, name)),
    );
    expect(methods).toEqual([405, 405, 405, 405]);
    const head = await get(url, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
  });

  it('not built is said, with what to do', async () => {
    const missing = readAssets('test/golden/no-such-folder');
    await expect(missing).rejects.toMatchObject({ code: 'inspector/not-served' });
    await expect(missing).rejects.toThrow('npm run build');
  });

  it('at a port that is taken is said', async () => {
    const { url } = await serve();
    const again = serveFeeds([], { port: Number(new URL(url).port) });
    await expect(again).rejects.toMatchObject({ code: 'inspector/not-served' });
    await expect(again).rejects.toThrow('it is taken');
  });

  it('survives broken requests', async () => {
    const { url } = await serve();
    const { port } = new URL(url);
    for (const text of [
      '\0\0\0\r\n\r\n',
      'GET\r\n\r\n',
      'GET // HTTP/1.1\r\nHost: [\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.end(text));
        socket.on('error', () => undefined).on('close', () => resolve());
        socket.resume();
      });
    }
    expect(await statusAt(url)).toBe(200);
  });
});

describe('a logged feed', () => {
  it('is listed and sent entry by entry, packed for who takes that', async () => {
    const feed = await feedOfFile();
    const { url } = await serve([feed]);
    const header = feed[0];
    expect(JSON.parse(String((await get(`${url}feeds`)).body))).toEqual([
      { title: header?.kind === 'header' ? header.title : '', live: false },
    ]);
    const plain = await get(`${url}feeds/0`);
    expect([...decodeMulti(plain.body)].length).toBe(feed.length);
    const packed = await get(`${url}feeds/0`, { 'accept-encoding': 'br, gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(await statusAt(`${url}feeds/1`)).toBe(404);
    expect(await follow(`${url}feeds/0/live`)).toBe(404);
  });
});

describe('a live feed', () => {
  it('is followed over a WebSocket to its end', async () => {
    const feed = fakeFeed();
    const server = await serve([feed]);
    expect(await statusAt(`${server.url}feeds/0`)).toBe(404);
    const page = await opened(`${server.url}feeds/0/live`);
    const received: FeedEntry[][] = [];
    page.on('message', (data: Buffer) => received.push(decode(data) as FeedEntry[]));
    const [subscriber] = feed.subscribers;
    expect(subscriber?.isReady?.()).toBe(true);
    subscriber?.entries([NOTICE, NOTICE]);
    subscriber?.entries([END]);
    expect(await closed(page)).toBe(1000);
    expect(received).toEqual([[NOTICE, NOTICE], [END]]);
    await waitFor(() => feed.subscribers.size === 0, 5_000, 'the page to be let go');
    server.show([[NOTICE]]);
    expect(await statusAt(`${server.url}feeds/0`)).toBe(200);
  });

  it('says goodbye when it is closed, also to a page that does not answer', async () => {
    const feed = fakeFeed();
    const server = await serveFeeds([feed]);
    const page = await opened(`${server.url}feeds/0/live`);
    const stuck = await opened(`${server.url}feeds/0/live`);
    stuck.pause();
    const told = new Promise((resolve) => page.once('close', (...goodbye) => resolve(goodbye)));
    await server.close();
    expect(await told).toEqual([1001, Buffer.from('The inspector was closed.')]);
    await waitFor(() => feed.subscribers.size === 0, 5_000, 'both to be let go');
    stuck.terminate();
  });

  it('takes nothing from a page', async () => {
    const feed = fakeFeed();
    const { url } = await serve([feed]);
    const talkers = [await opened(`${url}feeds/0/live`), await opened(`${url}feeds/0/live`)];
    talkers[0]?.send('hello');
    talkers[1]?.send(new Uint8Array(10_000));
    expect(await Promise.all(talkers.map(closed))).toEqual([1008, 1009]);
    await waitFor(() => feed.subscribers.size === 0, 5_000, 'both to be let go');
  });

  it('has room for sixteen pages, again when one leaves', async () => {
    const feed = fakeFeed();
    const { url } = await serve([feed]);
    const pages: WebSocket[] = [];
    for (let page = 0; page < 16; page++) pages.push(await opened(`${url}feeds/0/live`));
    expect(await follow(`${url}feeds/0/live`)).toBe(503);
    pages[0]?.close();
    await waitFor(() => feed.subscribers.size === 15, 5_000, 'a page to leave');
    expect(typeof (await follow(`${url}feeds/0/live`))).toBe('object');
  });

  it('is not ready while a page takes nothing', async () => {
    const feed = fakeFeed();
    const { url } = await serve([feed]);
    const page = await opened(`${url}feeds/0/live`);
    page.pause();
    const [subscriber] = feed.subscribers;
    const long: FeedEntry = { ...NOTICE, sentence: 'x'.repeat(1_000_000) };
    for (let sent = 0; sent < 20 && subscriber?.isReady?.(); sent++) subscriber.entries([long]);
    expect(subscriber?.isReady?.()).toBe(false);
    page.resume();
    await waitFor(() => subscriber?.isReady?.() === true, 10_000, 'the page to drain');
  });
});

describe('who is let in', () => {
  it('on loopback: names of this machine, and no other', async () => {
    const { url } = await serve();
    const { port } = new URL(url);
    for (const host of ['localhost', `localhost:${port}`, `127.0.0.1:${port}`, '[::1]'])
      expect(await statusAt(url, { host }), host).toBe(200);
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil'])
      expect(await statusAt(url, { host }), host).toBe(403);
  });

  it('no page of another origin', async () => {
    const { url } = await serve([fakeFeed()]);
    const live = `${url}feeds/0/live`;
    expect(await follow(live, { origin: 'http://evil.example' })).toBe(403);
    expect(await follow(live, { origin: 'null' })).toBe(403);
    expect(await follow(live, { host: 'evil.example' })).toBe(403);
    expect(typeof (await follow(live, { origin: new URL(url).origin }))).toBe('object');
  });

  it('elsewhere: who knows the token, by address or by cookie', async () => {
    const { url } = await serve([fakeFeed()], { address: '0.0.0.0' });
    const { origin, search } = new URL(url);
    expect(search).toMatch(/^\?token=[\w-]{22}$/);
    expect((await serve([], { address: '0.0.0.0' })).url).not.toContain(search);
    for (const path of [
      '/',
      '/feeds',
      '/feeds/0',
      '/assets/x.js',
      '/?token=',
      '/?token=no',
      `/?token=${'x'.repeat(22)}`,
    ])
      expect(await statusAt(origin + path), path).toBe(403);
    const page = await get(url, { host: 'machine.lan' });
    expect(page.status).toBe(200);
    const cookie = String(page.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    expect(await statusAt(`${origin}/feeds`, { cookie: `a=b; ${cookie.split(';')[0]}` })).toBe(200);
    expect(await follow(`${origin}/feeds/0/live`)).toBe(403);
    expect(typeof (await follow(`${origin}/feeds/0/live${search}`))).toBe('object');
  });

  it('on loopback without a token', async () => {
    const addresses = await Promise.all(
      ['127.0.0.1', 'localhost', '::1'].map((address) => serve([], { address })),
    );
    expect(addresses.map(({ url }) => new URL(url).search)).toEqual(['', '', '']);
  });
});
