/** A session's place in its store: header first, then batches and the blocks beside them, each at the next sequence number. */
import { InvariantError, SessionError } from '../errors.js';
import type { PeerId } from '../peers.js';
import type { EventStore } from '../store/event-store.js';
import { type LinkSample, LinkTrackWriter } from '../store/link-track.js';
import { SideTrackWriter } from '../store/side-track.js';

export class SessionLog {
  readonly name: string;
  readonly #store: EventStore;
  readonly #tracks = new Map<number, SideTrackWriter>();
  readonly #links = new LinkTrackWriter();
  #nextSeq: number;

  /** @param nextSeq Records that the opened log already has. */
  constructor(store: EventStore, name: string, nextSeq: number) {
    this.#store = store;
    this.name = name;
    this.#nextSeq = nextSeq;
  }

  /** As the store's `append`; whatever a store throws or rejects with arrives as a SessionError. */
  append(record: Uint8Array): Promise<void> | undefined {
    const rethrow = (error: unknown): never => {
      throw this.#failure(error);
    };
    try {
      return this.#store.append(this.name, this.#nextSeq++, record)?.catch(rethrow);
    } catch (error) {
      return rethrow(error);
    }
  }

  /** Notes a superseded message beside the batches; written in blocks. */
  track(frame: number, peer: PeerId, bytes: Uint8Array): Promise<void> | undefined {
    const id = bytes[0] as number;
    let track = this.#tracks.get(id);
    if (track === undefined) {
      track = new SideTrackWriter(bytes.length);
      this.#tracks.set(id, track);
    }
    const block = track.add(frame, peer, bytes);
    return block && this.append(block);
  }

  /** Notes how the links are doing, beside the batches; written in blocks. */
  sampleLinks(frame: number, samples: readonly LinkSample[]): Promise<void> | undefined {
    const block = this.#links.add(frame, samples);
    return block && this.append(block);
  }

  /** Appends the blocks begun. The store stays open: it is the caller's. */
  finish(): readonly (Promise<void> | undefined)[] {
    return [...this.#tracks.values(), this.#links].flatMap((track) => {
      const block = track.take();
      return block ? [this.append(block)] : [];
    });
  }

  #failure(error: unknown): unknown {
    if (error instanceof SessionError || error instanceof InvariantError) return error;
    const sentence = `The log "${this.name}" could not be written: ${String(error)}`;
    return new SessionError('store/write-failed', sentence, { cause: error });
  }
}
