/** Fetches feeds from the server that served the page, and fills reels with them. */
import { decodeMulti } from '@msgpack/msgpack';
import { SessionError } from '../../errors.js';
import { FEED_VERSION, type FeedEntry } from '../feed/entry.js';
import { Reel } from './model/reel.js';

/** What the server has, in the order of its numbers. @throws SessionError `inspector/unreadable-feed`. */
export async function fetchList(url: string): Promise<readonly { title: string; live: boolean }[]> {
  const answer = await fetch(url);
  if (!answer.ok) throw unreadable(`The server said no: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { title: string; live: boolean }[];
}

/** A whole feed. @throws SessionError `inspector/unreadable-feed` with a sentence for the person in front of the page. */
export async function fetchReel(url: string): Promise<Reel> {
  const answer = await fetch(url);
  if (!answer.ok) throw unreadable(`The feed could not be fetched: ${answer.status} ${await answer.text()}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let reel: Reel | undefined;
  for (const value of decodeMulti(bytes)) {
    const entry = value as FeedEntry;
    reel ??= beginReel(entry);
    reel.append(entry);
  }
  if (reel === undefined) throw unreadable('The feed is empty.');
  return reel;
}

/** A reel that begins with `entry`. @throws SessionError `inspector/unreadable-feed` when that is no header of this version. */
export function beginReel(entry: FeedEntry): Reel {
  if (entry.kind !== 'header') throw unreadable('The feed does not begin with a header.');
  if (entry.version !== FEED_VERSION)
    throw unreadable(
      `The feed is of version ${entry.version}, the page of ${FEED_VERSION}: reload the page.`,
    );
  return new Reel(entry);
}

const unreadable = (sentence: string): SessionError =>
  new SessionError('inspector/unreadable-feed', sentence);
