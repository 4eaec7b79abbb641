/** Anything in a match is found by its name, and a field by what it becomes; an index built in pieces finds the same. */
import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../../src/inspector/feed/entry.js';
import { parseQuery } from '../../../src/inspector/page/model/query.js';
import { type Hit, hitFrom, SearchIndex } from '../../../src/inspector/page/model/search-index.js';
import { frameOf, HEADER, longFeed, reelOf, runFeed } from '../feeds.js';

function indexOf(feed: readonly FeedEntry[], frames = Number.POSITIVE_INFINITY): SearchIndex {
  const index = new SearchIndex(reelOf(feed));
  while (!index.grow(frames));
  return index;
}

function find(index: SearchIndex, typed: string): Hit[] {
  const query = parseQuery(typed);
  return query ? index.find(query) : [];
}

describe('a query', () => {
  it('is words, or a field with a value of its kind', () => {
    expect(parseQuery('  ')).toBeUndefined();
    expect(parseQuery('RoundEnd')).toEqual({ kind: 'words', words: 'roundend' });
    expect(parseQuery('outsLeft = 1')).toMatchObject({ field: 'outsleft', operator: '=', value: 1 });
    expect(parseQuery('isOpen==true')).toMatchObject({ operator: '=', value: true });
    expect(parseQuery('setup != null')).toMatchObject({ operator: '!=', value: null });
    expect(parseQuery('roster.0.name = "Dee "')).toMatchObject({ field: 'roster.0.name', value: 'dee ' });
    expect(parseQuery('pool>=12.5')).toMatchObject({ operator: '>=', value: 12.5 });
    expect(parseQuery('kind = constructor')).toMatchObject({ field: 'kind', value: 'constructor' });
    expect(parseQuery('field =')).toEqual({ kind: 'words', words: 'field =' });
  });
});

describe('an index of a run', async () => {
  const feed = await runFeed();
  const index = indexOf(feed);

  it('finds events, states, actors, messages, marks and names', () => {
    for (const [typed, kind] of [
      ['TurnEnd', 'event'],
      ['peer.joined', 'event'],
      ['inning.batting', 'state'],
      ['at-bat', 'actor'],
      ['Home run', 'mark'],
      ['Ann', 'value'],
    ] as const) {
      const hits = find(index, typed);
      expect(hits.length, typed).toBeGreaterThan(0);
      expect(
        hits.map((hit) => hit.kind),
        typed,
      ).toContain(kind);
    }
    expect(find(index, 'no such thing anywhere')).toEqual([]);
  });

  it('gives moments in order, each once', () => {
    const hits = find(index, 'e');
    const places = hits.map(({ frame, step }) => frame * 1e6 + step);
    expect(new Set(places).size).toBe(places.length);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('finds the same when it is built piece by piece', () => {
    const inPieces = indexOf(feed, 7);
    for (const typed of ['TurnEnd', 'outsLeft = 1', 'Ann', 'turn'])
      expect(find(inPieces, typed), typed).toEqual(find(index, typed));
  });

  it('finds a field where it becomes so, as the log says it', () => {
    const reel = reelOf(feed);
    const outs = reel.steps.flatMap(({ step: { actor, changes } }) =>
      changes.filter(([field]) => actor === 'run' && field === 'outsLeft').map(([, value]) => value),
    );
    const last = outs.at(-1);
    const hits = find(index, `outsLeft = ${last}`).filter(({ actor }) => actor === 'run');
    const expected = reel.steps.filter(
      ({ step, before, after }) =>
        step.actor === 'run' && after?.context.outsLeft === last && before?.context.outsLeft !== last,
    );
    expect(expected.length).toBeGreaterThan(0);
    // A message may name the field as well, which is told each time.
    expect(hits.map(({ step }) => step)).toEqual(
      expect.arrayContaining(expected.map(({ index: step }) => step)),
    );
    for (const { step } of hits) expect(reel.steps[step]?.after?.context.outsLeft, `step ${step}`).toBe(last);
  });
});

describe('a field', () => {
  const counts = [5, 12, 15, 9, 20].map((value, frame) =>
    frameOf(frame, [['deep', { list: [{ count: value }] }]], { from: frame === 0 ? '' : 'on' }),
  );
  const index = indexOf([HEADER, ...counts]);

  it('is told when it becomes so, not while it stays so', () => {
    expect(find(index, 'count > 10').map(({ frame }) => frame)).toEqual([1, 4]);
    expect(find(index, 'count < 10').map(({ frame }) => frame)).toEqual([0, 3]);
    expect(find(index, 'count != 12').map(({ frame }) => frame)).toEqual([0, 2]);
    expect(find(index, 'list.0.count = 9').map(({ frame }) => frame)).toEqual([3]);
    expect(find(index, 'unt = 9')).toEqual([]);
  });

  it('of a message is told each time', () => {
    expect(find(index, 'by = 1')).toHaveLength(5);
  });
});

describe('trouble', () => {
  it('is found by its rule, its words and its peer', () => {
    const frame = frameOf(3, []);
    const [step] = frame.steps;
    const refusal = {
      ...frame,
      steps: step ? [{ ...step, kind: 'refusal' as const, rule: 'not-yours' }] : [],
    };
    const left = { kind: 'peer-left', peer: 3, name: 'timed-out', value: null } as const;
    const index = indexOf([
      HEADER,
      refusal,
      { ...frameOf(5, []), inputs: [left], steps: [] },
      { kind: 'notice', frame: 7, notice: 'malformed', sentence: 'Too short.' },
    ]);
    expect(find(index, 'not-yours')).toMatchObject([{ kind: 'rule', frame: 3, step: 0 }]);
    expect(find(index, 'timed-out')).toMatchObject([{ frame: 5, step: 0 }]);
    expect(find(index, 'peer 3 left')).toMatchObject([{ kind: 'notice', frame: 5 }]);
    expect(find(index, 'too short')).toMatchObject([{ kind: 'notice', frame: 7 }]);
  });
});

describe('from hit to hit', () => {
  const hits = find(indexOf(longFeed(300)), 'mark');
  it('goes on from the moment, and round at the ends', () => {
    expect(hits).toHaveLength(6);
    expect(hitFrom(hits, { frame: 50, step: 25 }, 1)?.frame).toBe(150);
    expect(hitFrom(hits, { frame: 60, step: 30 }, -1)?.frame).toBe(50);
    expect(hitFrom(hits, { frame: 50, step: 25 }, -1)?.frame).toBe(550);
    expect(hitFrom(hits, { frame: 599, step: 299 }, 1)?.frame).toBe(50);
    expect(hitFrom([], { frame: 0, step: -1 }, 1)).toBeUndefined();
  });
});
