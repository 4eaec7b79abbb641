import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Transport } from '../../../src/transports/transport.js';
import { encodeHello, encodeMessage } from '../../../src/transports/websocket/framing.js';
import {
  type HostWebSocketOptions,
  hostWebSocket,
  type JoinNodeWebSocketOptions,
  joinWebSocket,
} from '../../../src/transports/websocket/index.js';
import { startNode, waitFor } from '../../support/spawn.js';
import { polled } from '../polled.js';

const CLIENT = fileURLToPath(new URL('./fixtures/client.mjs', import.meta.url));
const DEADLINE_MS = 10_000;

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function host(options: HostWebSocketOptions = {}) {
  const transport = await hostWebSocket(options);
  opened.push(() => transport.close());
  return transport;
}

async function client(options: JoinNodeWebSocketOptions) {
  const transport = await joinWebSocket(options);
  opened.push(() => transport.close());
  return transport;
}

/** Frames until `isDone`; returns all that was told meanwhile, to each. */
async function play<T extends readonly Transport[]>(transports: T, isDone: (told: string[][]) => boolean) {
  const told: string[][] = transports.map(() => []);
  await waitFor(
    () => {
      for (const [index, transport] of transports.entries()) told[index]?.push(...polled(transport));
      for (const transport of transports) transport.flush();
      return isDone(told);
    },
    DEADLINE_MS,
    'what should have been told',
  );
  return told;
}

/** A socket that speaks for itself. */
async function rawClient(url: string, options: ConstructorParameters<typeof WebSocket>[2] = {}) {
  const socket = new WebSocket(url, options);
  opened.push(() => socket.terminate());
  const ends: string[] = [];
  socket.on('error', (error) => ends.push(error.message));
  socket.on('close', (code, reason) => ends.push(`${code} ${reason}`));
  await waitFor(() => socket.readyState !== WebSocket.CONNECTING, DEADLINE_MS, 'a socket');
  return { socket, ends };
}

const each = (told: string[][]) => told.every((lines) => lines.length > 0);

describe('joining', () => {
  it('tells why nothing came about: nobody there, another path, a page that may not', async () => {
    const server = await host({ path: '/session' });
    const nobody = await client({ url: 'ws://127.0.0.1:1/' });
    const astray = await client({ url: server.url.replace('/session', '/') });
    const [first, second] = await play([nobody, astray] as const, each);
    expect(first).toEqual([
      'closed 0 host-gone: No WebSocket came about at ws://127.0.0.1:1/: connect ECONNREFUSED 127.0.0.1:1.',
    ]);
    expect(second).toEqual(['closed 0 refused: The server there said no: HTTP 404.']);
    const { ends } = await rawClient(server.url, { origin: 'http://evil.example' });
    expect(ends[0]).toBe('Unexpected server response: 403');
    expect([server.stats.datagramsDropped, server.peers]).toEqual([1, []]);
  });

  it('gives up when the host does not answer', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    opened.push(() => {
      silent.closeAllConnections();
      silent.close();
    });
    silent.on('upgrade', (_request, socket) => opened.push(() => socket.destroy()));
    let nowMs = 0;
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const late = await client({ url: `ws://127.0.0.1:${port}/`, clock: { now: () => nowMs } });
    nowMs = 10_000;
    expect(polled(late)).toEqual([]);
    nowMs = 10_001;
    expect(polled(late)).toEqual(['closed 0 timed-out']);
    expect(polled(late)).toEqual([]);
  });

  it('is refused with a sentence that names what differs', async () => {
    const server = await host({ schemaHash: 0xa1, session: 'ABC' });
    const others = await Promise.all([
      client({ url: server.url, schemaHash: 0xa1 }),
      client({ url: server.url, session: 'ABC', schemaHash: 0xb2 }),
    ]);
    const [, session, schema] = await play([server, ...others], ([, ...told]) => each(told));
    expect(session?.[0]).toMatch(/^closed 0 refused: There is no session of that name at this host/);
    expect(schema?.[0]).toBe(
      'closed 0 refused: This host has protocol schema 0x000000a1, your game 0x000000b2; update the older one.',
    );
  });

  it('refuses a url that is none, and options out of range', async () => {
    for (const url of ['', 'game.example', 'http://game.example/', 'ws://game.example/#lobby']) {
      await expect(joinWebSocket({ url })).rejects.toMatchObject({ code: 'transport/bad-code' });
    }
    const url = 'ws://127.0.0.1:1/';
    await expect(joinWebSocket({ url, session: 'ö'.repeat(128) })).rejects.toThrow(/at most 255 bytes/);
    await expect(hostWebSocket({ schemaHash: -1 })).rejects.toThrow(/u32/);
    await expect(hostWebSocket({ playersMax: 257 })).rejects.toThrow(/1 to 256/);
    await expect(hostWebSocket({ path: 'session' })).rejects.toThrow(/start with/);
  });

  it('names the port that is taken', async () => {
    const { port } = await host();
    await expect(hostWebSocket({ port })).rejects.toMatchObject({
      code: 'transport/bind-failed',
      message: expect.stringContaining(`TCP port ${port} at 127.0.0.1`),
    });
  });
});

