/**
 * The contract of an event store: it remembers records of bytes and never interprets them.
 *
 * Rules (each a case of the conformance suite): ST1 records come back unchanged, in order, from any sequence number ·
 * ST2 a stale `expectedSeq` is refused with `store/conflict` and changes nothing; that is also the fence against a second
 * writer · ST3 `append` copies · ST4 a torn tail is cut on `open` and named; all whole records before it come back ·
 * ST5 damage before the tail is refused with `store/corrupt-record`, naming the sequence number, never skipped ·
 * ST6 sessions do not see each other · ST7 `close` is idempotent, and everything appended before it can be read after.
 */

/** How long `append` makes its record wait: `memory` in the process · `written` in the operating system · `synced` on the disk. */
export type Durability = 'memory' | 'written' | 'synced';

/** One record as stored. `seq` counts from 0 in each session. */
export interface StoredRecord {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/** What was cut from the end of a log when it was opened: where, how much, and what was wrong there. */
export interface TornTail {
  readonly seq: number;
  readonly offsetBytes: number;
  readonly lengthBytes: number;
  readonly reason: string;
}

/** The state of a session's log after {@link EventStore.open}. */
export interface OpenedLog {
  /** The next sequence number, which is also the number of whole records. */
  readonly nextSeq: number;
  readonly tornTail: TornTail | null;
}

/** A place that keeps the logs of sessions; see the rules above. */
export interface EventStore {
  /** Makes a session's log ready to append to, creating it when new; cuts a torn tail (ST4). */
  open(session: string): Promise<OpenedLog>;

  /**
   * Appends one record. `undefined` means it is already as durable as this store was asked to make it; otherwise a promise
   * that settles when it is. Effects of the record must wait for that (RP4).
   *
   * @throws SessionError `store/conflict` when `expectedSeq` is not the next one, here or in the file (ST2).
   * @throws SessionError `store/write-failed`, `store/closed`, `store/unknown-session` (not opened).
   */
  append(session: string, expectedSeq: number, record: Uint8Array): Promise<void> | undefined;

  /** Reads records from `fromSeq` (default 0) up to the last whole one. Does not need `open`. */
  read(session: string, fromSeq?: number): AsyncIterable<StoredRecord>;

  /** Names of the sessions in this store, sorted. */
  list(): Promise<string[]>;

  /** Makes everything durable and releases the store (ST7). */
  close(): Promise<void>;
}
