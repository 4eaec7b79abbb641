/** Logs that lie: one batch changed, and the chain made whole again, as another build or a patient forger would leave it. */
import {
  type Batch,
  decodeBatch,
  type EncodedStep,
  encodeBatch,
  type StepRecord,
} from '../../src/store/batch.js';
import type { Log, LoggedBatch } from '../../src/store/log.js';
import { NameTable } from '../../src/store/names.js';
import { hashes } from '../machines/harness.js';

/** `log` with each batch passed through `edit`; `undefined` leaves the batch out. The digests are computed anew. */
export function editLog(log: Log, edit: (batch: Batch, index: number) => Batch | undefined): Log {
  const readNames = new NameTable();
  const names = new NameTable();
  const batches: LoggedBatch[] = [];
  let digest = log.headerDigest;
  for (const [index, logged] of log.batches.entries()) {
    const edited = edit(decodeBatch(logged.bytes, readNames, logged.seq), index);
    if (edited === undefined) continue;
    // In the order the log announced them, so that a batch nobody edited keeps its bytes.
    for (const name of readNames.all()) names.idOf(name);
    const parts = {
      frame: edited.frame,
      inputs: edited.inputs,
      steps: edited.steps.map((step) => encodeStep(step, names)),
      draws: edited.draws.map(([stream, count]) => [names.idOf(stream), count] as const),
    };
    const encoded = encodeBatch(parts, names, hashes, digest);
    digest = encoded.digest;
    batches.push({ seq: logged.seq, ...encoded });
  }
  return { ...log, batches, digest };
}

function encodeStep(step: StepRecord, names: NameTable): EncodedStep {
  const start = [step.cause, names.idOf(step.actor), names.idOf(step.event)];
  if (step.kind === 'refusal') return [...start, names.idOf(step.rule)];
  const changes = step.changes.flatMap(([field, value]) => [names.idOf(field), value]);
  return [...start, names.idOf(step.from), names.idOf(step.to), ...changes];
}
