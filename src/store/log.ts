/** A whole log in memory, its chain checked: header, batches, and what is beside them. Reading decodes no batch. */
import { SessionError } from '../errors.js';
import { BATCH_KIND, checkDigest } from './batch.js';
import type { StoredRecord, TornTail } from './event-store.js';
import type { Hashes } from './hashes.js';
import { LINK_TRACK_KIND } from './link-track.js';
import { decodeHeader, type LogHeader } from './log-header.js';
import { SIDE_TRACK_KIND } from './side-track.js';

/** A frame's records as bytes. */
export interface LoggedBatch {
  readonly seq: number;
  readonly bytes: Uint8Array;
  /** The running digest after this batch. */
  readonly digest: bigint;
}

/** A log as read: what `verify`, `fold` and the command line work on. */
export interface Log {
  readonly header: LogHeader;
  /** Where the digest chain starts. */
  readonly headerDigest: bigint;
  readonly batches: readonly LoggedBatch[];
  /** Side track blocks, in order. */
  readonly sideTrack: readonly Uint8Array[];
  /** Link track blocks, in order. */
  readonly links: readonly Uint8Array[];
  readonly tornTail: TornTail | null;
  /** The digest of the whole log: its last batch's, or the header's. */
  readonly digest: bigint;
  readonly recordCount: number;
  /** What its chain was checked with; a replay goes on with it. */
  readonly hashes: Hashes;
}

/**
 * Reads records into a log.
 * @throws SessionError `store/not-a-log`, `store/unsupported-format`, `store/corrupt-batch` (naming the record).
 */
export function readLog(
  records: Iterable<StoredRecord>,
  hashes: Hashes,
  tornTail: TornTail | null = null,
): Log {
  let header: (LogHeader & { digest: bigint }) | undefined;
  let digest = 0n;
  let recordCount = 0;
  const batches: LoggedBatch[] = [];
  const sideTrack: Uint8Array[] = [];
  const links: Uint8Array[] = [];
  for (const { seq, bytes } of records) {
    recordCount++;
    if (header === undefined) {
      header = decodeHeader(bytes, hashes);
      digest = header.digest;
    } else if (bytes[0] === BATCH_KIND) {
      digest = checkDigest(bytes, hashes, digest, seq);
      batches.push({ seq, bytes, digest });
    } else if (bytes[0] === SIDE_TRACK_KIND) {
      sideTrack.push(bytes);
    } else if (bytes[0] === LINK_TRACK_KIND) {
      links.push(bytes);
    } else {
      throw new SessionError('store/corrupt-record', `Record ${seq} is of the unknown kind ${bytes[0]}.`);
    }
  }
  if (header === undefined) {
    const found = tornTail
      ? `The log has no whole header: ${tornTail.reason} (byte ${tornTail.offsetBytes}).`
      : 'The log is empty: not even its header was written.';
    throw new SessionError('store/not-a-log', found);
  }
  return {
    header,
    headerDigest: header.digest,
    batches,
    sideTrack,
    links,
    tornTail,
    digest,
    recordCount,
    hashes,
  };
}
