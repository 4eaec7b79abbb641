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
/** How long a match that is over may take to be sent, ms. */
const MATCH_MS = 60_000;
/** The longest list, message, and match that is over, bytes; and the most feeds. */
const LIST_BYTES_MAX = 64 * 1024;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
const MATCH_BYTES_MAX = 512 * 1024 * 1024;
const FEEDS_MAX = 16;
/** Close code of RFC 6455: the other ended on purpose. */
const CLOSE_GOING_AWAY = 1001;

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
    const bytes = await this.#fetch('feeds', LIST_BYTES_MAX, ANSWER_MS);
    const list = this.#read((): unknown => JSON.parse(new TextDecoder().decode(bytes)));
    if (!Array.isArray(list) || list.length > FEEDS_MAX || !list.every(isListed)) throw this.foreign();
    return list;
  }

  async entries(index: number): Promise<readonly FeedEntry[]> {
    const bytes = await this.#fetch(`feeds/${index}`, MATCH_BYTES_MAX, MATCH_MS);
    const entries = this.#read(() => [...decodeMulti(bytes)]);
    if (!entries.every(isEntry)) throw this.foreign();
    return entries;
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

  #read<T>(read: () => T): T {
    try {
      return read();
    } catch {
      throw this.foreign();
    }
  }

  /** What is at `path`, all of it within `withinMs`. */
  async #fetch(path: string, bytesMax: number, withinMs: number): Promise<Uint8Array> {
    const controller = new AbortController();
    const late = setTimeout(() => controller.abort(), withinMs);
    try {
      const answer = await this.#ask(path, controller.signal);
      const body = await bodyOf(answer, bytesMax).catch(() => undefined);
      if (!answer.ok) throw this.foreign(refusalIn(answer.status, body));
      if (body === undefined) throw this.foreign('it does not come to the end of what it says');
      return body;
    } finally {
      clearTimeout(late);
    }
  }

  async #ask(path: string, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(this.#at(path), { signal, redirect: 'error' });
    } catch (cause) {
      const sentence = `Nobody answers at ${this.host}. Is a session running there with --inspect?`;
      throw new SessionError('session/unreachable', sentence, { cause });
    }
  }
}

/** The body of an answer; `undefined` when it is longer than `bytesMax`. */
async function bodyOf({ body }: Response, bytesMax: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > bytesMax) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Our own refusals say what is missing. */
function refusalIn(status: number, body: Uint8Array | undefined): string {
  const said = status === 403 ? ` ${new TextDecoder().decode(body).slice(0, 200)}` : '';
  return `it answers ${status}.${said}`.replace(/\.$/, '');
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
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      late = setTimeout(() => reject(place.foreign('it says nothing')), ANSWER_MS);
      socket.once('message', (data) => {
        const first = readMessage(data)?.[0];
        if (first?.kind === 'header') resolve(first);
        else reject(place.foreign());
      });
      socket.once('error', (error) => reject(place.foreign(error.message)));
      socket.once('close', () => reject(place.foreign('it closed the connection')));
    });
  } finally {
    clearTimeout(late);
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
    try {
      subscriber.entries(entries);
    } catch {
      // Such as nesting that msgpack reads and does not write.
      why = 'what it sends cannot be passed on';
      socket.terminate();
    }
  };
  const waitUntilReady = (): void => {
    clearTimeout(stuck);
    const isReady = subscriber.isReady?.() ?? true;
    if (isOver || isReady) socket.resume();
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
  socket.on('close', (code) => {
    if (isOver) return;
    if (code === CLOSE_GOING_AWAY) why = 'it was closed';
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

function isEntry(value: unknown): value is FeedEntry {
  const { kind, frame = 0 } = Object(value) as { readonly kind?: unknown; readonly frame?: unknown };
  return typeof kind === 'string' && Number.isSafeInteger(frame);
}
