/** Follows a match that goes on: its reel grows as the session tells. Nothing is ever said to the session. */
import { decode } from '@msgpack/msgpack';
import { SessionError } from '../../errors.js';
import type { FeedEntry } from '../feed/entry.js';
import { beginReel } from './feed.js';
import type { Reel } from './model/reel.js';

const LOST = 'The connection to the session is lost: it ended without a goodbye, or the network did.';

/**
 * Resolves with the reel once it has begun. `grew` is called whenever there is more, at last when nothing will follow.
 *
 * @throws SessionError `inspector/unreadable-feed` with a sentence for the person in front of the page.
 */
export function followReel(url: string, grew: () => void): Promise<Reel> {
  const address = new URL(url, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  let reel: Reel | undefined;
  return new Promise((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const entries = decode(new Uint8Array(data as ArrayBuffer)) as readonly FeedEntry[];
      try {
        for (const entry of entries) {
          reel ??= beginReel(entry);
          reel.append(entry);
        }
      } catch (error) {
        socket.close();
        reject(error);
      }
      if (reel === undefined) return;
      resolve(reel);
      grew();
    });
    socket.addEventListener('close', () => {
      if (reel === undefined) {
        reject(
          new SessionError(
            'inspector/unreadable-feed',
            'The session cannot be followed: it has ended, or too many pages look at it.',
          ),
        );
        return;
      }
      reel.ended ??= LOST;
      grew();
    });
  });
}
