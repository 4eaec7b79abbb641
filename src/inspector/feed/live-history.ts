/** What a session's log has of the match so far, for somebody who comes late: read at once, told piece by piece. */
import { BATCH_KIND, type Batch, decodeBatch } from '../../store/batch.js';
import type { EventStore } from '../../store/event-store.js';
import { digestText } from '../../store/hashes.js';
import type { NameTable } from '../../store/names.js';
import { SIDE_TRACK_KIND, type SideTrackEntry, sideTrackEntries } from '../../store/side-track.js';
import type { FeedEntry } from './entry.js';
import type { FeedWriter } from './writer.js';

const DIGEST_BYTES = 8;

export class LiveHistory {
  readonly #batches: readonly Uint8Array[];
  readonly #superseded: readonly SideTrackEntry[];
  #nextBatch = 0;
  /** Read, and told once the superseded messages before it are. */
  #batch: Batch | undefined;
  #nextSuperseded = 0;

  private constructor(batches: readonly Uint8Array[], sideTrack: readonly Uint8Array[]) {
    this.#batches = batches;
    // Blocks are written when they are full, so those of different messages overlap.
    this.#superseded = [...sideTrackEntries({ sideTrack })].sort((one, other) => one.frame - other.frame);
  }

  /**
   * The log up to the batch that left the running digest `until`, 16 hex digits; `undefined` when it does not have it, or cannot
   * be read.
   */
  static async read(store: EventStore, session: string, until: string): Promise<LiveHistory | undefined> {
    const batches: Uint8Array[] = [];
    const sideTrack: Uint8Array[] = [];
    try {
      for await (const { bytes } of store.read(session)) {
        if (bytes[0] === SIDE_TRACK_KIND) sideTrack.push(bytes);
        if (bytes[0] !== BATCH_KIND) continue;
        batches.push(bytes);
        if (digestOf(bytes) === until) return new LiveHistory(batches, sideTrack);
      }
    } catch {
      // The log is the session's to complain of; a page begins at what is there now.
    }
    return undefined;
  }

  get isOver(): boolean {
    return this.#batch === undefined && this.#nextBatch === this.#batches.length;
  }

  /** The next thing: the superseded messages before a batch one by one, then the batch. */
  next(writer: FeedWriter, names: NameTable): readonly FeedEntry[] {
    this.#batch ??= this.#takeBatch(names);
    if (this.#batch === undefined) return [];
    const pose = this.#superseded[this.#nextSuperseded];
    if (pose !== undefined && pose.frame <= this.#batch.frame) {
      this.#nextSuperseded++;
      return writer.superseded(pose.frame, pose.peer, pose.bytes);
    }
    const entries = writer.batch(this.#batch);
    this.#batch = undefined;
    return entries;
  }

  #takeBatch(names: NameTable): Batch | undefined {
    const bytes = this.#batches[this.#nextBatch++];
    return bytes && decodeBatch(bytes, names, this.#nextBatch);
  }
}

/** A batch ends with the digest of all so far. */
function digestOf(batch: Uint8Array): string {
  const view = new DataView(batch.buffer, batch.byteOffset, batch.byteLength);
  return digestText(view.getBigUint64(batch.length - DIGEST_BYTES, true));
}
