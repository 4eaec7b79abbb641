/** `dugout log stat`: what is in a log, in numbers. */
import { Command } from 'commander';
import { digestText } from '../store/hashes.js';
import { linkTrackLength } from '../store/link-track.js';
import type { Log } from '../store/log.js';
import { FRAME_BYTES, MAGIC_BYTES } from '../store/record.js';
import type { ScannedLog } from '../store/scan.js';
import { sideTrackLength } from '../store/side-track.js';
import { examples } from './examples.js';
import { toCount } from './json.js';
import { batchesOf } from './log-entries.js';
import { openLog } from './open-log.js';
import { jsonOption } from './options.js';
import { out, outJson, table } from './terminal.js';

export function logStatCommand(): Command {
  return new Command('stat')
    .summary('what is in a log, in numbers')
    .description('Prints the facts of a log’s header, how much of what is in it, and its digest.')
    .argument('<file>', 'the log')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dugout log stat match.dugout', 'as a table'],
        ['dugout log stat match.dugout --json | jq .bytes', 'which part takes the space'],
      ),
    )
    .action(stat);
}

async function stat(path: string, options: { readonly json?: true }): Promise<void> {
  const { log, scanned } = await openLog(path);
  const facts = factsOf(log, scanned);
  return options.json ? outJson(facts) : out(table(rowsOf(facts)));
}

type Facts = ReturnType<typeof factsOf>;

function factsOf(log: Log, scanned: ScannedLog) {
  const { game, gameVersion, protocol, schemaHash, role, seed, frameRate } = log.header.core;
  const { session, library, createdAt } = log.header.notes;
  return {
    ...{ session, game, gameVersion, protocol, schemaHash, role, seed, frameRate, library, createdAt },
    digest: digestText(log.digest),
    records: log.recordCount,
    batches: log.batches.length,
    ...countsOf(log),
    sideTrackEntries: log.sideTrack.reduce((sum, block) => sum + sideTrackLength(block), 0),
    linkSamples: log.links.reduce((sum, block) => sum + linkTrackLength(block), 0),
    bytes: bytesOf(log, scanned),
    tornTail: log.tornTail,
  };
}

function countsOf(log: Log) {
  let [lastFrame, transitions, refusals] = [0, 0, 0];
  const inputs = { 'peer-joined': 0, 'peer-left': 0, message: 0, command: 0 };
  for (const batch of batchesOf(log)) {
    lastFrame = batch.frame;
    for (const { kind } of batch.steps) kind === 'refusal' ? refusals++ : transitions++;
    for (const { kind } of batch.inputs) inputs[kind]++;
  }
  return { lastFrame, transitions, refusals, inputs };
}

/** By part of the file: the parts add up to its size. */
function bytesOf(log: Log, scanned: ScannedLog) {
  const sum = (parts: readonly Uint8Array[]) => parts.reduce((total, { length }) => total + length, 0);
  return {
    header: scanned.records[0]?.bytes.length ?? 0,
    batches: sum(log.batches.map(({ bytes }) => bytes)),
    sideTrack: sum(log.sideTrack),
    links: sum(log.links),
    framing: MAGIC_BYTES + FRAME_BYTES * log.recordCount,
    tornTail: log.tornTail?.lengthBytes ?? 0,
    total: scanned.wholeBytes + (log.tornTail?.lengthBytes ?? 0),
  };
}

function rowsOf(facts: Facts): string[][] {
  const { inputs, bytes, tornTail } = facts;
  const seconds = (facts.lastFrame / facts.frameRate).toFixed(1);
  const counts = Object.entries(inputs).map(([kind, count]) => [`  ${kind}`, toCount(count)]);
  const parts = Object.entries(bytes).map(([part, count]) => [`  ${part}`, toCount(count)]);
  return [
    ['session', facts.session],
    ['game', `${facts.game}, version ${facts.gameVersion}`],
    ['protocol', `${facts.protocol}, schema ${facts.schemaHash}`],
    ['role', facts.role],
    ['seed', String(facts.seed)],
    ['frame rate', `${facts.frameRate} a second`],
    ['written', `${facts.createdAt || 'without a calendar'}, by dugout ${facts.library}`],
    ['digest', facts.digest],
    ['last frame', `${toCount(facts.lastFrame)} (${seconds} s)`],
    ['records', `${toCount(facts.records)}, ${toCount(facts.batches)} of them batches`],
    ['transitions', toCount(facts.transitions)],
    ['refusals', toCount(facts.refusals)],
    ['poses', `${toCount(facts.sideTrackEntries)} in the side track`],
    ['link samples', toCount(facts.linkSamples)],
    ['inputs', ''],
    ...counts,
    ['bytes', ''],
    ...parts,
    ['torn tail', tornTail === null ? 'none' : `${tornTail.lengthBytes} bytes: ${tornTail.reason}`],
  ];
}
