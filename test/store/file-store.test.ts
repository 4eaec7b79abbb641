import { spawnSync } from 'node:child_process';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SessionErrorCode } from '../../src/errors.js';
import { createFileStore } from '../../src/store/file-store.js';
import { scanLogFile } from '../../src/store/read-log-file.js';
import { FRAME_BYTES, logMagic, MAGIC_BYTES, RECORD_BYTES_MAX } from '../../src/store/record.js';
import { temporaryDirectory } from './temporary-directory.js';

const code = (value: SessionErrorCode) => expect.objectContaining({ code: value });

describe('what a log file may look like when it is opened', () => {
  it.each([
    ['an empty file', new Uint8Array(0), null],
    ['a file cut inside its magic', logMagic().subarray(0, 5), { seq: 0, offsetBytes: 0, lengthBytes: 5 }],
  ])('ST4 %s becomes an empty log', async (_, bytes, tornTail) => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'run'), bytes);
    const store = createFileStore({ directory });
    const opened = await store.open('run');
    expect(opened.nextSeq).toBe(0);
    if (tornTail === null) expect(opened.tornTail).toBeNull();
    else expect(opened.tornTail).toMatchObject(tornTail);
    store.append('run', 0, Uint8Array.of(1));
    await store.close();
    expect(await scanLogFile(join(directory, 'run'))).toMatchObject({
      ok: true,
      records: [{ seq: 0 }],
      tornTail: null,
    });
  });

  it('ST5 another kind of file and another format version are refused, and stay as they are', async () => {
    const directory = await temporaryDirectory();
    const newer = Uint8Array.of(...Buffer.from('DUGOUT'), 2, 0);
    await writeFile(join(directory, 'notes.txt'), 'three outs');
    await writeFile(join(directory, 'newer'), newer);
    const store = createFileStore({ directory });
    await expect(store.open('notes.txt')).rejects.toThrow(code('store/not-a-log'));
    await expect(store.open('newer')).rejects.toThrow(code('store/unsupported-format'));
    expect(await store.list()).toEqual(['newer']);
    await store.close();
    expect(await readFile(join(directory, 'notes.txt'), 'utf8')).toBe('three outs');
    expect(new Uint8Array(await readFile(join(directory, 'newer')))).toEqual(newer);
  });

  it('ST6 a directory that is not there has no sessions, and is made when one is opened', async () => {
    const directory = join(await temporaryDirectory(), 'logs', 'of', 'today');
    const store = createFileStore({ directory });
    expect(await store.list()).toEqual([]);
    await expect(store.read('run')[Symbol.asyncIterator]().next()).rejects.toThrow(
      code('store/unknown-session'),
    );
    await store.open('run');
    expect(await store.list()).toEqual(['run']);
    await store.close();
  });

  it('a directory that cannot be made is refused with its cause', async () => {
    const directory = join(await temporaryDirectory(), 'file');
    await writeFile(directory, '');
    const store = createFileStore({ directory });
    await expect(store.open('run')).rejects.toThrow(
      expect.objectContaining({
        code: 'store/write-failed',
        cause: expect.objectContaining({ code: 'EEXIST' }),
      }),
    );
    await store.close();
  });
});

