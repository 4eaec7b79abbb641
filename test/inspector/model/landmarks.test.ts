/** Bands and marks are read from a reel once, and what grew since is added in its place. */
import { describe, expect, it } from 'vitest';
import { landmarksOf } from '../../../src/inspector/page/model/landmarks.js';
import { Reel } from '../../../src/inspector/page/model/reel.js';
import { feedOfFile } from '../../support/inspector.js';
import { frameOf, HEADER } from '../feeds.js';

const band = (label: string, row = 'hundred') => ({ kind: 'band', row, label, tone: 'plain' }) as const;
const mark = (label: string, frame?: number) =>
  ({ kind: 'mark', label, glyph: '★', tone: 'good', ...(frame === undefined ? {} : { frame }) }) as const;

describe('landmarks', () => {
  it('close a band when its row has another, or ends', () => {
    const reel = new Reel(HEADER);
    reel.append(frameOf(1, [], { sightings: [band('a'), band('other row', 'b')] }));
    reel.append(frameOf(5, [], { sightings: [band('b')] }));
    expect(landmarksOf(reel).bandsOf('hundred')).toMatchObject([
      { label: 'a', from: 1, to: 5 },
      { label: 'b', from: 5, to: undefined },
    ]);
    reel.append(frameOf(9, [], { sightings: [{ kind: 'band-end', row: 'hundred' }] }));
    expect(landmarksOf(reel).bandsOf('hundred').at(-1)).toMatchObject({ label: 'b', to: 9 });
    expect(landmarksOf(reel).bandsOf('b')).toMatchObject([{ from: 1, to: undefined }]);
    expect(landmarksOf(reel).bandsOf('no such row')).toEqual([]);
  });

  it('put a mark that belongs to an earlier frame before what was there', () => {
    const reel = new Reel(HEADER);
    reel.append(frameOf(1, [], { sightings: [mark('first')] }));
    reel.append(frameOf(8, [], { sightings: [mark('third'), mark('second', 4)] }));
    expect(landmarksOf(reel).marks.map(({ label }) => label)).toEqual(['first', 'second', 'third']);
  });

  it('tell who came and went, what was refused, notices and gaps', () => {
    const reel = new Reel(HEADER);
    const frame = frameOf(3, []);
    const [step] = frame.steps;
    reel.append({
      ...frame,
      inputs: [
        { kind: 'peer-joined', peer: 2, name: '', value: null },
        { kind: 'peer-left', peer: 3, name: 'timed-out', value: null },
      ],
      steps: step ? [{ ...step, kind: 'refusal', rule: 'not-yours' }] : [],
    });
    reel.append({ kind: 'notice', frame: 5, notice: 'malformed', peer: 1, sentence: 'Too short.' });
    reel.append({ kind: 'gap', frame: 4, missed: 2 });
    expect(landmarksOf(reel).troubles.map(({ kind, frame }) => [kind, frame])).toEqual([
      ['joined', 3],
      ['left', 3],
      ['refusal', 3],
      ['gap', 4],
      ['notice', 5],
    ]);
    expect(landmarksOf(reel).grow().troubles).toHaveLength(5);
  });

  it('make no trouble of goodbyes, nor of actors that were not there to be told of them', () => {
    const reel = new Reel(HEADER);
    const frame = frameOf(3, []);
    const refusal = { kind: 'refusal', event: 'peer.left', rule: 'actor/not-running' } as const;
    reel.append({
      ...frame,
      inputs: [
        { kind: 'peer-left', peer: 2, name: 'left', value: null },
        { kind: 'peer-left', peer: 3, name: 'timed-out', value: null },
      ],
      steps: frame.steps.map((step) => ({ ...step, ...refusal })),
    });
    expect(landmarksOf(reel).troubles.map(({ tone, label }) => [tone, label])).toEqual([
      ['plain', 'Peer 2 left: left'],
      ['bad', 'Peer 3 left: timed-out'],
      ['plain', 'counter was not there: peer.left changed nothing'],
    ]);
  });

  it('see no trouble in a real run that was played to its end', async () => {
    const [header, ...entries] = await feedOfFile();
    if (header?.kind !== 'header') throw new RangeError('no header');
    const reel = new Reel(header);
    for (const entry of entries) reel.append(entry);
    const { troubles } = landmarksOf(reel);
    expect(troubles.filter(({ kind }) => kind === 'left').map(({ tone }) => tone)).toEqual([
      'plain',
      'plain',
    ]);
    expect(troubles.filter(({ tone }) => tone === 'bad')).toEqual([]);
  });
});
