/** What a feed can know of a log: by running it again with its game's code when that is here, and in words why not. */
import type { GameDefinition } from '../../game.js';
import type { StepNote } from '../../session/observe.js';
import { type AnnotatedReport, annotate } from '../../session/replay.js';
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
    return { ...withoutCode(`The code of "${core.game}" is not here.`), readsBy: undefined };
  }
  const { name, schemaHash } = game.protocol;
  if (schemaHash !== core.schemaHash) {
    const sentence = `The code of "${core.game}" that is here speaks ${name} ${schemaHash}, the log ${core.protocol} ${core.schemaHash}.`;
    return { ...withoutCode(sentence), readsBy: undefined };
  }
  try {
    return { ...withCode(annotate({ log, game })), readsBy: game };
  } catch (error) {
    return {
      ...withoutCode(`The code that is here cannot run the log again. ${textOf(error)}`),
      readsBy: game,
    };
  }
}

function withCode({ report, notes }: AnnotatedReport): Omit<Knowledge, 'readsBy'> {
  const { firstDivergence } = report;
  if (firstDivergence === null) {
    return { code: true, sentence: 'Run again with its code, which did the same in every frame.', notes };
  }
  const { frame, sentence } = firstDivergence;
  const limit = `Guards, what was sent and what could come next are told up to frame ${frame}.`;
  return { code: true, sentence: `The code that is here does something else. ${sentence} ${limit}`, notes };
}

function withoutCode(reason: string): Omit<Knowledge, 'readsBy'> {
  const remedy =
    'Guards, what was sent and what could come next are not told; give the code with --game MODULE.';
  return { code: false, sentence: `${reason} ${remedy}`, notes: [] };
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
