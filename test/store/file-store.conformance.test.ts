import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { createFileStore } from '../../src/store/file-store.js';
import { storeConformance } from '../../src/testing/store-conformance.js';
import { temporaryDirectory } from './temporary-directory.js';

describe.each(['memory', 'written', 'synced'] as const)('the file store, durability %s', (durability) => {
  for (const { id, title, run } of storeConformance) {
    it(`${id} ${title}`, async () => {
      const directory = await temporaryDirectory();
      await run({
        createStore: () => createFileStore({ directory, durability }),
        async editLog(session, edit) {
          const path = join(directory, session);
          await writeFile(path, edit(new Uint8Array(await readFile(path))));
        },
      });
    });
  }
});
