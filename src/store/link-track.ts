/**
 * How the links were doing, about once a second, beside the batches: measured, not decided, so no replay needs it and no digest
 * holds it. Found by multiplication, since every entry has the same size.
 *
 *   block = kind 3 (u8) · entry, entry, …
 *   entry = frame (u32 LE) · peer (u8) · round trip (u16 LE, 0.1 ms, ffff unknown) · loss (u8, 1/254, ff unknown)
 *         · backlog (u16 LE) · queued (u16 LE)                                          greater values as the greatest
 */
import { SessionError } from '../errors.js';
import type { PeerId } from '../peers.js';

export const LINK_TRACK_KIND = 3;
const ENTRIES_AT = 1;
const ENTRY_BYTES = 12;

/** Entries gathered before a block is written: a minute of one link. */
const LINK_TRACK_ENTRIES = 60;

const U16_MAX = 0xffff;
const LOSS_UNIT = 254;
const LOSS_UNKNOWN = 0xff;

/** How a link is doing at a frame. */
export interface LinkSample {
  readonly peer: PeerId;
  /** `null` before the first measurement. */
  readonly roundTripMs: number | null;
  /** Share of lost datagrams, 0–1; `null` when the wire cannot tell. */
  readonly loss: number | null;
  /** Reliable messages not yet acknowledged. */
  readonly backlog: number;
  /** Inputs of the peer that the frame found waiting. */
  readonly queued: number;
}

/** A link sample of a log. Frames ascend, but for a session that was continued: it goes on from its last batch. */
export interface LinkEntry extends LinkSample {
  readonly frame: number;
}

/** Gathers samples into blocks. */
export class LinkTrackWriter {
  #entries: LinkEntry[] = [];

  /** Adds the samples of a frame; returns a block when they filled one. */
  add(frame: number, samples: readonly LinkSample[]): Uint8Array | undefined {
    for (const sample of samples) this.#entries.push({ frame, ...sample });
    return this.#entries.length < LINK_TRACK_ENTRIES ? undefined : this.take();
  }

  /** The block so far, or `undefined` when there is nothing in it. */
  take(): Uint8Array | undefined {
    if (this.#entries.length === 0) return undefined;
    const block = new Uint8Array(ENTRIES_AT + ENTRY_BYTES * this.#entries.length);
    block[0] = LINK_TRACK_KIND;
    const view = new DataView(block.buffer);
    for (const [index, entry] of this.#entries.entries())
      writeEntry(view, ENTRIES_AT + index * ENTRY_BYTES, entry);
    this.#entries = [];
    return block;
  }
}

/** Number of entries in a block. @throws SessionError `store/corrupt-record`. */
export function linkTrackLength(block: Uint8Array): number {
  const count = (block.length - ENTRIES_AT) / ENTRY_BYTES;
  if (Number.isInteger(count) && count > 0) return count;
  throw new SessionError(
    'store/corrupt-record',
    `A link track block of ${block.length} bytes does not hold whole entries of ${ENTRY_BYTES} bytes.`,
  );
}

/** The block without what came after `frame`; `undefined` when nothing is left of it. */
export function linkTrackUntil(block: Uint8Array, frame: number): Uint8Array | undefined {
  const later = [...entriesOf(block)].findIndex((entry) => entry.frame > frame);
  if (later === 0) return undefined;
  return later < 0 ? block : block.subarray(0, ENTRIES_AT + later * ENTRY_BYTES);
}

/** The link samples of a log, in order. @throws SessionError `store/corrupt-record`. */
export function* linkEntries(log: { readonly links: readonly Uint8Array[] }): Generator<LinkEntry> {
  for (const block of log.links) yield* entriesOf(block);
}

function* entriesOf(block: Uint8Array): Generator<LinkEntry> {
  const count = linkTrackLength(block);
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  for (let index = 0; index < count; index++) yield readEntry(view, ENTRIES_AT + index * ENTRY_BYTES);
}

function writeEntry(view: DataView, at: number, entry: LinkEntry): void {
  const { frame, peer, roundTripMs, loss, backlog, queued } = entry;
  view.setUint32(at, frame, true);
  view.setUint8(at + 4, peer);
  view.setUint16(at + 5, roundTripMs === null ? U16_MAX : capped(roundTripMs * 10, U16_MAX - 1), true);
  view.setUint8(at + 7, loss === null ? LOSS_UNKNOWN : capped(loss * LOSS_UNIT, LOSS_UNIT));
  view.setUint16(at + 8, capped(backlog, U16_MAX), true);
  view.setUint16(at + 10, capped(queued, U16_MAX), true);
}

function readEntry(view: DataView, at: number): LinkEntry {
  const roundTrip = view.getUint16(at + 5, true);
  const loss = view.getUint8(at + 7);
  return {
    frame: view.getUint32(at, true),
    peer: view.getUint8(at + 4),
    roundTripMs: roundTrip === U16_MAX ? null : roundTrip / 10,
    loss: loss === LOSS_UNKNOWN ? null : loss / LOSS_UNIT,
    backlog: view.getUint16(at + 8, true),
    queued: view.getUint16(at + 10, true),
  };
}

/** What a transport measured may be anything; also a wrong clock's negative trip. */
const capped = (value: number, max: number): number => Math.max(0, Math.min(max, Math.round(value) || 0));
