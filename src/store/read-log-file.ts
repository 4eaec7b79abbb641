/** Reads a log file without changing it. For Node only. */
import { open } from 'node:fs/promises';
import { SessionError } from '../errors.js';
import { loadHashes } from './hashes.js';
import { type ScanFailure, type ScannedLog, scanRecords } from './scan.js';

/**
 * Largest log file, in bytes, unless told otherwise. A log is read whole, so this bounds the memory of reading one; a session
 * of an hour is a few megabytes. Appends stop here too, so no log grows that could not be opened again.
 */
export const LOG_BYTES_MAX = 256 * 1024 * 1024;

/**
 * The bytes of a log file, whatever they are.
 *
 * @throws SessionError `store/unsupported-format` when the file is longer than `bytesMax`; the error of the operating
 * system when it cannot be read.
 */
async function readLogFile(path: string, bytesMax = LOG_BYTES_MAX): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > bytesMax) throw tooLong(path, size, bytesMax);
    const bytes = new Uint8Array(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(bytes, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** Reads and scans a log file; a torn tail is reported and stays in the file. Throws as {@link readLogFile} does. */
export async function scanLogFile(path: string, bytesMax = LOG_BYTES_MAX): Promise<ScannedLog | ScanFailure> {
  return scanRecords(await readLogFile(path, bytesMax), await loadHashes());
}

function tooLong(path: string, size: number, bytesMax: number): SessionError {
  return new SessionError(
    'store/unsupported-format',
    `${path} has ${size} bytes; logs longer than ${bytesMax} bytes are not read. Raise logBytesMax to read it.`,
  );
}