describe('a host', () => {
  it('shares a server with its owner, and leaves it open', async () => {
    const server = createServer((_request, response) => response.end('the page'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push(() => new Promise((resolve) => server.close(resolve)));
    const [red, blue] = [await host({ server, path: '/red' }), await host({ server, path: '/blue' })];
    const guests = [await client({ url: red.url }), await client({ url: blue.url })] as const;
    const told = await play([red, blue, ...guests], each);
    expect(told).toEqual([['opened 1'], ['opened 1'], ['opened 0'], ['opened 0']]);
    await red.close();
    const page = await fetch(blue.url.replace('ws:', 'http:'));
    expect(await page.text()).toBe('the page');
  });

  it('answers 426 to whoever wants no socket', async () => {
    const server = await host();
    const answer = await fetch(server.url.replace('ws:', 'http:'));
    expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket']);
  });

  it('refuses what is no hello, closes who says nothing, and lets only so many wait', async () => {
    let nowMs = 0;
    const server = await host({ clock: { now: () => nowMs } });
    const { socket, ends } = await rawClient(server.url);
    socket.send('hello');
    const others = await Promise.all(Array.from({ length: 63 }, () => rawClient(server.url)));
    const tooMany = await rawClient(server.url);
    await waitFor(() => tooMany.ends.length > 0, DEADLINE_MS, 'one too many to be turned away');
    expect(tooMany.ends[0]).toBe('4000 Too many are asking to join at once; try again in a moment.');
    await play([server], () => ends.length > 0);
    expect(ends[0]).toMatch(/^4000 This host speaks the WebSocket framing of Dugout/);
    expect(others.every(({ ends }) => ends.length === 0)).toBe(true);
    nowMs = 5001;
    await play([server], () => others.every(({ ends }) => ends.length > 0));
    expect(others[0]?.ends[0]).toBe('4000 Nothing was said for too long.');
    expect(server.stats.datagramsDropped).toBe(1);
  });

  it('ends a link whose client sends more than it takes', async () => {
    const server = await host({ messageBytesMax: 100_000 });
    const careless = await client({ url: server.url });
    await play([server, careless] as const, each);
    careless.send(0, new Uint8Array(200_000), 'reliable');
    const told = await play([server, careless] as const, each);
    expect(told).toEqual([['closed 1 overflow'], ['closed 0 overflow']]);
  });

  it('lets what is old news go when a client takes nothing, and nothing reliable', async () => {
    const server = await host();
    const { socket } = await rawClient(server.url);
    socket.send(encodeHello(1, 0, ''));
    await play([server], each);
    socket.pause();
    const padding = 16_000;
    let number = 0;
    const isBackedUp = () => server.stats.datagramsDropped >= 200;
    await waitFor(
      () => {
        for (let frame = 0; frame < 10; frame++) {
          const bytes = new Uint8Array(padding);
          new DataView(bytes.buffer).setUint32(0, ++number);
          server.send(1, bytes, 'sequenced');
          server.send(1, bytes, 'unreliable');
          server.send(1, bytes.subarray(0, 4), 'reliable');
          server.flush();
        }
        return isBackedUp();
      },
      DEADLINE_MS,
      'the socket to back up',
    );
    const heard: Record<'3' | '4' | '5', number[]> = { 3: [], 4: [], 5: [] };
    socket.on('message', (data) => readNumbers(data as Buffer, heard));
    socket.resume();
    await waitFor(
      () => {
        polled(server);
        server.flush();
        return heard[4].at(-1) === number;
      },
      DEADLINE_MS,
      'the newest sequenced message',
    );
    expect(heard[3]).toEqual(Array.from({ length: number }, (_, index) => index + 1));
    expect(heard[4].length + heard[5].length).toBe(2 * number - server.stats.datagramsDropped);
    expect(heard[4]).toEqual([...heard[4]].sort((a, b) => a - b));
  });

  it('is told that a killed client has timed out, at once and once', { timeout: 30_000 }, async () => {
    const server = await host();
    const process = startNode([CLIENT, server.url]);
    opened.push(() => process.kill('SIGKILL'));
    await play([server], each);
    process.kill('SIGKILL');
    const before = performance.now();
    expect(await play([server], each)).toEqual([['closed 1 timed-out']]);
    expect(performance.now() - before).toBeLessThan(4000);
    await process.finished;
  });

  it('hears a reset connection as timed out', async () => {
    const server = await host();
    const { socket } = await rawClient(server.url);
    socket.send(encodeHello(1, 0, ''));
    await play([server], each);
    socket.terminate();
    expect(await play([server], each)).toEqual([['closed 1 timed-out']]);
  });

  it('closes although a client does not answer and a stranger says nothing', async () => {
    const server = await hostWebSocket();
    const { socket } = await rawClient(server.url);
    socket.send(encodeHello(1, 0, ''));
    await play([server], each);
    socket.pause();
    const stranger = connect(server.port, '127.0.0.1');
    stranger.on('error', () => undefined);
    opened.push(() => stranger.destroy());
    await new Promise<void>((resolve) => stranger.once('connect', resolve));
    const before = performance.now();
    await server.close();
    expect(performance.now() - before).toBeLessThan(3000);
  });

  it('names nobody to a new client who has no room for hearing of it', async () => {
    const server = await host();
    const full = await client({ url: server.url });
    await play([server, full] as const, each);
    for (let count = 0; count < 4096; count++) server.send(1, Uint8Array.of(1), 'reliable');
    const guest = await client({ url: server.url });
    const told: string[] = [];
    await waitFor(
      () => {
        polled(server);
        told.push(...polled(guest));
        return guest.peers.length > 0;
      },
      DEADLINE_MS,
      'an accept',
    );
    expect([told, guest.peers]).toEqual([['opened 0'], [0]]);
  });

  it('does not throw when it sends to a client that is just going', async () => {
    const server = await host();
    const guest = await client({ url: server.url });
    await play([server, guest] as const, each);
    await guest.close();
    for (const delivery of ['reliable', 'sequenced', 'unreliable'] as const) {
      server.send(1, new Uint8Array(100), delivery);
      server.flush();
    }
    expect(await play([server], each)).toEqual([['closed 1 left']]);
  });
});

describe('a client', () => {
  it('that closes leaves nothing behind: its process ends by itself', { timeout: 30_000 }, async () => {
    const server = await host();
    const process = startNode([CLIENT, server.url, 'leave']);
    const told = await play([server], ([lines]) => (lines?.length ?? 0) >= 2);
    expect(told).toEqual([['opened 1', 'closed 1 left']]);
    expect(await process.finished).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('drops a frame for another place or time, and lives', async () => {
    const server = await host();
    const { socket } = await rawClient(server.url);
    socket.send(encodeHello(1, 0, ''));
    await play([server], each);
    socket.send(encodeHello(1, 0, ''));
    socket.send(Uint8Array.of(2, 1, 9));
    socket.send(encodeMessage('unreliable', new Uint8Array(16 * 1024 + 1)));
    socket.send(encodeMessage('reliable', Uint8Array.of(1)));
    expect(await play([server], each)).toEqual([['reliable 1 from 1']]);
    expect(server.stats.datagramsDropped).toBe(3);
  });
});

describe('over TLS', () => {
  /** For 127.0.0.1, signed by nobody but itself. */
  const read = (name: string) =>
    readFileSync(new URL(`./fixtures/self-signed-${name}.pem`, import.meta.url), 'utf8');
  const [key, cert] = [read('key'), read('cert')];

  it('joins whom it trusts, and nobody else', async () => {
    const server = await host({ tls: { key, cert } });
    expect(server.url).toMatch(/^wss:\/\/127\.0\.0\.1:\d+\/$/);
    const trusting = await client({ url: server.url, tls: { ca: cert } });
    const wary = await client({ url: server.url });
    const told = await play([server, trusting, wary] as const, each);
    expect(told.slice(0, 2)).toEqual([['opened 1'], ['opened 0']]);
    expect(told[2]?.[0]).toMatch(/^closed 0 host-gone: No WebSocket came about at wss:.*self-signed/);
    trusting.send(0, Uint8Array.of(1, 2, 3), 'reliable');
    expect(await play([server, trusting] as const, ([lines]) => (lines?.length ?? 0) > 0)).toMatchObject([
      ['reliable 1,2,3 from 1'],
      expect.anything(),
    ]);
  });
});

/** Reads the numbers in a frame of messages by the layout drawn in framing.ts. */
function readNumbers(frame: Buffer, heard: Record<'3' | '4' | '5', number[]>): void {
  for (let offset = 0; offset < frame.length; ) {
    const kind = String(frame[offset++]);
    let length = 0;
    for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7) {
      byte = frame[offset++] ?? 0;
      length |= (byte & 0x7f) << shift;
    }
    if (kind === '3' || kind === '4' || kind === '5') heard[kind].push(frame.readUInt32BE(offset));
    offset += length;
  }
}
