/**
 * An event store of one file a session in one directory, named like the session. For Node only.
 *
 * Appends are synchronous system calls, so that what a frame appended is where its durability says before its effects
 * leave (RP4); only a sync to the disk is waited for. Opening and reading take the file whole, up to `logBytesMax`.
 */
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { invariant, SessionError } from '../errors.js';
import type { Durability, EventStore, OpenedLog } from './event-store.js';
import { loadHashes } from './hashes.js';
import { LogFile } from './log-file.js';
import { LOG_BYTES_MAX, scanLogFile } from './read-log-file.js';
import { MAGIC_BYTES, startsLikeLog } from './record.js';
import { storeClosed, unknownSession } from './refusals.js';
import { type ScannedLog, scanError } from './scan.js';
import { checkSessionName, isSessionName } from './session-name.js';

export { openLogFile } from './open-log-file.js';

/** Options of {@link createFileStore}. */
export interface FileStoreOptions {
  /** Where the logs are; made, with its parents, when a session is opened. */
  readonly directory: string;
  /** How durable a record is when its append is done. @default 'written' */
  readonly durability?: Durability;
  /** Largest log that is written or read, in bytes; reading one takes as much memory. @default LOG_BYTES_MAX */
  readonly logBytesMax?: number;
}

/**
 * Creates an event store on the files of a directory.
 *
 * With durability `memory` records wait in a block of 64 KiB and are written when it is full, on a read and on `close`; with
 * `written` an append is one write; with `synced` it returns a promise, and appends that wait at the same time share a sync.
 * Opening an open session again changes nothing, unless another writer changed it or a sync failed: then it is read anew,
 * and records of durability `memory` that still waited are lost.
 */
export function createFileStore({
  directory,
  durability = 'written',
  logBytesMax = LOG_BYTES_MAX,
}: FileStoreOptions): EventStore {
  const logs = new Map<string, LogFile>();
  const openings = new Map<string, Promise<OpenedLog>>();
  let closing: Promise<void> | undefined;

  async function openLog(session: string): Promise<OpenedLog> {
    const current = logs.get(session);
    if (current?.isSound) return { nextSeq: current.nextSeq, tornTail: null };
    logs.delete(session);
    // What could not be written before another writer came cannot be written now: the fence refuses it.
    await current?.close().catch(() => undefined);

    const path = join(directory, session);
    await makeFile(directory, path, durability);
    const found = await readWholeRecords(session, path, logBytesMax);
    const log = LogFile.open(
      { session, path, durability, bytesMax: logBytesMax, hashes: await loadHashes() },
      found,
    );
    logs.set(session, log);
    return { nextSeq: log.nextSeq, tornTail: found.tornTail };
  }

  async function closeAll(): Promise<void> {
    await Promise.allSettled(openings.values());
    const remaining = [...logs.values()];
    logs.clear();
    const closed = await Promise.allSettled(remaining.map((log) => log.close()));
    const failed = closed.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  return {
    async open(session) {
      if (closing !== undefined) throw storeClosed();
      checkSessionName(session);
      const opening = openings.get(session) ?? openLog(session).finally(() => openings.delete(session));
      openings.set(session, opening);
      return opening;
    },
    append(session, expectedSeq, record) {
      if (closing !== undefined) throw storeClosed();
      const log = logs.get(session);
      if (log === undefined) throw unknownSession(session, 'not open');
      return log.append(expectedSeq, record);
    },
    async *read(session, fromSeq = 0) {
      invariant(Number.isSafeInteger(fromSeq) && fromSeq >= 0, 'fromSeq must be a whole number from 0');
      checkSessionName(session);
      logs.get(session)?.flush();
      yield* (await readWholeRecords(session, join(directory, session), logBytesMax)).records.slice(fromSeq);
    },
    list: () => listLogs(directory),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** Makes the directory and an empty file where they are missing, and with `synced` also their entries on the disk. */
async function makeFile(directory: string, path: string, durability: Durability): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await (await open(path, 'a')).close();
    // Windows cannot sync a directory, and does not need to.
    if (durability === 'synced' && process.platform !== 'win32') {
      const entries = await open(directory, 'r');
      await entries.sync().finally(() => entries.close());
    }
  } catch (cause) {
    throw new SessionError('store/write-failed', `No log can be written at ${path}. Check the directory.`, {
      cause,
    });
  }
}

async function readWholeRecords(session: string, path: string, bytesMax: number): Promise<ScannedLog> {
  const result = await scanLogFile(path, bytesMax).catch((cause: NodeJS.ErrnoException) => {
    const isMissing = cause.code === 'ENOENT' || cause.code === 'ENOTDIR' || cause.code === 'EISDIR';
    throw isMissing ? unknownSession(session, 'not in this store') : cause;
  });
  if (!result.ok) throw scanError(session, result);
  return result;
}

async function listLogs(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw cause;
  });
  const names: string[] = [];
  for (const entry of entries) {
    if (entry.isFile() && isSessionName(entry.name) && (await isLog(join(directory, entry.name))))
      names.push(entry.name);
  }
  return names.sort();
}

async function isLog(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    return startsLikeLog(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
