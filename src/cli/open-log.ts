/** Reads a log file for a command. Never changes the file: a torn tail is reported and stays. */
import { SessionError } from '../errors.js';
import { loadHashes } from '../store/hashes.js';
import { type Log, readLog } from '../store/log.js';
import { scanLogFile } from '../store/read-log-file.js';
import { type ScannedLog, scanError } from '../store/scan.js';
import { CliError } from './failure.js';
import { progress } from './terminal.js';

export interface OpenedFile {
  readonly log: Log;
  readonly scanned: ScannedLog;
}

/**
 * Reads the log in the file `path`; its checksums and its digest chain hold.
 * @throws CliError `cli/unreadable-file`; SessionError as `readLog` and `scanLogFile` do.
 */
export async function openLog(path: string): Promise<OpenedFile> {
  const scanned = await scanLogFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw cause.syscall === undefined ? cause : unreadable(path, cause);
  });
  if (!scanned.ok) throw scanError(path, scanned);
  const hashes = await loadHashes();
  try {
    return { log: readLog(scanned.records, hashes, scanned.tornTail), scanned };
  } catch (error) {
    throw error instanceof SessionError ? inFile(path, error) : error;
  }
}

/** Several logs may have been named. */
function inFile(path: string, cause: SessionError): SessionError {
  return new SessionError(cause.code, `${JSON.stringify(path)}: ${cause.message}`, { cause });
}

/** Says on stderr when the log was cut by a crash: data, not a failure. */
export function warnOfTornTail(path: string, { tornTail }: Log): void {
  if (tornTail === null) return;
  const where = `${tornTail.lengthBytes} bytes from byte ${tornTail.offsetBytes}`;
  progress(
    `Warning: ${JSON.stringify(path)} has a torn tail of ${where}: ${tornTail.reason}. All before it is whole.`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  ENOTDIR: 'There is no such file.',
  EISDIR: 'It is a directory: name the log in it.',
  EACCES: 'You may not read it.',
};

function unreadable(path: string, cause: NodeJS.ErrnoException): CliError {
  const reason = REASONS[cause.code ?? ''] ?? `The system says ${cause.code}.`;
  return new CliError('cli/unreadable-file', `${JSON.stringify(path)} cannot be read. ${reason}`, { cause });
}
