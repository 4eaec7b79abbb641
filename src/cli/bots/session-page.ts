/** What `--inspect` adds to a command that plays: a page that follows its session, and its log afterwards. */
import { Option } from 'commander';
import { createFeed, type FollowedSession } from '../../inspector/feed/live.js';
import type { ServedFeed } from '../../inspector/feed/live-feed.js';
import { type InspectorServer, serveFeeds } from '../../inspector/server.js';
import type { EventStore } from '../../store/event-store.js';
import { openBrowser } from '../browser.js';
import { feedOfFile } from '../inspect.js';
import { untilInterrupted } from '../interrupt.js';
import { wholeNumber } from '../options.js';
import { progress } from '../terminal.js';

/** `--inspect [port]` of a command whose session others may attach to. */
export const inspectOption = (): Option =>
  new Option('--inspect [port]', 'serve a page that follows the session, and print its address').argParser(
    wholeNumber(0, 65_535),
  );

/** The page of one command, served from the first feed on. */
export class SessionPage {
  readonly #port: number;
  readonly #opens: boolean;
  #server: InspectorServer | undefined;

  constructor({ port = 0, opens = false }: { readonly port?: number; readonly opens?: boolean }) {
    this.#port = port;
    this.#opens = opens;
  }

  /** Serves `session`, from its beginning when it has a store. */
  async follow(session: FollowedSession, title: string, store?: EventStore): Promise<void> {
    await this.#show(createFeed(session, store ? { title, store } : { title }));
    progress(`inspector at ${this.#server?.url}`);
  }

  /** Serves the log of the run, now that it is over, until Ctrl-C. */
  async stay(path: string): Promise<void> {
    await this.#show(await feedOfFile(path));
    progress(`The match stays at ${this.#server?.url} until Ctrl-C.`);
    await untilInterrupted();
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  async #show(feed: ServedFeed): Promise<void> {
    if (this.#server) return this.#server.show([feed]);
    this.#server = await serveFeeds([feed], { port: this.#port });
    if (this.#opens) openBrowser(this.#server.url);
  }
}

/** The page that a command's `--inspect` asks for. */
export function sessionPage(inspect: number | true | undefined): SessionPage | undefined {
  if (inspect === undefined) return undefined;
  return new SessionPage(inspect === true ? {} : { port: inspect });
}
