/** Matches as the page holds them: the golden run, and small ones made by hand. */
import type { FeedEntry, FeedHeader, FeedStep } from '../../../src/inspector/feed/entry.js';
import { Actors } from '../../../src/inspector/page/model/actors.js';
import { Reel } from '../../../src/inspector/page/model/reel.js';
import { Visits } from '../../../src/inspector/page/model/visits.js';
import type { ChartState } from '../../../src/store/log-header.js';

export function headerOf(charts: Readonly<Record<string, ChartState>>): FeedHeader {
  return {
    kind: 'header',
    version: 1,
    source: 'log',
    title: 'made.dugout',
    game: 'made',
    gameVersion: '1',
    protocol: 'made/1',
    schemaHash: '',
    role: 'host',
    frameRate: 60,
    createdAt: '',
    library: '',
    options: null,
    rules: null,
    charts,
    messages: [],
    rows: [],
    pictures: [],
    knowledge: { code: true, sentence: '' },
  };
}

/** A step `event: from → to` of an actor with a chart of its own name. */
export function step(
  actor: string,
  event: string,
  from: string,
  to: string,
  parts: Partial<FeedStep> = {},
): FeedStep {
  return { kind: 'transition', cause: 1, actor, chart: actor, event, from, to, changes: [], ...parts };
}

export function frame(number: number, ...steps: FeedStep[]): FeedEntry {
  return { kind: 'frame', frame: number, inputs: [], steps, draws: [], sightings: [] };
}

/** A reel of `entries`, indexed. */
export function indexed(entries: readonly FeedEntry[]): { reel: Reel; visits: Visits; actors: Actors } {
  const [header, ...others] = entries;
  if (header?.kind !== 'header') throw new RangeError('a feed begins with its header');
  const reel = new Reel(header);
  for (const entry of others) reel.append(entry);
  const visits = new Visits(reel);
  const actors = new Actors(visits);
  visits.grow();
  actors.grow();
  return { reel, visits, actors };
}
