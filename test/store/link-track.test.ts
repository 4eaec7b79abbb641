/** The link track's bytes: what goes in comes back within its units, and what is no link track is refused. */
import { describe, expect, it } from 'vitest';
import { SessionError } from '../../src/errors.js';
import {
  LINK_TRACK_KIND,
  type LinkEntry,
  type LinkSample,
  LinkTrackWriter,
  linkEntries,
  linkTrackLength,
  linkTrackUntil,
} from '../../src/store/link-track.js';

const GOOD: LinkSample = { peer: 1, roundTripMs: 12.3, loss: 0.5, backlog: 4, queued: 2 };

/** Samples written and read again. */
function again(...entries: readonly LinkEntry[]): readonly LinkEntry[] {
  const writer = new LinkTrackWriter();
  const links = entries.flatMap(({ frame, ...sample }) => writer.add(frame, [sample]) ?? []);
  return [...linkEntries({ links: [...links, ...[writer.take()].flatMap((block) => block ?? [])] })];
}

describe('the link track', () => {
  it('has the layout it says: one byte of kind, twelve an entry', () => {
    const writer = new LinkTrackWriter();
    expect(writer.take()).toBeUndefined();
    writer.add(0x01020304, [GOOD]);
    expect([...(writer.take() ?? [])]).toEqual([
      ...[LINK_TRACK_KIND, 0x04, 0x03, 0x02, 0x01],
      ...[1, 123, 0, 127, 4, 0, 2, 0],
    ]);
    expect(writer.take()).toBeUndefined();
  });

  it('gives back what was unknown as unknown, and 0 % and 100 % as such', () => {
    const entries = [
      { ...GOOD, frame: 60 },
      { ...GOOD, frame: 120, roundTripMs: null, loss: null },
      { ...GOOD, frame: 180, roundTripMs: 0, loss: 0, backlog: 0, queued: 0 },
      { ...GOOD, frame: 240, loss: 1, peer: 255 },
    ];
    expect(again(...entries)).toEqual(entries);
  });

  it('keeps what is too great, negative or no number within its units', () => {
    const wild = { peer: 3, roundTripMs: 1e9, loss: 7, backlog: 1e6, queued: Number.POSITIVE_INFINITY };
    expect(again({ ...wild, frame: 1 })).toEqual([
      { frame: 1, peer: 3, roundTripMs: 6553.4, loss: 1, backlog: 0xffff, queued: 0xffff },
    ]);
    const broken = { peer: 3, roundTripMs: -5, loss: Number.NaN, backlog: -1, queued: Number.NaN };
    expect(again({ ...broken, frame: 1 })).toEqual([
      { frame: 1, peer: 3, roundTripMs: 0, loss: 0, backlog: 0, queued: 0 },
    ]);
  });

  it('fills blocks of 60 entries, samples of one frame together', () => {
    const writer = new LinkTrackWriter();
    const sevenLinks = Array.from({ length: 7 }, (_, peer) => ({ ...GOOD, peer }));
    const blocks = Array.from({ length: 100 }, (_, second) => writer.add(second * 60, sevenLinks)).flatMap(
      (block) => block ?? [],
    );
    expect(blocks.map(linkTrackLength)).toEqual(Array(11).fill(63));
    expect([...linkEntries({ links: blocks })].map(({ frame }) => frame / 60)).toEqual(
      Array.from({ length: 693 }, (_, index) => Math.floor(index / 7)),
    );
  });

  it('is cut to a frame, to nothing too', () => {
    const writer = new LinkTrackWriter();
    for (const frame of [60, 120, 180]) writer.add(frame, [GOOD]);
    const block = writer.take() ?? new Uint8Array();
    const framesUntil = (frame: number) => {
      const cut = linkTrackUntil(block, frame);
      return cut && [...linkEntries({ links: [cut] })].map((entry) => entry.frame);
    };
    expect(framesUntil(59)).toBeUndefined();
    expect(framesUntil(60)).toEqual([60]);
    expect(framesUntil(179)).toEqual([60, 120]);
    expect(linkTrackUntil(block, 180)).toBe(block);
  });

  it.each([1, 2, 12, 14, 24])('of %i bytes is no block: whole entries only, and one at least', (length) => {
    const block = new Uint8Array(length).fill(LINK_TRACK_KIND);
    for (const read of [
      () => linkTrackLength(block),
      () => linkTrackUntil(block, 5),
      () => [...linkEntries({ links: [block] })],
    ]) {
      expect(read).toThrow(SessionError);
      expect(read).toThrow(expect.objectContaining({ code: 'store/corrupt-record' }));
    }
  });

  it('is read from the middle of a buffer', () => {
    const writer = new LinkTrackWriter();
    writer.add(7, [GOOD]);
    const block = writer.take() ?? new Uint8Array();
    const around = new Uint8Array(block.length + 9);
    around.set(block, 5);
    const links = [around.subarray(5, 5 + block.length)];
    expect([...linkEntries({ links })]).toEqual([{ ...GOOD, frame: 7 }]);
  });
});
