/**
 * The receiving half of the reliable order (TR4): passes each frame on once and in order, keeps those that came too early, and
 * puts cut messages back together. As pieces come in order, one unfinished message is all there can be.
 */
import type { Delivery } from '../../peers.js';
import type { Frame } from './payload.js';
import { sequenceDistance, wrap } from './sequence.js';

/** How far ahead of the next frame one may be kept (TR7). About 4.8 MB of full ones. */
const AHEAD_MAX = 4096;

/** Where what arrives on a link goes. */
export interface LinkSink {
  message(bytes: Uint8Array, delivery: Delivery): void;
  /** A word from transport to transport. */
  system(payload: Uint8Array): void;
}

/** See the head of this file. */
export class ReliableInbox {
  #nextId = 0;
  readonly #early = new Map<number, Frame>();
  /** Pieces 0 to n of the message being put together. */
  #pieces: Uint8Array[] = [];

  /** Whether every one of `frames` is near enough to be kept; if not, their packet must be as if it never came. */
  hasRoomFor(frames: readonly Frame[]): boolean {
    return frames.every((frame) => frame.kind === 'unreliable' || this.#ahead(frame) < AHEAD_MAX);
  }

  /** Takes in one frame and passes on what is now in order; false when it came before. */
  accept(frame: Frame, sink: LinkSink): boolean {
    const ahead = this.#ahead(frame);
    if (ahead < 0 || this.#early.has(frame.messageId)) return false;
    if (ahead > 0) {
      this.#early.set(frame.messageId, frame);
      return true;
    }
    for (let next: Frame | undefined = frame; next !== undefined; ) {
      this.#early.delete(this.#nextId);
      this.#nextId = wrap(this.#nextId + 1);
      this.#pass(next, sink);
      next = this.#early.get(this.#nextId);
    }
    return true;
  }

  #ahead({ messageId }: Frame): number {
    return sequenceDistance(messageId, this.#nextId);
  }

  #pass({ kind, fragment, payload }: Frame, sink: LinkSink): void {
    if (kind === 'system') {
      sink.system(payload);
    } else if (fragment === undefined) {
      sink.message(payload, 'reliable');
    } else {
      // A piece that is not the next one belongs to a message we have no start of: only a broken sender does that.
      if (fragment.index === 0) this.#pieces = [];
      if (fragment.index !== this.#pieces.length) return;
      this.#pieces.push(payload);
      if (fragment.index === fragment.count - 1) sink.message(this.#joinPieces(), 'reliable');
    }
  }

  #joinPieces(): Uint8Array {
    const bytes = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.length, 0));
    let offset = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, offset);
      offset += piece.length;
    }
    this.#pieces = [];
    return bytes;
  }
}
