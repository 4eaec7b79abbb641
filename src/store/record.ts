/**
 * The bytes of a log around its records: what marks a file as a log, and the frame of each record. Never looks into a record.
 *
 *     log    = magic record*                        all integers little-endian
 *     magic  = "DUGOUT" version u16                 8 bytes
 *     record = D1 0E | checksum u32 | length u32 | seq u32 | payload (length bytes)
 *              0       2              6            10        14
 *
 * The checksum is XXH32 (seed 0) of everything after itself. `seq` counts up from 0 without a gap, so a record that was
 * removed, repeated or moved shows although its own bytes are whole. The marker is where a search for whole records behind
 * damage may stop and look.
 */
import { SessionError } from '../errors.js';
import type { StoredRecord } from './event-store.js';
import type { Hashes } from './hashes.js';

/** Version of the layout above, written into the magic. */
export const FORMAT_VERSION = 1;
/** Bytes of the magic at the start of a log. */
export const MAGIC_BYTES = 8;
/** Bytes a frame adds to its record. */
export const FRAME_BYTES = 14;
/** Largest record, in bytes. A frame of the session is a few hundred; the limit keeps a damaged length from asking for memory. */
export const RECORD_BYTES_MAX = 16 * 1024 * 1024;

/** First byte of every frame: where a search for records may stop and look. */
export const MARKER_FIRST = 0xd1;
const MARKER_SECOND = 0x0e;
const CHECKSUM_AT = 2;
const LENGTH_AT = 6;
const SEQ_AT = 10;
const SIGNATURE = new TextEncoder().encode('DUGOUT');
const MAGIC = Uint8Array.of(...SIGNATURE, FORMAT_VERSION & 0xff, FORMAT_VERSION >> 8);

/** The eight bytes every log starts with. */
export function logMagic(): Uint8Array {
  return MAGIC.slice();
}

/** Whether `bytes` are a log, of this format version or another, judged by how they start. */
export function startsLikeLog(bytes: Uint8Array): boolean {
  return bytes.length >= MAGIC_BYTES && SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** What the first bytes of a log say about the rest of it; `cut` means that they end inside the magic. */
export function checkMagic(bytes: Uint8Array): 'empty' | 'cut' | 'whole' | 'unsupported' | 'foreign' {
  if (bytes.length === 0) return 'empty';
  if (startsLikeLog(bytes)) {
    return MAGIC.every((byte, index) => bytes[index] === byte) ? 'whole' : 'unsupported';
  }
  const isPrefix = bytes.length < MAGIC_BYTES && bytes.every((byte, index) => MAGIC[index] === byte);
  return isPrefix ? 'cut' : 'foreign';
}

/** Refuses a record that no log would take back. @throws SessionError `store/write-failed`. */
export function checkRecordFits(record: Uint8Array): void {
  if (record.length <= RECORD_BYTES_MAX) return;
  throw new SessionError(
    'store/write-failed',
    `A record of ${record.length} bytes does not fit: the limit is ${RECORD_BYTES_MAX} bytes. Append it in parts.`,
  );
}

/**
 * Writes the frame of `record` into `block` from `offset`, where `FRAME_BYTES + record.length` bytes must be free; returns
 * the offset behind it. `view` is a view of the whole `block`, so that a busy writer makes it only once.
 */
export function writeFrame(
  hashes: Hashes,
  block: Uint8Array,
  view: DataView,
  offset: number,
  seq: number,
  record: Uint8Array,
): number {
  const end = offset + FRAME_BYTES + record.length;
  block[offset] = MARKER_FIRST;
  block[offset + 1] = MARKER_SECOND;
  view.setUint32(offset + LENGTH_AT, record.length, true);
  view.setUint32(offset + SEQ_AT, seq, true);
  block.set(record, offset + FRAME_BYTES);
  view.setUint32(offset + CHECKSUM_AT, hashes.checksum(block.subarray(offset + LENGTH_AT, end), 0), true);
  return end;
}

/** One record in a frame of its own. @throws SessionError `store/write-failed` when it is longer than `RECORD_BYTES_MAX`. */
export function frameRecord(hashes: Hashes, seq: number, record: Uint8Array): Uint8Array {
  checkRecordFits(record);
  const frame = new Uint8Array(FRAME_BYTES + record.length);
  writeFrame(hashes, frame, new DataView(frame.buffer), 0, seq, record);
  return frame;
}

/**
 * The record whose frame starts at `offset`, as a view into `bytes`, or a clause saying why none does. Checks the length
 * against its limit and the bytes at hand before anything is read; checksums only when `plausible` accepts the frame's seq.
 */
export function readFrame(
  hashes: Hashes,
  bytes: Uint8Array,
  view: DataView,
  offset: number,
  plausible: (seq: number) => boolean = () => true,
): StoredRecord | string {
  if (bytes.length - offset < FRAME_BYTES) return 'the log ends inside the frame of a record';
  if (bytes[offset] !== MARKER_FIRST || bytes[offset + 1] !== MARKER_SECOND) return 'no record starts here';
  const length = view.getUint32(offset + LENGTH_AT, true);
  if (length > RECORD_BYTES_MAX) return `a record claims ${length} bytes, more than the limit`;
  const start = offset + FRAME_BYTES;
  if (length > bytes.length - start) return 'the log ends inside a record';
  const seq = view.getUint32(offset + SEQ_AT, true);
  if (!plausible(seq)) return `a record claims sequence number ${seq}`;
  const checksum = hashes.checksum(bytes.subarray(offset + LENGTH_AT, start + length), 0);
  if (checksum !== view.getUint32(offset + CHECKSUM_AT, true))
    return 'the checksum of a record does not match';
  return { seq, bytes: bytes.subarray(start, start + length) };
}
