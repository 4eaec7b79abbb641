/**
 * Reads the bytes of a whole log back into records, and tells a torn tail, which a crash leaves, from damage, which it does not.
 *
 * Behind a bad record it looks for a later whole one. None: nothing that was ever confirmed is lost by cutting there, it is a
 * torn tail. One: records would be lost by cutting and skipped by going on, so the log is refused (also a torn record that
 * quotes a frame numbered like a later one: when in doubt, nothing is cut). Never changes the bytes.
 */
import { SessionError } from '../errors.js';
import type { StoredRecord, TornTail } from './event-store.js';
import type { Hashes } from './hashes.js';
import { checkMagic, FORMAT_VERSION, FRAME_BYTES, MAGIC_BYTES, MARKER_FIRST, readFrame } from './record.js';

/** The whole records of a log, as views into its bytes. */
export interface ScannedLog {
  readonly ok: true;
  /** Record n has `seq` n. */
  readonly records: readonly StoredRecord[];
  /** Length of the log up to the end of its last whole record; everything behind is the torn tail. */
  readonly wholeBytes: number;
  readonly tornTail: TornTail | null;
}

/** Why the bytes are not a log that can be read: the first bad record, where it should start, and a sentence. */
export interface ScanFailure {
  readonly ok: false;
  readonly code: 'store/not-a-log' | 'store/unsupported-format' | 'store/corrupt-record';
  readonly seq: number;
  readonly offsetBytes: number;
  readonly sentence: string;
}

/**
 * Bytes the search behind a bad record may checksum. A search that finds nothing normally checksums almost none; a file
 * made to look like frames everywhere would cost its length squared, and is refused instead when this runs out.
 */
const SEARCH_BYTES_MAX = 64 * 1024 * 1024;

/** Reads a whole log; never throws, whatever the bytes. Upholds ST4, ST5. */
export function scanRecords(bytes: Uint8Array, hashes: Hashes): ScannedLog | ScanFailure {
  const magic = checkMagic(bytes);
  if (magic === 'foreign') {
    return failure('store/not-a-log', 0, 0, 'The bytes do not start like a log. Check the file name.');
  }
  if (magic === 'unsupported') {
    const sentence = `The log has another format version than ${FORMAT_VERSION}. Open it with the version of Dugout that wrote it.`;
    return failure('store/unsupported-format', 0, 0, sentence);
  }
  if (magic !== 'whole') {
    return scanned([], 0, bytes.length, 'the log ends inside its first eight bytes');
  }

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const records: StoredRecord[] = [];
  let offset = MAGIC_BYTES;
  while (offset < bytes.length) {
    const seq = records.length;
    const found = readFrame(hashes, bytes, view, offset);
    if (typeof found === 'string') {
      const later = findLaterRecord(hashes, bytes, view, offset + 1, seq);
      if (later === null) return scanned(records, offset, bytes.length, found);
      return failure(
        'store/corrupt-record',
        seq,
        offset,
        `Record ${seq} at byte ${offset} is damaged: ${found}, ${later}.`,
      );
    }
    if (found.seq !== seq) {
      const sentence = `Record ${seq} is missing: at byte ${offset} stands record ${found.seq}.`;
      return failure('store/corrupt-record', seq, offset, sentence);
    }
    records.push(found);
    offset += FRAME_BYTES + found.bytes.length;
  }
  return scanned(records, offset, bytes.length, '');
}

/** The error to throw where a failed scan cannot be returned as data. `name` says which log. */
export function scanError(name: string, { code, sentence }: ScanFailure): SessionError {
  return new SessionError(code, `Log ${JSON.stringify(name)} cannot be read. ${sentence}`);
}

/** Says where a whole record later than `badSeq` starts at or after `from`; null when none does. */
function findLaterRecord(
  hashes: Hashes,
  bytes: Uint8Array,
  view: DataView,
  from: number,
  badSeq: number,
): string | null {
  // Records are at least a frame long, so the bytes left bound how far a true sequence number can be ahead.
  const seqMax = badSeq + Math.ceil((bytes.length - from + 1) / FRAME_BYTES);
  let searchBytes = 0;
  const spend: Hashes = {
    ...hashes,
    checksum(part, seed) {
      searchBytes += part.length;
      return hashes.checksum(part, seed);
    },
  };
  const isLater = (seq: number) => seq > badSeq && seq <= seqMax;
  for (
    let offset = bytes.indexOf(MARKER_FIRST, from);
    offset !== -1;
    offset = bytes.indexOf(MARKER_FIRST, offset + 1)
  ) {
    const found = readFrame(spend, bytes, view, offset, isLater);
    if (typeof found !== 'string') return `and a whole record ${found.seq} follows at byte ${offset}`;
    if (searchBytes > SEARCH_BYTES_MAX)
      return 'and too much behind it looks like records to search all of it';
  }
  return null;
}

function scanned(
  records: StoredRecord[],
  wholeBytes: number,
  totalBytes: number,
  reason: string,
): ScannedLog {
  const lengthBytes = totalBytes - wholeBytes;
  const tornTail =
    lengthBytes === 0 ? null : { seq: records.length, offsetBytes: wholeBytes, lengthBytes, reason };
  return { ok: true, records, wholeBytes, tornTail };
}

function failure(code: ScanFailure['code'], seq: number, offsetBytes: number, sentence: string): ScanFailure {
  return { ok: false, code, seq, offsetBytes, sentence };
}
