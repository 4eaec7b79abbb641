/** The feed of a whole log: decoded, with what its game's code can tell when that is here. */
import type { GameDefinition } from '../../game.js';
import { decodeBatch } from '../../store/batch.js';
import type { Log } from '../../store/log.js';
import { NameTable } from '../../store/names.js';
import { type SideTrackEntry, sideTrackEntries } from '../../store/side-track.js';
import type { FeedEntry } from './entry.js';
import { knowledgeOf } from './knowledge.js';
import { FeedWriter } from './writer.js';

export interface FeedOfLogOptions {
  /** Names of fields, commands and messages that are secret besides the usual ones. */
  readonly secrets?: readonly string[];
}

/**
 * What the log says, in the order in which it happened.
 * @throws SessionError `store/corrupt-batch`, `store/corrupt-record` for a log that is whole only at its chain.
 */
export function feedOfLog(
  log: Log,
  title: string,
  game?: GameDefinition,
  { secrets }: FeedOfLogOptions = {},
): FeedEntry[] {
  const { notes, readsBy, ...knowledge } = knowledgeOf(log, game);
  const writer = new FeedWriter({
    header: log.header,
    source: 'log',
    title,
    game: readsBy,
    knowledge,
    secrets,
  });
  const entries: FeedEntry[] = [writer.header];
  const names = new NameTable(log.header.core.names);
  const superseded = bySupersededFrame(log);
  let next = 0;
  const readTo = (frame: number): void => {
    for (
      let entry = superseded[next];
      entry !== undefined && entry.frame <= frame;
      entry = superseded[++next]
    )
      entries.push(...writer.superseded(entry.frame, entry.peer, entry.bytes));
  };
  for (const [index, { bytes, seq }] of log.batches.entries()) {
    const batch = decodeBatch(bytes, names, seq);
    readTo(batch.frame);
    entries.push(...writer.batch(batch, notes[index]));
  }
  readTo(Number.POSITIVE_INFINITY);
  entries.push(...writer.flush());
  return entries;
}

/** Blocks are written when they are full, so those of different messages overlap. */
function bySupersededFrame(log: Log): readonly SideTrackEntry[] {
  return [...sideTrackEntries(log)].sort((one, other) => one.frame - other.frame);
}
