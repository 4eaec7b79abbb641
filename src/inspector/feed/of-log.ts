/** The feed of a whole log: decoded, with what its game's code can tell when that is here. */
import type { GameDefinition, Input, Plain } from '../../game.js';
import { HOST_PEER } from '../../peers.js';
import { decodeBatch } from '../../store/batch.js';
import type { Log } from '../../store/log.js';
import { NameTable } from '../../store/names.js';
import { FEED_VERSION, type FeedEntry, type FeedHeader, type FeedInput, type FeedStep } from './entry.js';

/** What the log says, in the order in which it happened. */
export function feedOfLog(log: Log, title: string, game?: GameDefinition): FeedEntry[] {
  const names = new NameTable(log.header.core.names);
  const messages = new Map(log.header.core.messages.map(([id, name]) => [id, name]));
  const entries: FeedEntry[] = [headerOf(log, title)];
  for (const { bytes, seq } of log.batches) {
    const batch = decodeBatch(bytes, names, seq);
    entries.push({
      kind: 'frame',
      frame: batch.frame,
      inputs: batch.inputs.map((input) => inputOf(input, messages, game)),
      steps: batch.steps.map((step): FeedStep => {
        const chart = step.actor in log.header.core.charts ? step.actor : '';
        return step.kind === 'refusal'
          ? { ...step, chart, from: '', to: '', changes: [] }
          : { ...step, chart };
      }),
      draws: batch.draws,
      sightings: [],
    });
  }
  return entries;
}

function inputOf(
  input: Input,
  messages: ReadonlyMap<number, string>,
  game: GameDefinition | undefined,
): FeedInput {
  switch (input.kind) {
    case 'message': {
      const decoded = game?.protocol.decode(input.bytes);
      return {
        kind: 'message',
        peer: input.peer,
        name: messages.get(input.bytes[0] ?? -1) ?? `message ${input.bytes[0]}`,
        value: decoded?.ok ? (decoded.decoded.value as Plain) : null,
        bytes: input.bytes,
      };
    }
    case 'command':
      return { kind: 'command', peer: HOST_PEER, name: input.name, value: input.value };
    case 'peer-left':
      return {
        kind: 'peer-left',
        peer: input.peer,
        name: input.reason,
        value: null,
        sentence: input.sentence,
      };
    case 'peer-joined':
      return { kind: 'peer-joined', peer: input.peer, name: '', value: null };
  }
}

function headerOf({ header: { core, notes } }: Log, title: string): FeedHeader {
  const { game, gameVersion, protocol, schemaHash, role, frameRate, options, rules, charts, messages } = core;
  return {
    kind: 'header',
    version: FEED_VERSION,
    source: 'log',
    title,
    game,
    gameVersion,
    protocol,
    schemaHash,
    role,
    frameRate,
    createdAt: notes.createdAt,
    library: notes.library,
    options,
    rules,
    charts,
    messages,
    rows: [],
    pictures: [],
    knowledge: { code: false, sentence: 'Read from the log alone.' },
  };
}
