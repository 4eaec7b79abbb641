import { describe, expect, it } from 'vitest';
import { SessionError } from '../../../src/errors.js';
import { RecordBatch } from '../../../src/protocol/record/batch.js';
import { walkRecords } from '../../../src/protocol/record/walk.js';
import {
  batchVectors,
  bytesOf,
  chat,
  fire,
  hexOf,
  post,
  repeated,
  roundEnded,
  schema,
  shot,
  snapshot,
} from './vectors.js';

/** All of a batch, by a cut no batch reaches. */
function whole(batch: RecordBatch): string {
  const [all = new Uint8Array(0), ...more] = batch.pieces(Number.MAX_SAFE_INTEGER);
  expect(more).toEqual([]);
  return hexOf(all);
}

function refusal(run: () => unknown): SessionError {
  try {
    run();
  } catch (error) {
    if (error instanceof SessionError) return error;
  }
  return expect.fail('was not refused with a SessionError');
}

describe('batch vectors', () => {
  it.each(batchVectors.batches)(
    '$name: appended, and walked back',
    ({ name, hex, recordStarts, recordLengths }) => {
      const batch = new RecordBatch(schema, { recordBytesMax: 1178 });
      const records =
        name === 'with tails and a signal'
          ? [
              batch.append(chat, { text: 'hi' }),
              batch.append(roundEnded),
              batch.append(post, { text: 'ab', blob: bytesOf('00ff10') }),
            ]
          : [
              batch.append(fire, { angle: 1.2 }),
              batch.append(shot, { angle: 1.2, power: 0.8, charged: 1 }),
              batch.append(fire, { angle: 0 }),
            ];
      expect(whole(batch)).toBe(hex);
      expect(records.map((record) => record.length)).toEqual(recordLengths);
      expect(records.map((record) => record.byteOffset)).toEqual(recordStarts);
      const again = new RecordBatch(schema, { recordBytesMax: 1178 });
      for (const result of walkRecords(schema, bytesOf(hex))) {
        if (result.ok) again.append(result.message, result.value as never);
      }
      expect(whole(again)).toBe(hex);
    },
  );

  it.each(batchVectors.cuts.cases)('cuts at $limit: $pieceLengths', (given) => {
    const batch = new RecordBatch(schema, { recordBytesMax: given.limit });
    const lengths = repeated(given.stateLengths).map(
      (length) => batch.append(snapshot, { state: new Uint8Array(length) }).length,
    );
    expect(lengths).toEqual(repeated(given.recordLengths));
    const pieces = batch.pieces();
    expect(pieces.map((piece) => piece.length)).toEqual(given.pieceLengths);
    const counts = pieces.map((piece) => [...walkRecords(schema, piece)].filter(({ ok }) => ok).length);
    expect(counts).toEqual(given.pieceRecordCounts);
  });

  it.each(Object.entries(batchVectors.cuts.largestSingleRecordState))(
    '%s: one record has at most %i',
    (name, length) => {
      const recordBytesMax = Number(name.replace('limit', ''));
      const batch = new RecordBatch(schema, { recordBytesMax });
      expect(batch.append(snapshot, { state: new Uint8Array(length) })).toHaveLength(recordBytesMax);
      const { code, message } = refusal(() => batch.append(snapshot, { state: new Uint8Array(length + 1) }));
      expect(code).toBe('transport/too-large');
      expect(message).toBe(
        `snapshot is ${recordBytesMax + 1} bytes, ${length + 1} of them of variable length; a record may have ${recordBytesMax} here.`,
      );
      expect(batch.recordCount).toBe(1);
    },
  );
});