describe('writing', () => {
  it('happens before append returns with durability written, and in blocks with memory', async () => {
    for (const [durability, writtenRecords] of [
      ['written', 3],
      ['memory', 0],
    ] as const) {
      const directory = await temporaryDirectory();
      const store = createFileStore({ directory, durability });
      await store.open('run');
      for (let seq = 0; seq < 3; seq++) expect(store.append('run', seq, new Uint8Array(10))).toBeUndefined();
      const { length } = await readFile(join(directory, 'run'));
      expect(length).toBe(MAGIC_BYTES + writtenRecords * (FRAME_BYTES + 10));
      await store.close();
      expect((await readFile(join(directory, 'run'))).length).toBe(MAGIC_BYTES + 3 * (FRAME_BYTES + 10));
    }
  });

  it('ST1 fills the block of durability memory to its last byte', async () => {
    const store = createFileStore({ directory: await temporaryDirectory(), durability: 'memory' });
    for (const spare of [-1, 0, 1]) {
      const session = `spare ${spare}`;
      const lengths = [1000, 64 * 1024 - 1000 - 2 * FRAME_BYTES - spare, 1];
      await store.open(session);
      for (const [seq, length] of lengths.entries()) store.append(session, seq, new Uint8Array(length));
      const read: number[] = [];
      for await (const { bytes } of store.read(session)) read.push(bytes.length);
      expect(read).toEqual(lengths);
    }
    await store.close();
  });

  it('shares one sync between the appends that wait for it', async () => {
    const store = createFileStore({ directory: await temporaryDirectory(), durability: 'synced' });
    await store.open('run');
    let seq = 0;
    const appendSome = () => Array.from({ length: 50 }, () => store.append('run', seq++, new Uint8Array(10)));
    const first = appendSome();
    await Promise.resolve();
    const second = appendSome();
    expect(new Set(first).size).toBe(1);
    expect(new Set(second).size).toBe(1);
    expect(second[0]).not.toBe(first[0]);
    await Promise.all([...first, ...second]);
    await store.close();
  });

  it('ST2 is refused when someone else has cut the file', async () => {
    const directory = await temporaryDirectory();
    const store = createFileStore({ directory });
    await store.open('run');
    store.append('run', 0, new Uint8Array(10));
    store.append('run', 1, new Uint8Array(10));
    await truncate(join(directory, 'run'), MAGIC_BYTES + FRAME_BYTES + 10);
    expect(() => store.append('run', 2, new Uint8Array(10))).toThrow(code('store/conflict'));
    expect(await store.open('run')).toEqual({ nextSeq: 1, tornTail: null });
    store.append('run', 1, new Uint8Array(10));
    await store.close();
  });

  it('refuses a record that is too long, and takes the longest', { timeout: 60_000 }, async () => {
    const directory = await temporaryDirectory();
    const store = createFileStore({ directory });
    await store.open('run');
    expect(() => store.append('run', 0, new Uint8Array(RECORD_BYTES_MAX + 1))).toThrow(
      code('store/write-failed'),
    );
    store.append('run', 0, new Uint8Array(RECORD_BYTES_MAX));
    await store.close();
    expect(await scanLogFile(join(directory, 'run'))).toMatchObject({ ok: true, tornTail: null });
  });

  it('stops at the largest log, which can still be opened; a longer one is not read', async () => {
    const directory = await temporaryDirectory();
    const options = { directory, logBytesMax: MAGIC_BYTES + 2 * (FRAME_BYTES + 10) };
    const store = createFileStore(options);
    await store.open('run');
    store.append('run', 0, new Uint8Array(10));
    store.append('run', 1, new Uint8Array(10));
    expect(() => store.append('run', 2, new Uint8Array(0))).toThrow(code('store/write-failed'));
    await store.close();
    const same = createFileStore(options);
    expect(await same.open('run')).toEqual({ nextSeq: 2, tornTail: null });
    await same.close();
    const smaller = createFileStore({ directory, logBytesMax: options.logBytesMax - 1 });
    await expect(smaller.open('run')).rejects.toThrow(code('store/unsupported-format'));
    await smaller.close();
  });

  it.each(['memory', 'written', 'synced'])(
    'leaves whole records when the disk is full, durability %s',
    async (durability) => {
      const directory = await temporaryDirectory();
      const fixture = fileURLToPath(new URL('./fixtures/append-until-full.mjs', import.meta.url));
      const command = 'ulimit -f 200; exec "$0" "$@"';
      const child = spawnSync('sh', ['-c', command, process.execPath, fixture, directory, durability], {
        encoding: 'utf8',
      });
      expect(child.stderr).toBe('');
      const { appended, refusals, closed } = JSON.parse(child.stdout);
      const refusal = 'store/write-failed because EFBIG';
      expect(refusals).toEqual([refusal, refusal]);
      expect(closed).toBe(durability === 'memory' ? refusal : 'closed');

      const log = await scanLogFile(join(directory, 'full'));
      expect(log).toMatchObject({ ok: true, tornTail: null });
      if (!log.ok) return;
      expect(log.records.length).toBeGreaterThan(10);
      if (durability === 'memory') expect(log.records.length).toBeLessThan(appended);
      else expect(log.records.length).toBe(appended);
    },
  );
});
