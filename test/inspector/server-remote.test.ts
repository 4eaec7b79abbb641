/** An inspector that follows another: what answers there may be anything, and must not end or fill this process. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Encoder } from '@msgpack/msgpack';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import type { FeedEntry } from '../../src/inspector/feed/entry.js';
import { isLive } from '../../src/inspector/feed/live-feed.js';
import { connectFeeds } from '../../src/inspector/server-remote.js';

/** Says one list, and to whoever follows one message. */
class Place {
  list = JSON.stringify([{ title: 'there', live: true }]);
  message: Uint8Array = encoded([{ kind: 'header' }]);
  readonly #server: Server = createServer((_, response) => response.end(this.list));
  readonly #pages = new WebSocketServer({ server: this.#server });

  async open(): Promise<string> {
    this.#pages.on('connection', (socket) => socket.send(this.message));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    for (const socket of this.#pages.clients) socket.terminate();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

const encoded = (value: unknown): Uint8Array => new Encoder({ maxDepth: 1_000 }).encode(value);

describe('an inspector elsewhere', () => {
  let place: Place;
  let url: string;
  beforeEach(async () => {
    place = new Place();
    url = await place.open();
  });
  afterEach(() => place.close());

  /** Follows the match there, which says `message` to its follower; resolves with the end of what is told. */
  async function endAfter(message: unknown): Promise<FeedEntry | undefined> {
    const [feed] = await connectFeeds(url);
    if (feed === undefined || !isLive(feed)) throw new RangeError('no feed that goes on');
    place.message = encoded(message);
    const told: FeedEntry[] = [];
    const encoder = new Encoder();
    feed.subscribe({
      entries(entries) {
        encoder.encode(entries);
        told.push(...entries);
      },
    });
    await expect.poll(() => told.at(-1)?.kind).toBe('end');
    return told.at(-1);
  }

  it('whose list does not end is none', async () => {
    place.list = `[${' '.repeat(100_000)}]`;
    await expect(connectFeeds(url)).rejects.toMatchObject({ code: 'inspector/unreadable-feed' });
  });

  it('whose entries are none is none', async () => {
    place.list = JSON.stringify([{ title: 'there', live: false }]);
    await expect(connectFeeds(url)).rejects.toMatchObject({ code: 'inspector/unreadable-feed' });
  });

  it('is left when what it says is nested deeper than a page can be told', async () => {
    let deep: unknown = 0;
    for (let depth = 0; depth < 500; depth++) deep = [deep];
    const end = await endAfter([{ kind: 'frame', frame: 7, steps: deep }]);
    expect(end).toMatchObject({ frame: 7, sentence: expect.stringContaining('cannot be passed on') });
  });

  it('is left when its frames are no numbers', async () => {
    const end = await endAfter([{ kind: 'frame', frame: 'seven' }]);
    expect(end).toMatchObject({ frame: 0, sentence: expect.stringContaining('cannot be read') });
  });
});
