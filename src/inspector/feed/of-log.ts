/** The feed of a whole log: decoded, with what its game's code can tell when that is here. */
import type { GameDefinition } from '../../game.js';
import type { PeerId } from '../../peers.js';
import { decodeBatch } from '../../store/batch.js';
import { type LinkSample, linkEntries } from '../../store/link-track.js';
import type { Log } from '../../store/log.js';
import { NameTable } from '../../store/names.js';
import { sideTrackEntries } from '../../store/side-track.js';
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
  const beside = besideBatches(log, writer);
  let next = 0;
  const tellUntil = (frame: number): void => {
    for (let one = beside[next]; one !== undefined && one.frame <= frame; one = beside[++next])
      entries.push(...one.tell());
  };
  for (const [index, { bytes, seq }] of log.batches.entries()) {
    const batch = decodeBatch(bytes, names, seq);
    tellUntil(batch.frame);
    entries.push(...writer.batch(batch, notes[index]));
  }
  tellUntil(Number.POSITIVE_INFINITY);
  entries.push(...writer.flush());
  return entries;
}

/** What a log has beside its batches. */
interface Beside {
  readonly frame: number;
  readonly tell: () => readonly FeedEntry[];
}

/** By frame: blocks are written when they are full, so they lie behind batches of later frames, and overlap. */
function besideBatches(log: Log, writer: FeedWriter): readonly Beside[] {
  const beside: Beside[] = [];
  for (const { frame, peer, bytes } of sideTrackEntries(log))
    beside.push({ frame, tell: () => writer.superseded(frame, peer, bytes) });
  const samples = new Map<number, Map<PeerId, LinkSample>>();
  for (const { frame, ...sample } of linkEntries(log)) {
    const ofFrame = samples.get(frame) ?? new Map<PeerId, LinkSample>();
    // A session that was continued came to some frames twice: what it went on from counts.
    samples.set(frame, ofFrame.set(sample.peer, sample));
  }
  for (const [frame, links] of samples)
    beside.push({ frame, tell: () => writer.links(frame, [...links.values()]) });
  return beside.sort((one, other) => one.frame - other.frame);
}
