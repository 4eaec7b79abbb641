/** The entries of a match that is over, as they are sent: encoded and packed once, when first asked for. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Encoder } from '@msgpack/msgpack';
import type { FeedEntry } from './feed/entry.js';

const pack = promisify(gzip);

const HEADERS = { 'content-type': 'application/x-msgpack', vary: 'accept-encoding' };

export class FeedBody {
  readonly #entries: readonly FeedEntry[];
  #bytes: Uint8Array | undefined;
  #packed: Promise<Uint8Array> | undefined;

  constructor(entries: readonly FeedEntry[]) {
    this.#entries = entries;
  }

  /** As a request with this `accept-encoding` takes it. */
  async encoded(
    accepted: string | undefined,
  ): Promise<{ readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> }> {
    this.#bytes ??= encodeEntries(this.#entries);
    if (!/\bgzip\b/.test(accepted ?? '')) return { bytes: this.#bytes, headers: HEADERS };
    // The fastest level: most pages are on this machine.
    this.#packed ??= pack(this.#bytes, { level: 1 });
    return { bytes: await this.#packed, headers: { ...HEADERS, 'content-encoding': 'gzip' } };
  }
}

function encodeEntries(entries: readonly FeedEntry[]): Uint8Array {
  const encoder = new Encoder();
  return Buffer.concat(entries.map((entry) => encoder.encode(entry)));
}
