/** The page's files, read once at the start: nothing else of this machine's disk can be asked for. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SessionError } from '../errors.js';

/** Where `npm run build` puts the page; the same folder from `src` and from `dist`. */
const PAGE = fileURLToPath(new URL('../../dist/page/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  // Licences of what is shipped.
  '.md': 'text/plain; charset=utf-8',
};

/** Names of assets carry a hash of what is in them. */
const FOR_EVER = 'private, max-age=31536000, immutable';

/** A file of the page. */
export interface Asset {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The files of the built page by their paths on the server.
 * @throws SessionError `inspector/not-served` when the page was not built.
 */
export async function readAssets(folder = PAGE): Promise<ReadonlyMap<string, Asset>> {
  try {
    const assets = new Map([['/', await asset(join(folder, 'index.html'), 'no-store')]]);
    for (const name of await readdir(join(folder, 'assets'))) {
      if (extname(name) in TYPES)
        assets.set(`/assets/${name}`, await asset(join(folder, 'assets', name), FOR_EVER));
    }
    return assets;
  } catch (cause) {
    const sentence = `The inspector's page is not at ${folder}: build it with npm run build.`;
    throw new SessionError('inspector/not-served', sentence, { cause });
  }
}

async function asset(path: string, cache: string): Promise<Asset> {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  return { bytes: await readFile(path), headers: { 'content-type': type, 'cache-control': cache } };
}
