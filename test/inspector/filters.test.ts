/** Filters: what they let through, and what is counted; and plain values in words. */
import { describe, expect, it } from 'vitest';
import { Reel } from '../../src/inspector/page/model/reel.js';
import { passes, toggled } from '../../src/inspector/page/parts/filters/facets.js';
import { type Happening, happeningsOf } from '../../src/inspector/page/parts/filters/happenings.js';
import { createShown, placeBeside, placeOfLook } from '../../src/inspector/page/parts/filters/shown.js';
import { hexRows } from '../../src/inspector/page/parts/value/hex.js';
import { isMark, oneLine, readableNumber } from '../../src/inspector/page/parts/value/readable.js';
import { type Filters, NO_FILTERS } from '../../src/inspector/page/store.js';
import { GATE_FEED, HEADER } from './happened-feed.js';

const reel = new Reel(HEADER);
for (const entry of GATE_FEED) reel.append(entry);
const { list, counts } = happeningsOf(reel);
const stepsOf = (filters: Partial<Filters>): (number | undefined)[] =>
  list.filter(({ facets }) => passes(facets, { ...NO_FILTERS, ...filters })).map(({ done }) => done?.index);

describe('filters', () => {
  it('let everything through when nothing is chosen', () => {
    expect(stepsOf({})).toHaveLength(list.length);
  });

  it('take any choice of a dimension, and all dimensions', () => {
    expect(stepsOf({ actors: ['bell'] })).toEqual([1, 5]);
    expect(stepsOf({ actors: ['bell'], messages: ['Knock'] })).toEqual([5]);
    expect(stepsOf({ kinds: ['refusal', 'notice'] })).toEqual([undefined, 6]);
  });

  it('find a peer as the one who caused a step and as the one who was sent to', () => {
    expect(stepsOf({ peers: [2] })).toEqual([3, 4, undefined, 6, 8]);
  });

  it('find a message as what came and as what was sent', () => {
    expect(stepsOf({ messages: ['Roster'] })).toEqual([4, undefined]);
  });

  it('are toggled one choice at a time', () => {
    const once = toggled(NO_FILTERS, 'peers', 2);
    expect(once.peers).toEqual([2]);
    expect(toggled(once, 'peers', 2)).toEqual(NO_FILTERS);
  });

  it('say how much each choice would show', () => {
    expect(counts.of('actors')).toEqual([
      ['gate', 7],
      ['bell', 2],
    ]);
    for (const [kind, count] of counts.of('kinds'))
      expect([kind, stepsOf({ kinds: [kind as Filters['kinds'][number]] }).length]).toEqual([kind, count]);
  });
});

describe('what is shown', () => {
  it('grows with its source under the same filters', () => {
    const source = list.slice(0, 3);
    const shown = createShown<Happening>();
    const first = shown(source, NO_FILTERS);
    expect(first).toHaveLength(3);
    source.push(list[3] as Happening);
    expect(shown(source, NO_FILTERS)).toBe(first);
    expect(first).toHaveLength(4);
    expect(shown(source, { ...NO_FILTERS, actors: ['bell'] })).not.toBe(first);
  });

  it('knows the place of a look: the step itself, a notice only at its own frame', () => {
    const at = (frame: number, step: number) => list[placeOfLook(list, { frame, step })];
    expect(at(60, 5)?.done?.index).toBe(5);
    expect(at(80, 5)?.notice?.notice).toBe('malformed');
    expect(at(90, 6)?.done?.index).toBe(6);
    expect(at(0, -1)).toBeUndefined();
  });

  it('steps over what is at the same moment, and stays at the ends', () => {
    const of6 = list.findIndex(({ done }) => done?.index === 6);
    expect(list[placeBeside(list, of6, 1)]?.done?.index).toBe(7);
    expect(list[placeBeside(list, of6, -1)]?.notice?.notice).toBe('malformed');
    expect(placeBeside(list, 0, -1)).toBe(0);
    expect(placeBeside(list, list.length - 1, 10)).toBe(list.length - 1);
  });
});

describe('values in words', () => {
  it('leave the noise of float32 out, and only that', () => {
    expect(readableNumber(2.616666555404663)).toBe('2.6166666');
    expect(readableNumber(Math.fround(0.1))).toBe('0.1');
    expect(readableNumber(0.1)).toBe('0.1');
    expect(readableNumber(1 / 3)).toBe(String(1 / 3));
    expect([7, -0.5, Number.NaN, 1e300].map(readableNumber)).toEqual(['7', '-0.5', 'NaN', '1e+300']);
  });

  it('are the same float32 as before', () => {
    for (let i = 1; i < 2000; i++) {
      const value = Math.fround(Math.sin(i) * 10 ** ((i % 12) - 6));
      expect(Math.fround(Number(readableNumber(value)))).toBe(value);
    }
  });

  it('fit in a line, however large', () => {
    expect(oneLine({ a: 1, b: ['x', null], c: new Uint8Array(9) })).toBe(
      '{a: 1, b: ["x", null], c: 9 bytes}',
    );
    expect(oneLine(Array.from({ length: 100_000 }, (_, i) => i)).length).toBeLessThanOrEqual(60);
  });

  it('know what the feed has cut', () => {
    expect([isMark('‹secret›'), isMark('secret'), isMark(3)]).toEqual([true, false, false]);
  });

  it('show bytes with offsets and what is readable of them', () => {
    expect(hexRows(new Uint8Array([1, 0x41, 0x7e, 0x7f, 0xff, 0, 0, 0, 0x20]))).toEqual([
      { offset: '0000', hex: '01 41 7e 7f ff 00 00 00', text: '.A~.....' },
      { offset: '0008', hex: '20', text: ' ' },
    ]);
    expect(hexRows(new Uint8Array(100), 2)).toHaveLength(2);
    expect(hexRows(new Uint8Array())).toEqual([]);
  });
});
