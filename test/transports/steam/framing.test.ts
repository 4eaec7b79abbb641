import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeText, endOf } from '../../../src/transports/steam/ends.js';
import { decodeGreeting, encodeGreeting } from '../../../src/transports/steam/framing.js';

describe('the greeting', () => {
  it('is FF and the peer id', () => {
    expect([...encodeGreeting(7)]).toEqual([0xff, 7]);
  });

  it('reads back for every id', () => {
    for (let id = 1; id <= 255; id++) expect(decodeGreeting(encodeGreeting(id))).toBe(id);
  });

  it('is nothing else', () => {
    const others = [[], [0xff], [0xff, 0], [0xff, 7, 0], [0xfe, 7], [10, 7], [7, 0xff]];
    for (const bytes of others) expect(decodeGreeting(Uint8Array.from(bytes))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4 }), (bytes) => {
        const isGreeting = bytes.length === 2 && bytes[0] === 0xff && bytes[1] !== 0;
        expect(decodeGreeting(bytes)).toBe(isGreeting ? bytes[1] : undefined);
      }),
    );
  });
});

describe('the text a connection is closed with', () => {
  it('is the sentence when that fits', () => {
    expect(closeText('You were away for too long.')).toBe('You were away for too long.');
    expect(closeText('a'.repeat(127))).toBe('a'.repeat(127));
  });

  it('is cut between characters, to at most 127 bytes', () => {
    expect(closeText('a'.repeat(128))).toBe('a'.repeat(127));
    expect(closeText(`${'a'.repeat(126)}é`)).toBe('a'.repeat(126));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (sentence) => {
        const text = closeText(sentence);
        expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(127);
        expect(sentence.startsWith(text)).toBe(true);
        // No half of a surrogate pair at the end.
        expect(text).not.toMatch(/[\uD800-\uDBFF]$/);
      }),
    );
  });
});

describe('the end of a connection', () => {
  const closedBy = (endReason: number, endText = '') =>
    ({ state: 'closed-by-peer', endReason, endText }) as const;

  it('is none while it is up', () => {
    for (const state of ['connecting', 'connected'] as const) {
      expect(endOf({ state, endReason: 0, endText: '' }, 'host')).toBeUndefined();
    }
  });

  it.each([
    [closedBy(1000), 'host-gone', 'left'],
    [closedBy(1999), 'host-gone', 'left'],
    [closedBy(5010, 'no connection'), 'host-gone', 'left'],
    [closedBy(4001), 'timed-out', 'timed-out'],
    [closedBy(5003), 'timed-out', 'timed-out'],
    [{ state: 'problem', endReason: 5008, endText: 'rendezvous' } as const, 'timed-out', 'timed-out'],
    [{ state: 'none', endReason: 0, endText: '' } as const, 'timed-out', 'timed-out'],
  ] as const)('%j reads as %s of a host, %s of a client', (info, ofHost, ofClient) => {
    expect(endOf(info, 'host')).toEqual({ end: ofHost, sentence: '' });
    expect(endOf(info, 'client')).toEqual({ end: ofClient, sentence: '' });
  });

  it('is a refusal with its text only when a host says so', () => {
    expect(endOf(closedBy(1001, 'Full.'), 'host')).toEqual({ end: 'refused', sentence: 'Full.' });
    expect(endOf(closedBy(1001, 'Full.'), 'client')).toEqual({ end: 'left', sentence: '' });
  });
});
