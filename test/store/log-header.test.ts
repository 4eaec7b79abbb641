import { expect, it } from 'vitest';
import { loadHashes } from '../../src/index.js';
import { decodeHeader, encodeHeader, type LogHeader, renameHeader } from '../../src/store/log-header.js';

const hashes = await loadHashes();

const header: LogHeader = {
  core: {
    ...{ format: 1, game: 'tiny', gameVersion: '1', protocol: 'TINY-1', schemaHash: '0123456789abcdef' },
    ...{
      role: 'host',
      seed: 7,
      frameRate: 60,
      options: null,
      rules: null,
      charts: {},
      messages: [],
      names: [],
    },
  },
  notes: { session: 'friday', library: '0.1.0', createdAt: '' },
};

it('comes back as it was, with the digest the log starts from', () => {
  const { bytes, digest } = encodeHeader(header, hashes);
  expect(decodeHeader(bytes, hashes)).toEqual({ ...header, digest });
});

it('takes another name in its notes, its core untouched', () => {
  const { bytes, digest } = encodeHeader(header, hashes);
  const session = 'what-if';
  const renamed = renameHeader(bytes, session);
  expect(decodeHeader(renamed, hashes)).toEqual({ ...header, notes: { ...header.notes, session }, digest });
  const coreEnd = 5 + new DataView(bytes.buffer).getUint32(1, true);
  expect(renamed.subarray(0, coreEnd)).toEqual(bytes.subarray(0, coreEnd));
});

it('is not renamed when it is none', () => {
  const { bytes } = encodeHeader(header, hashes);
  const notesCut = bytes.subarray(0, bytes.length - 1);
  const coreTooLong = Uint8Array.of(0, 255, 255, 255, 255, ...bytes.subarray(5));
  for (const bad of [new Uint8Array(0), Uint8Array.of(1, ...bytes.subarray(1)), notesCut, coreTooLong]) {
    expect(() => renameHeader(bad, 'new')).toThrow(expect.objectContaining({ code: 'store/not-a-log' }));
  }
});
