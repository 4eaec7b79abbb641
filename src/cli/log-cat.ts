/** `dugout log cat`: a log line by line. */
import { Command } from 'commander';
import type { Batch } from '../store/batch.js';
import type { Log } from '../store/log.js';
import { sideTrackEntries } from '../store/side-track.js';
import { examples } from './examples.js';
import { gameOf, gameOption } from './games.js';
import { toJson, toShortJson } from './json.js';
import { batchesOf, EntryReader, type InputEntry, type StepEntry } from './log-entries.js';
import { openLog, warnOfTornTail } from './open-log.js';
import { jsonOption, parseFrame } from './options.js';
import { colour, out } from './terminal.js';

interface Options {
  readonly from?: number;
  readonly until?: number;
  readonly actor?: string;
  readonly inputs?: true;
  readonly poses?: true;
  readonly game?: string;
  readonly json?: true;
}

export function logCatCommand(): Command {
  return new Command('cat')
    .summary('print every step, one a line')
    .description(
      'Prints one line a step: frame, cause, actor, event (with the payload of a message), from → to, changed fields.\n' +
        'With --inputs one line an input instead.',
    )
    .argument('<file>', 'the log')
    .option('--from <frame>', 'start at this frame', parseFrame)
    .option('--until <frame>', 'stop after this frame', parseFrame)
    .option('--actor <id>', 'only steps of this actor; with --inputs, only inputs that it stepped on')
    .option('--inputs', 'print what came in, not what it caused')
    .option('--poses', 'print the poses of the side track instead')
    .addOption(gameOption())
    .addOption(jsonOption('print one JSON object a line; bytes are in hexadecimal'))
    .addHelpText(
      'after',
      `
Keys of --json, by kind:
  transition  kind, frame, cause, actor, event, message, from, to, changes
  refusal     kind, frame, cause, actor, event, message, rule
  input       kind, frame, cause, input, message
  pose        kind, frame, peer, message
message is { id, name, value } or null.`,
    )
    .addHelpText(
      'after',
      examples(
        ['dugout log cat match.dugout | head -20', 'how it began'],
        ['dugout log cat match.dugout --actor run --from 600 --until 900', 'ten to fifteen seconds in'],
        ['dugout log cat match.dugout --inputs', 'everything that came in'],
        [`dugout log cat match.dugout --json | jq -c 'select(.kind == "refusal")'`, 'what was refused'],
      ),
    )
    .action(cat);
}

async function cat(path: string, options: Options): Promise<void> {
  const { log } = await openLog(path);
  warnOfTornTail(path, log);
  const reader = new EntryReader(log, (await gameOf(log.header.core, options.game))?.protocol);
  const { from = 0, until = Number.POSITIVE_INFINITY } = options;
  if (options.poses) return catPoses(log, reader, { ...options, from, until });
  for (const batch of batchesOf(log)) {
    if (batch.frame > until) return;
    if (batch.frame < from) continue;
    const lines = options.inputs ? inputLines(reader, batch, options) : stepLines(reader, batch, options);
    if (lines.length > 0) await out(lines.join('\n'));
  }
}

async function catPoses(
  log: Log,
  reader: EntryReader,
  { from, until, json }: Options & { readonly from: number; readonly until: number },
): Promise<void> {
  for (const { frame, peer, bytes } of sideTrackEntries(log)) {
    if (frame < from || frame > until) continue;
    const message = reader.decode(bytes);
    const payload = message ? toShortJson(message.value) : `${bytes.length} bytes`;
    const name = message?.name ?? `message ${bytes[0]}`;
    if (json) await out(toJson({ kind: 'pose', frame, peer, message }));
    else await out(`${String(frame).padStart(6)}  peer ${peer}: ${name} ${payload}`);
  }
}

function inputLines(reader: EntryReader, batch: Batch, { actor, json }: Options): string[] {
  const isWanted = (number: number): boolean =>
    actor === undefined || batch.steps.some((step) => step.cause === number && step.actor === actor);
  return reader
    .inputs(batch)
    .filter((_, index) => isWanted(index + 1))
    .map(json ? toJson : inputText);
}

function stepLines(reader: EntryReader, batch: Batch, { actor, json }: Options): string[] {
  return reader
    .steps(batch)
    .filter(({ step }) => actor === undefined || step.actor === actor)
    .map(json ? (entry) => toJson(stepObject(entry)) : stepText);
}

function stepObject({ frame, cause, message, step }: StepEntry) {
  const { kind, actor, event } = step;
  const common = { kind, frame, cause, actor, event, message };
  if (step.kind === 'refusal') return { ...common, rule: step.rule };
  return { ...common, from: step.from, to: step.to, changes: Object.fromEntries(step.changes) };
}

function inputText({ frame, cause, input, message }: InputEntry): string {
  return `${frameText(frame)}  ${colour('cyan', cause.padEnd(CAUSE_WIDTH))}  ${payloadText()}`.trimEnd();

  function payloadText(): string {
    switch (input.kind) {
      case 'message':
        return message ? toShortJson(message.value) : `${input.bytes.length} bytes`;
      case 'command':
        return toShortJson(input.value);
      case 'peer-left':
        return input.sentence;
      case 'peer-joined':
        return '';
    }
  }
}

function stepText({ frame, cause, message, step }: StepEntry): string {
  const payload = message ? ` ${toShortJson(message.value)}` : '';
  const head = `${frameText(frame)}  ${colour('dim', cause.padEnd(CAUSE_WIDTH))}  ${colour('bold', step.actor.padEnd(ACTOR_WIDTH))}  ${colour('cyan', step.event)}${payload}`;
  if (step.kind === 'refusal') return `${head}  ${colour('yellow', `refused by ${step.rule}`)}`;
  const move = step.from === step.to ? step.to : `${step.from || '·'} → ${step.to || '·'}`;
  const changes = step.changes.map(([field, value]) => `${field}=${toShortJson(value, VALUE_LENGTH)}`);
  return [head, colour('green', move), ...changes].join('  ');
}

/** Columns are as wide as the usual; longer text moves the rest of its line. */
const FRAME_WIDTH = 6;
const CAUSE_WIDTH = 20;
const ACTOR_WIDTH = 8;
const VALUE_LENGTH = 60;

const frameText = (frame: number): string => String(frame).padStart(FRAME_WIDTH);
