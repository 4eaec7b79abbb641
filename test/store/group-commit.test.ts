import { closeSync, openSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { GroupCommit } from '../../src/store/group-commit.js';

it('rejects with the cause when the disk does not confirm, and from then on', async () => {
  const fd = openSync('/dev/null', 'a');
  onTestFinished(() => closeSync(fd));
  const commit = new GroupCommit(fd);
  const refusal = expect.objectContaining({
    code: 'store/write-failed',
    cause: expect.objectContaining({ code: 'EINVAL', syscall: 'fdatasync' }),
  });
  expect(commit.hasFailed).toBe(false);
  await expect(commit.sync()).rejects.toThrow(refusal);
  await expect(commit.sync()).rejects.toThrow(refusal);
  expect(commit.hasFailed).toBe(true);
});
