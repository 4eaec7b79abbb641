/** Two matches are compared frame by frame: the first thing that is not the same is told, with the field and both values. */
import { describe, expect, it } from 'vitest';
import type { FeedEntry, FeedFrame } from '../../../src/inspector/feed/entry.js';
import { actorsOf, Comparison } from '../../../src/inspector/page/model/compare.js';
import { differencesOf, textOf } from '../../../src/inspector/page/model/difference.js';
import { frameOf, HEADER, longFeed, reelOf, runFeed } from '../feeds.js';

const compare = (left: readonly FeedEntry[], right: readonly FeedEntry[]): Comparison =>
  new Comparison(reelOf(left), reelOf(right));

/** A feed with frame number `place` replaced. */
function changed(feed: readonly FeedEntry[], place: number, change: (frame: FeedFrame) => FeedFrame) {
  let count = 0;
  return feed.map((entry) => (entry.kind === 'frame' && count++ === place ? change(entry) : entry));
}

describe('two matches', async () => {
  const run = await runFeed();
  const feed = longFeed(100);

  it('are the same', () => {
    const same = compare(run, run);
    expect(same.parting).toBeUndefined();
    expect(same.headers).toEqual([]);
    expect(same.sentence).toMatch(/^Both are the same in all \d{2,} frames/);
  });

  it('part where a field is not the same', () => {
    const other = changed(feed, 30, (frame) => ({ ...frame, steps: frameOf(60, [['count', 31]]).steps }));
    const { parting, sentence } = compare(feed, other);
    expect(parting).toMatchObject({
      look: { frame: 60, step: 30 },
      actor: 'counter',
      event: 'Count',
      differences: [{ path: 'context.count', left: 30, right: 31 }],
    });
    expect(sentence).toContain('context.count is 30 in A and 31 in B');
  });

  it('part where an input is not the same, before its step', () => {
    const other = changed(feed, 30, (frame) => ({
      ...frame,
      inputs: frame.inputs.map((input) => ({ ...input, bytes: new Uint8Array([1, 2]) })),
    }));
    expect(compare(feed, other).parting).toMatchObject({
      look: { frame: 60, step: 29 },
      differences: [{ path: 'bytes', left: undefined }],
    });
  });

  it('part where one has a frame or a step that the other lacks', () => {
    const without = feed.filter((entry) => entry.kind !== 'frame' || entry.frame !== 60);
    const right = compare(without, feed);
    expect(right.parting).toMatchObject({ look: { frame: 60, step: 29 } });
    expect(right.sentence).toContain('only B');
    expect(compare(feed, without).parting).toMatchObject({ look: { frame: 60, step: 30 } });
    const noStep = changed(feed, 30, (frame) => ({ ...frame, steps: [] }));
    expect(compare(feed, noStep).parting?.look).toEqual({ frame: 60, step: 30 });
    expect(compare(noStep, feed).parting?.look).toEqual({ frame: 60, step: 29 });
  });

  it('part where one ends, but not while that one goes on', () => {
    const { parting, sentence } = compare(feed, feed.slice(0, 50));
    expect(parting?.look.frame).toBe(98);
    expect(sentence).toContain('B ends where A goes on');
    const live: FeedEntry[] = [{ ...HEADER, source: 'live' }, ...feed.slice(1, 50)];
    const going = compare(feed, live);
    expect(going.parting).toBeUndefined();
    going.right.append(frameOf(98, [['count', 7]]));
    expect(going.grow().parting?.look).toEqual({ frame: 98, step: 49 });
  });

  it('say of what they were made when that is not the same', () => {
    const other: FeedEntry[] = [{ ...HEADER, title: 'other', rules: { outs: 3 } }, ...feed.slice(1)];
    expect(compare(feed, other).headers).toEqual([{ path: 'rules.outs', left: 12, right: 3 }]);
  });

  it('show each actor on both sides at the same moment', () => {
    const other = changed(feed, 30, (frame) => ({ ...frame, steps: frameOf(60, [['count', 31]]).steps }));
    const both = compare(feed, other);
    const look = { frame: 60, step: 30 };
    expect(both.rightOf(look)).toEqual(look);
    expect(both.rightOf({ frame: 60, step: 29 })).toEqual({ frame: 60, step: 29 });
    expect(actorsOf(both, look, look)).toMatchObject([
      { id: 'counter', differences: [{ path: 'count', left: 30, right: 31 }] },
    ]);
    expect(actorsOf(both, { frame: 58, step: 29 }, { frame: 58, step: 29 })[0]?.differences).toEqual([]);
  });
});

describe('values', () => {
  it('differ by their fields', () => {
    expect(differencesOf({ a: [1, 2], b: { c: 1 } }, { a: [1, 3, 4], b: { c: 1 } })).toEqual([
      { path: 'a.1', left: 2, right: 3 },
      { path: 'a.2', left: undefined, right: 4 },
    ]);
    expect(differencesOf({}, [])).toHaveLength(1);
    expect(differencesOf(new Uint8Array([1]), new Uint8Array([1]))).toEqual([]);
    expect(differencesOf(0, -0)).toHaveLength(1);
    expect(differencesOf(Number.NaN, Number.NaN)).toEqual([]);
  });

  it('are told in a line', () => {
    expect(textOf(undefined)).toBe('–');
    expect(textOf(new Uint8Array([1, 255]))).toBe('bytes 01 ff');
    expect(textOf({ a: 'b' })).toBe('{"a":"b"}');
    expect(textOf(Number.POSITIVE_INFINITY)).toBe('Infinity');
  });
});
