/** Gathers superseded messages, so that many are told in one entry: thirty a second are too many for one each. */
import type { PeerId } from '../../peers.js';
import type { FeedSuperseded } from './entry.js';

/** An entry has at most so many. */
const ENTRY_MAX = 128;

export class SupersededTrack {
  readonly #waiting = new Map<string, { readonly frames: number[]; readonly peers: PeerId[] }>();
  readonly #frameRate: number;
  #count = 0;
  #firstFrame = 0;

  /** `frameRate`: frames a second; about once a second there is an entry. */
  constructor(frameRate: number) {
    this.#frameRate = frameRate;
  }

  /** Adds one; true when it is time to {@link take}. */
  add(message: string, frame: number, peer: PeerId): boolean {
    let track = this.#waiting.get(message);
    if (track === undefined) {
      track = { frames: [], peers: [] };
      this.#waiting.set(message, track);
    }
    if (this.#count === 0) this.#firstFrame = frame;
    track.frames.push(frame);
    track.peers.push(peer);
    this.#count++;
    return this.#count >= ENTRY_MAX || frame - this.#firstFrame >= this.#frameRate;
  }

  /** What was added since the last time, an entry for each message. */
  take(): readonly FeedSuperseded[] {
    const entries = [...this.#waiting].map(([message, track]) => ({
      kind: 'superseded' as const,
      message,
      ...track,
    }));
    this.#waiting.clear();
    this.#count = 0;
    return entries;
  }
}
