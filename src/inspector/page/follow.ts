/** Follows a match that goes on: its reel grows as the session tells. Nothing is ever said to the session. */
import { decode } from '@msgpack/msgpack';
import { SessionError } from '../../errors.js';
import type { FeedEntry } from '../feed/entry.js';
import { beginReel } from './feed.js';
import { Burden } from './model/burden.js';
import type { Reel } from './model/reel.js';
import { fromFrameOn } from './model/shed.js';

const LOST = 'The connection to the session is lost: it ended without a goodbye, or the network did.';
const REFUSED = 'The session cannot be followed: it has ended, or too many pages look at it.';

/** What happens to a reel that is followed. */
export interface FollowedReel {
  /** There is more of it; at last, nothing will follow. */
  grew(): void;
  /** It got too long: `rest` goes on in place of `whole`. */
  shed(whole: Reel, rest: Reel): void;
}

/**
 * Resolves with the reel once it has begun.
 *
 * @throws SessionError `inspector/unreadable-feed` with a sentence for the person in front of the page.
 */
export function followReel(url: string, { grew, shed }: FollowedReel): Promise<Reel> {
  const address = new URL(url, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  const burden = new Burden();
  let reel: Reel | undefined;
  return new Promise((resolve, reject) => {
    const take = (bytes: Uint8Array): void => {
      for (const entry of decode(bytes) as readonly FeedEntry[]) {
        reel ??= beginReel(entry);
        reel.append(entry);
      }
      if (reel === undefined) return;
      resolve(reel);
      const kept = burden.add(bytes.length, reel.lastFrame);
      if (kept !== undefined) {
        const whole = reel;
        reel = fromFrameOn(whole, kept);
        shed(whole, reel);
      }
      grew();
    };
    const end = (sentence: string): void => {
      if (reel === undefined) reject(new SessionError('inspector/unreadable-feed', sentence));
      else {
        reel.ended ??= sentence;
        grew();
      }
    };
    socket.addEventListener('message', ({ data }) => {
      try {
        take(new Uint8Array(data as ArrayBuffer));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        end(`The feed cannot be read any further: ${reason}`);
        socket.close();
      }
    });
    // A goodbye has a sentence.
    socket.addEventListener('close', ({ reason }) => end(reason || (reel === undefined ? REFUSED : LOST)));
  });
}
