/** What a feed can know of a log: by running it again with its game's code when that is here, and in words why not. */
import type { GameDefinition } from '../../game.js';
import type { StepNote } from '../../session/observe.js';
import type { Log } from '../../store/log.js';
import type { FeedHeader } from './entry.js';

export interface Knowledge extends Readonly<FeedHeader['knowledge']> {
  /** Of each batch as far as the replay was identical. */
  readonly notes: readonly (readonly StepNote[])[];
  /** The game that can read the log's messages. */
  readonly readsBy: GameDefinition | undefined;
}

export function knowledgeOf(log: Log, game: GameDefinition | undefined): Knowledge {
  const { core } = log.header;
  if (game === undefined || game.id !== core.game) {
    const sentence = `The code of "${core.game}" is not here: guards, what was sent and what could come next are not told. Give it with --game MODULE.`;
    return { code: false, sentence, notes: [], readsBy: undefined };
  }
  if (game.protocol.schemaHash !== core.schemaHash) {
    const sentence = `The code of "${core.game}" that is here speaks ${game.protocol.name} ${game.protocol.schemaHash}, the log ${core.protocol} ${core.schemaHash}: what needs the code is not told. Give its own with --game MODULE.`;
    return { code: false, sentence, notes: [], readsBy: undefined };
  }
  return { code: false, sentence: 'Read from the log alone.', notes: [], readsBy: game };
}
