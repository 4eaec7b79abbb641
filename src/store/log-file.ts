/**
 * One log file open for appending: buffers, writes whole records or nothing, and is the fence against a second writer.
 * For Node only. Never reads its records; {@link LogFile.open} is given them scanned.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { SessionError } from '../errors.js';
import type { Durability } from './event-store.js';
import { GroupCommit } from './group-commit.js';
import type { Hashes } from './hashes.js';
import { FRAME_BYTES, frameRecord, logMagic, writeFrame } from './record.js';
import { secondWriter, staleAppend } from './refusals.js';
import type { ScannedLog } from './scan.js';

/** Bytes collected before they are written, when durability is `memory`: one system call for some hundred records. */
const BLOCK_BYTES = 64 * 1024;

export interface LogFileOptions {
  readonly session: string;
  readonly path: string;
  readonly durability: Durability;
  /** Largest file that is written, in bytes. */
  readonly bytesMax: number;
  readonly hashes: Hashes;
}

export class LogFile {
  readonly #options: LogFileOptions;
  readonly #fd: number;
  readonly #commit: GroupCommit;
  readonly #block = new Uint8Array(BLOCK_BYTES);
  readonly #view = new DataView(this.#block.buffer);
  /** Bytes of the block that wait to be written. */
  #blockUsed = 0;
  /** Length of the file as far as this writer knows: what it found on opening and what it wrote since. */
  #fileBytes: number;
  #nextSeq: number;

  private constructor(options: LogFileOptions, fd: number, found: ScannedLog) {
    this.#options = options;
    this.#fd = fd;
    this.#commit = new GroupCommit(fd);
    this.#fileBytes = found.wholeBytes;
    this.#nextSeq = found.records.length;
  }

  /** Opens an existing file, in which `found` was found, cuts its torn tail and starts it when it is empty. */
  static open(options: LogFileOptions, found: ScannedLog): LogFile {
    const fd = openSync(options.path, 'a');
    try {
      const log = new LogFile(options, fd, found);
      log.#checkAlone(found.wholeBytes + (found.tornTail?.lengthBytes ?? 0));
      if (found.tornTail !== null) ftruncateSync(fd, found.wholeBytes);
      if (found.wholeBytes === 0) log.#write(logMagic());
      return log;
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Whether the file is as this writer left it, and can be trusted to be. */
  get isSound(): boolean {
    return !this.#commit.hasFailed && fstatSync(this.#fd).size === this.#fileBytes;
  }

  /** As {@link EventStore.append}. When it throws, neither the log nor the next sequence number has changed. */
  append(expectedSeq: number, record: Uint8Array): Promise<void> | undefined {
    if (expectedSeq !== this.#nextSeq) throw staleAppend(this.#options.session, expectedSeq, this.#nextSeq);
    const frameBytes = FRAME_BYTES + record.length;
    if (frameBytes > BLOCK_BYTES - this.#blockUsed) this.flush();
    if (frameBytes > BLOCK_BYTES) {
      this.#write(frameRecord(this.#options.hashes, expectedSeq, record));
    } else {
      this.#appendToBlock(expectedSeq, record);
    }
    this.#nextSeq++;
    return this.#options.durability === 'synced' ? this.#commit.sync() : undefined;
  }

  /** Hands what waits in the block to the operating system. When it throws, everything still waits. */
  flush(): void {
    if (this.#blockUsed === 0) return;
    this.#write(this.#block.subarray(0, this.#blockUsed));
    this.#blockUsed = 0;
  }

  /** Makes everything durable and closes the file, also when that fails; never while a sync still needs the descriptor. */
  async close(): Promise<void> {
    try {
      this.flush();
    } finally {
      await this.#commit.sync().finally(() => closeSync(this.#fd));
    }
  }

  #appendToBlock(seq: number, record: Uint8Array): void {
    const before = this.#blockUsed;
    this.#blockUsed = writeFrame(this.#options.hashes, this.#block, this.#view, before, seq, record);
    if (this.#options.durability === 'memory') return;
    try {
      this.flush();
    } catch (error) {
      this.#blockUsed = before;
      throw error;
    }
  }

  /** Writes all of `bytes` behind the file or, when that fails, leaves it as it was. */
  #write(bytes: Uint8Array): void {
    checkRoom(this.#options, this.#fileBytes + bytes.length);
    this.#checkAlone(this.#fileBytes);
    try {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#fd, bytes, written, bytes.length - written);
      }
    } catch (cause) {
      throw writeFailed(this.#options.session, this.#cutBack(), cause);
    }
    this.#fileBytes += bytes.length;
  }

  /** Takes the first part of a failed write out of the file again; says whether that worked. */
  #cutBack(): boolean {
    try {
      ftruncateSync(this.#fd, this.#fileBytes);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * The fence (ST2): a file of another length has been written by someone else. Two writers that pass it in the same few
   * microseconds are both let through; then the next write of each is refused here, and opening the log finds two records
   * of one sequence number.
   */
  #checkAlone(expectedBytes: number): void {
    const { size } = fstatSync(this.#fd);
    if (size !== expectedBytes)
      throw secondWriter(this.#options.session, `it has ${size} bytes, not ${expectedBytes}`);
  }
}

function checkRoom({ session, bytesMax }: LogFileOptions, bytes: number): void {
  if (bytes <= bytesMax) return;
  const sentence = `The log of ${JSON.stringify(session)} is full at ${bytesMax} bytes. Go on in a new session.`;
  throw new SessionError('store/write-failed', sentence);
}

function writeFailed(session: string, isCutBack: boolean, cause: unknown): SessionError {
  const state = isCutBack
    ? 'is as it was before. Make room, then append again.'
    : 'may end in a part of a record. Open it again, which cuts that.';
  const sentence = `The log of ${JSON.stringify(session)} could not be written and ${state}`;
  return new SessionError('store/write-failed', sentence, { cause });
}
