/** Feeds for tests of the page: a run of the derby with bands and marks of its own, and a match as long as they get. */
import type { Plain } from '../../src/game.js';
import type { Sighting } from '../../src/inspection.js';
import type { FeedEntry, FeedFrame, FeedHeader, FeedStep } from '../../src/inspector/feed/entry.js';
import { Reel } from '../../src/inspector/page/model/reel.js';
import { feedOfFile, GOLDEN_RUN } from '../support/inspector.js';

const ROWS = [
  { id: 'inning', title: 'Innings' },
  { id: 'turn', title: 'Turns' },
  { id: 'at-bat', title: 'At-bats' },
];

/** A logged run with rows for innings, turns and at-bats, and a mark for each home run. */
export async function runFeed(path = GOLDEN_RUN): Promise<FeedEntry[]> {
  const feed = await feedOfFile(path);
  let homeRuns = 0;
  return feed.map((entry) => {
    if (entry.kind === 'header') return { ...entry, rows: ROWS };
    if (entry.kind !== 'frame') return entry;
    const sightings = entry.steps.flatMap((step): Sighting[] => {
      const changes: Record<string, unknown> = Object.fromEntries(step.changes);
      const seen = bandsOf(step, changes);
      if (step.actor !== 'turn' || typeof changes.homeRuns !== 'number') return seen;
      const isMore = changes.homeRuns > homeRuns;
      homeRuns = changes.homeRuns;
      return isMore ? [...seen, { kind: 'mark', label: 'Home run', glyph: '★', tone: 'good' }] : seen;
    });
    return { ...entry, sightings };
  });
}

function bandsOf({ actor, event, from }: FeedStep, changes: Record<string, unknown>): Sighting[] {
  const isStart = from === '';
  const isStop = event === 'xstate.stop';
  if (actor === 'run' && typeof changes.target === 'number')
    return [{ kind: 'band', row: 'inning', label: `to ${changes.target}`, tone: 'plain' }];
  if (actor === 'turn' && isStart)
    return [{ kind: 'band', row: 'turn', label: `Turn of ${changes.batter}`, tone: 'plain' }];
  if (actor === 'at-bat' && (isStart || isStop))
    return [
      isStart
        ? { kind: 'band', row: 'at-bat', label: `At-bat of ${changes.batter}`, tone: 'plain' }
        : { kind: 'band-end', row: 'at-bat' },
    ];
  return [];
}

const STATE = { type: 'atomic', transitions: [], invokes: [], entry: [], exit: [], states: {} } as const;

/** A header to hang frames on. */
export const HEADER: FeedHeader = {
  kind: 'header',
  version: 1,
  source: 'log',
  title: 'made by hand',
  game: 'Counters',
  gameVersion: '1',
  protocol: 'COUNT-1',
  schemaHash: '0'.repeat(16),
  role: 'host',
  frameRate: 60,
  createdAt: '',
  library: '',
  options: {},
  rules: { outs: 12 },
  charts: {
    counter: {
      ...STATE,
      type: 'compound',
      initial: 'on',
      states: {
        on: { ...STATE, transitions: [{ event: 'Count', targets: [], actions: ['count'] }] },
      },
    },
  },
  messages: [],
  rows: [{ id: 'hundred', title: 'Hundreds' }],
  pictures: [],
  knowledge: { code: true, sentence: 'Read with the code of the game.' },
};

/** A frame of one step of `actor`. */
export function frameOf(
  frame: number,
  changes: readonly (readonly [string, Plain])[],
  { actor = 'counter', from = 'on', to = 'on', sightings = [] as readonly Sighting[] } = {},
): FeedFrame {
  const step: FeedStep = {
    kind: 'transition',
    cause: 1,
    actor,
    chart: 'counter',
    event: 'Count',
    from,
    to,
    changes,
  };
  return {
    kind: 'frame',
    frame,
    inputs: [{ kind: 'message', peer: frame % 4, name: 'Count', value: { by: 1 } }],
    steps: [step],
    draws: [],
    sightings,
  };
}

/** A match of so many steps, a hundred in a band, and a mark with every fiftieth. */
export function longFeed(steps: number, source: 'log' | 'live' = 'log'): FeedEntry[] {
  const entries: FeedEntry[] = [{ ...HEADER, source }];
  for (let count = 0; count < steps; count++) {
    const sightings: Sighting[] = [];
    if (count % 100 === 0) sightings.push({ kind: 'band', row: 'hundred', label: `${count}`, tone: 'plain' });
    if (count % 50 === 25) sightings.push({ kind: 'mark', label: `mark ${count}`, glyph: '★', tone: 'good' });
    const from = count === 0 ? '' : 'on';
    entries.push(frameOf(count * 2, [['count', count]], { from, sightings }));
  }
  return entries;
}

/** A reel of these entries, the first of them a header. */
export function reelOf([header, ...entries]: readonly FeedEntry[]): Reel {
  if (header?.kind !== 'header') throw new RangeError('a feed begins with its header');
  const reel = new Reel(header);
  for (const entry of entries) reel.append(entry);
  return reel;
}
