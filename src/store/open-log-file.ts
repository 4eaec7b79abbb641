/** Opens a logged session for reading: the file's checksums and its digest chain hold. For Node only. */
import { loadHashes } from './hashes.js';
import { type Log, readLog } from './log.js';
import { scanLogFile } from './read-log-file.js';
import { scanError } from './scan.js';

/**
 * Reads the log in the file `path`. Never changes the file: a torn tail is named in `log.tornTail` and stays.
 *
 * @throws SessionError `store/not-a-log`, `store/unsupported-format`, `store/corrupt-record`, `store/corrupt-batch`; the error of
 * the operating system when the file cannot be read.
 */
export async function openLogFile(path: string): Promise<Log> {
  const scanned = await scanLogFile(path);
  if (!scanned.ok) throw scanError(path, scanned);
  return readLog(scanned.records, await loadHashes(), scanned.tornTail);
}
