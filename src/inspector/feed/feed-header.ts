/** The first entry of a feed, made of a log's header. */
import type { InspectionDefinition } from '../../inspection.js';
import type { LogHeader } from '../../store/log-header.js';
import { FEED_VERSION, type FeedHeader } from './entry.js';
import type { Secrets } from './secrets.js';

/** What a log's header does not say. */
export interface FeedAbout {
  readonly source: FeedHeader['source'];
  readonly title: string;
  readonly knowledge: FeedHeader['knowledge'];
}

export function feedHeader(
  { core, notes }: LogHeader,
  { source, title, knowledge }: FeedAbout,
  { rows, pictures }: InspectionDefinition,
  secrets: Secrets,
): FeedHeader {
  const { game, gameVersion, protocol, schemaHash, role, frameRate, charts, messages } = core;
  return {
    kind: 'header',
    version: FEED_VERSION,
    source,
    title: secrets.sentence(title),
    game,
    gameVersion,
    protocol,
    schemaHash,
    role,
    frameRate,
    createdAt: notes.createdAt,
    library: notes.library,
    options: secrets.clear(core.options),
    rules: secrets.clear(core.rules),
    charts,
    messages,
    rows,
    pictures,
    knowledge: { ...knowledge, sentence: secrets.sentence(knowledge.sentence) },
  };
}
