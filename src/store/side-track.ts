/**
 * Superseded messages (poses, 30 a second) as raw bytes beside the batches: inputs that cause no transition, decoded only when
 * looked at. Found by multiplication, since every entry of a block has the same size.
 *
 *   block = kind 2 (u8) · message bytes (u16 LE) · entry, entry, …
 *   entry = frame (u32 LE) · peer (u8) · the message as it came
 */
import { SessionError } from '../errors.js';
import type { PeerId } from '../peers.js';

export const SIDE_TRACK_KIND = 2;
const ENTRIES_AT = 3;
const ENTRY_HEAD_BYTES = 5;

/** Entries gathered before a block is written: about 4 s of one sender. */
const SIDE_TRACK_ENTRIES = 128;

/** Gathers entries of one message (all of `messageBytes` bytes) into a block. */
export class SideTrackWriter {
  readonly #messageBytes: number;
  #block: Uint8Array;
  #length = ENTRIES_AT;

  constructor(messageBytes: number) {
    this.#messageBytes = messageBytes;
    this.#block = this.#emptyBlock();
  }

  /** Adds an entry; returns a full block when this one filled it. */
  add(frame: number, peer: PeerId, bytes: Uint8Array): Uint8Array | undefined {
    const view = new DataView(this.#block.buffer);
    view.setUint32(this.#length, frame, true);
    this.#block[this.#length + 4] = peer;
    this.#block.set(bytes, this.#length + ENTRY_HEAD_BYTES);
    this.#length += ENTRY_HEAD_BYTES + this.#messageBytes;
    return this.#length === this.#block.length ? this.take() : undefined;
  }

  /** The block so far, or `undefined` when there is nothing in it. */
  take(): Uint8Array | undefined {
    if (this.#length === ENTRIES_AT) return undefined;
    const block = this.#block.subarray(0, this.#length);
    this.#block = this.#emptyBlock();
    this.#length = ENTRIES_AT;
    return block;
  }

  #emptyBlock(): Uint8Array {
    const block = new Uint8Array(ENTRIES_AT + SIDE_TRACK_ENTRIES * (ENTRY_HEAD_BYTES + this.#messageBytes));
    block[0] = SIDE_TRACK_KIND;
    new DataView(block.buffer).setUint16(1, this.#messageBytes, true);
    return block;
  }
}

/** Number of entries in a block. */
export function sideTrackLength(block: Uint8Array): number {
  return (block.length - ENTRIES_AT) / strideOf(block);
}

/** A superseded message as it came in. */
export interface SideTrackEntry {
  readonly frame: number;
  readonly peer: PeerId;
  /** The raw wire bytes, a view into the log's. */
  readonly bytes: Uint8Array;
}

/** The entries of a log's side track, in order; nothing is decoded. */
export function* sideTrackEntries(log: {
  readonly sideTrack: readonly Uint8Array[];
}): Generator<SideTrackEntry> {
  for (const block of log.sideTrack) {
    const stride = strideOf(block);
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    for (let at = ENTRIES_AT; at < block.length; at += stride) {
      const bytes = block.subarray(at + ENTRY_HEAD_BYTES, at + stride);
      yield { frame: view.getUint32(at, true), peer: view.getUint8(at + 4), bytes };
    }
  }
}

function strideOf(block: Uint8Array): number {
  const messageBytes = block.length < ENTRIES_AT ? 0 : (block[1] as number) | ((block[2] as number) << 8);
  const stride = ENTRY_HEAD_BYTES + messageBytes;
  if (messageBytes === 0 || (block.length - ENTRIES_AT) % stride !== 0) {
    throw new SessionError(
      'store/corrupt-record',
      `A side track block of ${block.length} bytes does not hold whole entries of ${stride} bytes.`,
    );
  }
  return stride;
}
