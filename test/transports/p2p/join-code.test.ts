import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/errors.js';
import { decodeJoinCode, encodeJoinCode, isWellFormedCode } from '../../../src/transports/p2p/join-code.js';
import { joinCodes } from './vectors.js';

describe('join code', () => {
  it.each(joinCodes.encode)('$address:$port is $code, both ways', ({ address, port, code }) => {
    expect(encodeJoinCode({ address, port })).toBe(code);
    expect(decodeJoinCode(code)).toEqual({ address, port });
  });

  it.each(joinCodes.decode)('$code: $why', ({ code, decodes }) => {
    expect(decodeJoinCode(code) ?? null).toEqual(decodes);
  });

  it('is well formed when every symbol is one of the alphabet', () => {
    expect(isWellFormedCode(joinCodes.alphabet)).toBe(true);
    for (const code of ['', 'ABCD12', 'abc', 'AB C']) expect(isWellFormedCode(code)).toBe(false);
  });

  it('needs an IPv4 address', () => {
    for (const address of ['::1', 'localhost', '1.2.3', '1.2.3.256']) {
      expect(() => encodeJoinCode({ address, port: 1 })).toThrow(InvariantError);
    }
  });
});
