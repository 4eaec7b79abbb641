/**
 * 40,000 random and mutated batches: every answer is typed, nothing throws, and nothing outside the batch is looked at.
 * `FUZZ_SEED=n` repeats a run.
 */
import { expect, it } from 'vitest';
import { RecordBatch } from '../../../src/protocol/record/batch.js';
import { defineRecord, type RecordMessage } from '../../../src/protocol/record/define.js';
import {
  fixedBytes,
  fixedString,
  optional,
  string,
  uint4,
  uint8,
} from '../../../src/protocol/record/kind.js';
import type { DecodedRecord, RecordErrorCode, RecordResult } from '../../../src/protocol/record/result.js';
import { createRecordSchema, encodeRecord } from '../../../src/protocol/record/schema.js';
import { walkRecords } from '../../../src/protocol/record/walk.js';
import { createRandom } from '../mulberry32.js';
import { bytesOf, fieldsOf, hexOf, recordVectors, vectorValue } from './vectors.js';

const BATCHES = 40_000;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_130);
const random = createRandom(seed);

const fixed = defineRecord('fixed', {
  nibble: uint4,
  code: fixedString(4, 'us-ascii'),
  key: optional(fixedBytes(2)),
  latin: optional(string('iso-8859-1')),
  level: uint8,
});
const vectors = recordVectors.records.filter(
  ({ name }) => !/^(index above|out of range|fire angle 0)/.test(name),
);
const declared = new Map<string, RecordMessage>(
  vectors.map(({ message, layout }) => [message, defineRecord(message, fieldsOf(layout))]),
);
const schema = createRecordSchema([fixed, ...declared.values()]);

/** Batches of one to four whole records. */
const samples = Array.from({ length: 200 }, () => {
  const batch = new RecordBatch(schema, { recordBytesMax: 1178 });
  for (let count = 1 + random(4); count > 0; count--) {
    const vector = pick(vectors);
    const message = declared.get(vector.message);
    if (random(3) === 0 || message === undefined) batch.append(fixed, { nibble: 9, code: 'ab', level: 3 });
    else batch.append(message, vectorValue(vector) as never);
  }
  return batch.pieces()[0] ?? new Uint8Array(0);
});
const hostile = [0, 1, 2, 3, 4, 5, 7, 0x7f, 0x80, 0xc0, 0xed, 0xff];

function pick<T>(from: readonly T[]): T {
  return from[random(from.length)] as T;
}

function nextBatch(): Uint8Array {
  const sample = Uint8Array.from(pick(samples));
  switch (random(5)) {
    case 0:
      return Uint8Array.from({ length: random(120) }, () => random(256));
    case 1:
      return Uint8Array.from(
        { length: random(120) },
        (_, at) => (at < 2 ? [random(9), 0][at] : pick(hostile)) ?? 0,
      );
    case 2:
      return sample.subarray(0, random(sample.length + 1));
    default:
      for (let flips = 1 + random(4); flips > 0; flips--) {
        sample[random(sample.length)] = random(2) === 0 ? pick(hostile) : random(256);
      }
      return sample;
  }
}

/** The batch amid other bytes, as in a receive buffer. */
function amid(batch: Uint8Array, filler: number): Uint8Array {
  const buffer = new Uint8Array(batch.length + 200).fill(filler);
  buffer.set(batch, 100);
  return buffer.subarray(100, 100 + batch.length);
}

/** Bytes and characters of values, and one for every number. A byte holds up to four numbers that are read from it. */
function weight(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + weight(part), 0);
}

/** What was read, sent on, and read again. */
function again({ message, value }: DecodedRecord): RecordResult[] {
  return [...walkRecords(schema, encodeRecord(schema, message, value as never))];
}

function textOf(results: readonly RecordResult[]): string {
  return JSON.stringify(results, (_, value) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Uint8Array) return hexOf(value);
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  });
}

it(`answers ${BATCHES} random and mutated batches with typed results (seed ${seed})`, () => {
  const seen = new Map<RecordErrorCode | 'ok', number>();
  for (let count = 0; count < BATCHES; count++) {
    const batch = nextBatch();
    const where = () => `seed ${seed}, batch ${count}: ${hexOf(batch)}`;
    const results = [...walkRecords(schema, amid(batch, 0xff))];
    if (weight(results.map((result) => result.ok && result.value)) > 4 * batch.length + 4) {
      expect.fail(`decoded more than was sent, ${where()}`);
    }
    if (results.length > batch.length / 2 + 1) expect.fail(`more records than bytes, ${where()}`);
    for (const [at, result] of results.entries()) {
      const answer = result.ok ? 'ok' : result.error.code;
      seen.set(answer, (seen.get(answer) ?? 0) + 1);
      const endsWalk = answer === 'wire/too-short' || answer === 'wire/unknown-index';
      if (endsWalk && at < results.length - 1) expect.fail(`walked on after ${answer}, ${where()}`);
      if (!result.ok && result.error.sentence.length > 200) expect.fail(`a sentence too long, ${where()}`);
      if (result.ok && textOf(again(result)) !== textOf([result]))
        expect.fail(`read other than sent, ${where()}`);
    }
    if (textOf(results) !== textOf([...walkRecords(schema, amid(batch, 0x00))])) {
      expect.fail(`read outside the batch, ${where()}`);
    }
  }
  for (const code of [
    'ok',
    'wire/unknown-index',
    'wire/too-short',
    'wire/unwritten-field',
    'wire/length-over-capacity',
    'wire/outside-tail',
    'wire/bad-text',
  ] as const) {
    expect(seen.get(code) ?? 0, `${code}, seed ${seed}`).toBeGreaterThan(100);
  }
});

it('does not hold more than one record of a huge batch', () => {
  const signals = new Uint8Array(32 * 1024 * 1024).fill(0xff);
  signals.set(bytesOf('0100ff'));
  expect([...walkRecords(schema, signals)]).toHaveLength(2);
});
