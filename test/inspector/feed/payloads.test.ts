/** Messages by the layouts of a header: what is declared and never sent costs nothing. */
import { describe, expect, it } from 'vitest';
import { Payloads } from '../../../src/inspector/feed/payloads.js';
import { Secrets } from '../../../src/inspector/feed/secrets.js';

describe('payloads by their layouts', () => {
  it('look at the layouts of those messages only that came', () => {
    const unread: [number, string, string] = [2, 'Never', ''];
    Object.defineProperty(unread, 2, {
      get: () => {
        throw new RangeError('The layout of a message was read that never came.');
      },
    });
    const payloads = new Payloads([[1, 'Score', 'points:u8'], unread], undefined, new Secrets());
    expect(payloads.read(Uint8Array.of(1, 5))).toEqual({ name: 'Score', value: { points: 5 } });
    expect(payloads.read(Uint8Array.of(3)).value).toBeNull();
    expect(() => payloads.read(Uint8Array.of(2))).toThrow('never came');
  });
});