describe('a batch', () => {
  it('takes a record that another one wrote, as if it were its own, and refuses it alike', () => {
    const [from, to] = [1178, 40].map((recordBytesMax) => new RecordBatch(schema, { recordBytesMax }));
    if (!from || !to) return expect.fail('two batches');
    to.appendRecord(chat, from.append(chat, { text: 'hi' }));
    to.append(roundEnded);
    from.append(roundEnded);
    expect(whole(to)).toBe(whole(from));
    const long = from.append(chat, { text: 'x'.repeat(40) });
    expect(refusal(() => to.appendRecord(chat, long)).code).toBe('transport/too-large');
    expect(whole(to)).not.toBe(whole(from));
    expect(to.recordCount).toBe(2);
  });

  it('takes any record of its ceiling, however high that is', () => {
    const recordBytesMax = 20 * 1024 * 1024;
    const batch = new RecordBatch(schema, { recordBytesMax });
    expect(batch.append(snapshot, { state: new Uint8Array(recordBytesMax - 15) })).toHaveLength(
      recordBytesMax,
    );
    expect(refusal(() => batch.append(roundEnded)).code).toBe('transport/backlog-full');
  });

  it('is what it was after any refusal', () => {
    const batch = new RecordBatch(schema, { recordBytesMax: 40, batchBytesMax: 45 });
    batch.append(chat, { text: 'kept' });
    batch.append(fire, { angle: 2 });
    const before = whole(batch);
    const faulty = {
      text: 'half written, then',
      get blob(): Uint8Array {
        throw new RangeError('a getter that fails');
      },
    };
    expect(refusal(() => batch.append(chat, { text: 'x'.repeat(26) })).code).toBe('transport/too-large');
    expect(refusal(() => batch.append(post, { text: 'ok', blob: 'no' as never })).code).toBe(
      'wire/bad-value',
    );
    expect(refusal(() => batch.append({ ...fire }, { angle: 1 })).code).toBe('wire/unknown-message');
    expect(() => batch.append(post, faulty)).toThrow(RangeError);
    const full = refusal(() => batch.append(chat, { text: 'x'.repeat(8) }));
    expect(full.code).toBe('transport/backlog-full');
    expect(full.message).toBe('The batch has 26 bytes, chat would add 23; it may have 45. Send it first.');
    expect(whole(batch)).toBe(before);
    batch.append(roundEnded);
    expect(whole(batch)).toBe(`${before}0200`);
  });

  it('keeps apart a record that is appended while another is measured', () => {
    const batch = new RecordBatch(schema, { recordBytesMax: 100 });
    batch.append(shot, {
      angle: 1,
      get power() {
        batch.append(chat, { text: 'between' });
        return 2;
      },
      charged: 1,
    });
    expect([...walkRecords(schema, bytesOf(whole(batch)))]).toMatchObject([
      { ok: true, id: 'chat', value: { text: 'between' } },
      { ok: true, id: 'shot', value: { angle: 1, power: 2, charged: 1 } },
    ]);
  });

  it('is used again after clear, and no old byte shows', () => {
    const batch = new RecordBatch(schema, { recordBytesMax: 300 });
    batch.append(snapshot, { state: new Uint8Array(200).fill(0xff) });
    batch.clear();
    expect([batch.recordCount, batch.byteLength, batch.pieces()]).toEqual([0, 0, []]);
    batch.append(shot, { angle: 0, power: 0, charged: 1 });
    expect(whole(batch)).toBe('030007000000000000000001');
  });

  it('grows past its first room and keeps what it has', () => {
    const batch = new RecordBatch(schema, { recordBytesMax: 1178 });
    for (let count = 0; count < 500; count++) batch.append(chat, { text: `line ${count}` });
    const texts = batch
      .pieces(1200)
      .flatMap((piece) => [...walkRecords(schema, piece)].map((result) => result.ok && result.value));
    expect(texts).toEqual(Array.from({ length: 500 }, (_, count) => ({ text: `line ${count}` })));
  });

  it('gives a record larger than a piece a piece of its own', () => {
    const batch = new RecordBatch(schema, { recordBytesMax: 1178 });
    for (const length of [1, 200, 1]) batch.append(snapshot, { state: new Uint8Array(length) });
    expect(batch.pieces(100).map((piece) => piece.length)).toEqual([16, 215, 16]);
  });

  it('refuses a ceiling no record can have', () => {
    expect(() => new RecordBatch(schema, { recordBytesMax: 0 })).toThrow('recordBytesMax must be above 0');
  });
});
