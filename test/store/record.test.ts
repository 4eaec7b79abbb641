import { describe, expect, it } from 'vitest';
import { loadHashes } from '../../src/store/hashes.js';
import { FRAME_BYTES, frameRecord, logMagic, MAGIC_BYTES, RECORD_BYTES_MAX } from '../../src/store/record.js';

const hashes = await loadHashes();

describe('the frame of a record', () => {
  it('has the bytes drawn in the layout', () => {
    const magic = Buffer.from(logMagic()).toString('hex');
    const frame = Buffer.from(frameRecord(hashes, 7, Uint8Array.of(1, 2, 3))).toString('hex');
    expect(magic).toBe('4455474f55540100');
    expect(frame).toBe('d10ee25c2d780300000007000000010203');
    expect([magic.length / 2, frame.length / 2]).toEqual([MAGIC_BYTES, FRAME_BYTES + 3]);
  });

  it('refuses a record that is one byte too long', () => {
    expect(() => frameRecord(hashes, 0, new Uint8Array(RECORD_BYTES_MAX + 1))).toThrow(
      expect.objectContaining({ code: 'store/write-failed' }),
    );
  });
});
