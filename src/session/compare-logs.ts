/** Names the first difference of two logs: headers first, since a difference there explains all that follow. */
import type { Plain } from '../game.js';
import { decodeBatch } from '../store/batch.js';
import { digestText } from '../store/hashes.js';
import type { Log } from '../store/log.js';
import { NameTable } from '../store/names.js';
import { compareBatches, type Divergence, divergence, firstDifference } from './divergence.js';

/** `undefined` when both record the same run. Notes, poses, link samples and torn tails are no part of the digest and not compared. */
export function compareLogs(expected: Log, actual: Log): Divergence | undefined {
  if (expected.digest === actual.digest) return undefined;
  return (
    compareHeaders(expected, actual) ??
    compareAllBatches(expected, actual) ??
    divergence(START, 'digest', digestText(expected.digest), digestText(actual.digest))
  );
}

const START = { frame: 0, actor: '', event: '' };

function compareHeaders(expected: Log, actual: Log): Divergence | undefined {
  const [one, other] = [expected, actual].map(({ header }) => header.core as unknown as Plain);
  const found = firstDifference(one ?? null, other ?? null, 'header');
  return found && divergence(START, found.path, found.expected, found.actual);
}

function compareAllBatches(expected: Log, actual: Log): Divergence | undefined {
  const readExpected = batchReader(expected);
  const readActual = batchReader(actual);
  for (let index = 0; index < Math.max(expected.batches.length, actual.batches.length); index++) {
    const found = compareBatches(readExpected(index), readActual(index));
    if (found) return found;
  }
  return undefined;
}

/** Batches announce the names of later ones, so each log is read in order. */
function batchReader(log: Log) {
  const names = new NameTable(log.header.core.names);
  return (index: number) => {
    const logged = log.batches[index];
    return logged && decodeBatch(logged.bytes, names, logged.seq);
  };
}
