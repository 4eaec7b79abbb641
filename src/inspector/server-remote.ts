/** The feeds of another inspector, such as a running session's, to be served again here. It is only listened to. */
import { decode, decodeMulti } from '@msgpack/msgpack';
import { type RawData, WebSocket } from 'ws';
import { SessionError } from '../errors.js';
import type { FeedEntry, FeedHeader } from './feed/entry.js';
import type { FeedSubscriber, LiveFeed, ServedFeed } from './feed/live-feed.js';

/** How long the other may take to answer, ms. */
const ANSWER_MS = 5_000;
/** How often a page that takes nothing is asked whether it does again, ms. */
const STUCK_MS = 100;
/** The longest message that is taken, bytes; and the most feeds. */
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
const FEEDS_MAX = 16;

/**
 * What the inspector at `url` serves, http(s) or ws(s), with its token if it has one.
 *
 * @throws SessionError `session/unreachable` when nobody answers, `inspector/unreadable-feed` when it is no inspector.
 */
export async function connectFeeds(url: string): Promise<readonly ServedFeed[]> {
  const place = new RemotePlace(url);
  const list = await place.list();
  return await Promise.all(
    list.map(({ title, live }, index) => (live ? liveFeed(place, index, title) : place.entries(index))),
  );
}

/** Addresses at another inspector. */
class RemotePlace {
  readonly #base: URL;

  constructor(url: string) {
    this.#base = new URL(url.replace(/^ws/i, 'http'));
    this.#base.hash = '';
  }

  get host(): string {
    return this.#base.host;
  }

  async list(): Promise<readonly { readonly title: string; readonly live: boolean }[]> {
    const list: unknown = await this.#fetch('feeds').then((answer) => answer.json().catch(() => undefined));
    if (!Array.isArray(list) || list.length > FEEDS_MAX || !list.every(isListed)) throw this.foreign();
    return list;
  }

  async entries(index: number): Promise<readonly FeedEntry[]> {
    const bytes = await this.#fetch(`feeds/${index}`).then((answer) => answer.arrayBuffer());
    try {
      return [...decodeMulti(new Uint8Array(bytes))] as FeedEntry[];
    } catch {
      throw this.foreign();
    }
  }

  open(index: number): WebSocket {
    const url = this.#at(`feeds/${index}/live`);
    url.protocol = url.protocol.replace('http', 'ws');
    return new WebSocket(url, {
      maxPayload: MESSAGE_BYTES_MAX,
      handshakeTimeout: ANSWER_MS,
      perMessageDeflate: false,
    });
  }

  foreign(why = 'what answers there is none'): SessionError {
    return new SessionError('inspector/unreadable-feed', `There is no inspector at ${this.host}: ${why}.`);
  }

  #at(path: string): URL {
    const url = new URL(path, this.#base);
    url.search = this.#base.search;
    return url;
  }

  async #fetch(path: string): Promise<Response> {
    const controller = new AbortController();
    const late = setTimeout(() => controller.abort(), ANSWER_MS);
    const answer = await fetch(this.#at(path), { signal: controller.signal, redirect: 'error' })
      .catch((cause: unknown) => {
        const sentence = `Nobody answers at ${this.host}. Is a session running there with --inspect?`;
        throw new SessionError('session/unreachable', sentence, { cause });
      })
      .finally(() => clearTimeout(late));
    if (answer.ok) return answer;
    const said = answer.status === 403 ? ` ${(await answer.text()).slice(0, 200)}` : '';
    throw this.foreign(`it answers ${answer.status}.${said}`.replace(/\.$/, ''));
  }
}

function isListed(value: unknown): value is { title: string; live: boolean } {
  const { title, live } = Object(value) as { readonly title?: unknown; readonly live?: unknown };
  return typeof title === 'string' && typeof live === 'boolean';
}

/** A match that goes on there; each follower here is one more there. */
async function liveFeed(place: RemotePlace, index: number, title: string): Promise<LiveFeed> {
  const header = await readHeader(place, index);
  return { title, subscribe: (subscriber) => follow(place, index, header, subscriber) };
}

/** Asked for once, so that a page can say what was lost. */
async function readHeader(place: RemotePlace, index: number): Promise<FeedHeader> {
  const socket = place.open(index);
  try {
    return await new Promise((resolve, reject) => {
      socket.once('message', (data) => {
        const first = readMessage(data)?.[0];
        if (first?.kind === 'header') resolve(first);
        else reject(place.foreign());
      });
      socket.once('error', (error) => reject(place.foreign(error.message)));
      socket.once('close', () => reject(place.foreign('it closed the connection')));
    });
  } finally {
    socket.terminate();
  }
}

function follow(
  place: RemotePlace,
  index: number,
  header: FeedHeader,
  subscriber: FeedSubscriber,
): () => void {
  const socket = place.open(index);
  let why = 'it closed the connection';
  let frame = -1;
  let isOver = false;
  let stuck: ReturnType<typeof setTimeout> | undefined;
  const tell = (entries: readonly FeedEntry[]): void => {
    isOver ||= entries.at(-1)?.kind === 'end';
    for (const entry of entries) if ('frame' in entry) frame = Math.max(frame, entry.frame);
    subscriber.entries(entries);
  };
  const waitUntilReady = (): void => {
    const isReady = subscriber.isReady?.() ?? true;
    if (isReady) socket.resume();
    else {
      socket.pause();
      stuck = setTimeout(waitUntilReady, STUCK_MS);
    }
  };
  socket.on('message', (data) => {
    const entries = readMessage(data);
    if (entries === undefined) {
      why = 'what it sends cannot be read';
      socket.terminate();
      return;
    }
    tell(entries);
    waitUntilReady();
  });
  socket.on('error', ({ message }) => {
    why = message;
  });
  socket.on('close', () => {
    if (isOver) return;
    const sentence = `The inspector at ${place.host} is gone: ${why}.`;
    tell([...(frame < 0 ? [header] : []), { kind: 'end', frame: Math.max(0, frame), sentence }]);
  });
  return () => {
    isOver = true;
    clearTimeout(stuck);
    socket.terminate();
  };
}

/** The entries of a message; `undefined` when it is none. */
function readMessage(data: RawData): readonly FeedEntry[] | undefined {
  try {
    const entries: unknown = data instanceof Uint8Array ? decode(data) : undefined;
    return Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
  } catch {
    return undefined;
  }
}

const isEntry = (value: unknown): value is FeedEntry =>
  typeof (Object(value) as { readonly kind?: unknown }).kind === 'string';
