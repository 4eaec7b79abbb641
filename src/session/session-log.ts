/** A session's place in its store: header first, then batches and side track blocks, each at the next sequence number. */
import type { PeerId } from '../peers.js';
import type { EventStore } from '../store/event-store.js';
import { SideTrackWriter } from '../store/side-track.js';

export class SessionLog {
  readonly name: string;
  readonly #store: EventStore;
  readonly #tracks = new Map<number, SideTrackWriter>();
  #nextSeq: number;

  /** @param nextSeq Records that the opened log already has. */
  constructor(store: EventStore, name: string, nextSeq: number) {
    this.#store = store;
    this.name = name;
    this.#nextSeq = nextSeq;
  }

  append(record: Uint8Array): Promise<void> | undefined {
    return this.#store.append(this.name, this.#nextSeq++, record);
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

  /** Writes the blocks begun and waits until everything is durable. The store stays open: it is the caller's. */
  async finish(): Promise<void> {
    for (const track of this.#tracks.values()) {
      const block = track.take();
      if (block) await this.append(block);
    }
  }
}
