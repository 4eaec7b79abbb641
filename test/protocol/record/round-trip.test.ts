import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecordBatch } from '../../../src/protocol/record/batch.js';
import type { RecordMessage } from '../../../src/protocol/record/define.js';
import { createRecordSchema, encodeRecord } from '../../../src/protocol/record/schema.js';
import { walkRecords } from '../../../src/protocol/record/walk.js';
import { messages, valueArbitrary } from './arbitrary.js';
import { hexOf } from './vectors.js';

interface Written {
  readonly message: RecordMessage;
  readonly value: Record<string, unknown>;
}

const written: fc.Arbitrary<{
  readonly declared: readonly RecordMessage[];
  readonly records: readonly Written[];
}> = messages.chain((declared) =>
  fc.record({
    declared: fc.constant(declared),
    records: fc.array(
      fc
        .constantFrom(...declared)
        .chain((message) => valueArbitrary(message).map((value) => ({ message, value }))),
      { minLength: 1, maxLength: 8 },
    ),
  }),
);

it('what is appended is what is walked, cut wherever records meet', () => {
  fc.assert(
    fc.property(written, fc.integer({ min: 1, max: 400 }), ({ declared, records }, pieceBytesMax) => {
      const schema = createRecordSchema(declared);
      const batch = new RecordBatch(schema, { recordBytesMax: 100_000 });
      const sizes = records.map(({ message, value }) => batch.append(message, value as never).length);
      const pieces = batch.pieces(pieceBytesMax);
      const results = pieces.flatMap((piece) => [...walkRecords(schema, piece)]);
      expect(results).toEqual(
        records.map(({ message, value }) => ({ ok: true, id: message.id, message, value })),
      );
      expect(pieces.every((piece) => piece.length <= Math.max(pieceBytesMax, ...sizes))).toBe(true);
      const alone = records.map(({ message, value }) => hexOf(encodeRecord(schema, message, value as never)));
      expect(pieces.map(hexOf).join('')).toBe(alone.join(''));
    }),
    { numRuns: 500 },
  );
});

it('a batch cut short gives what is whole before the cut, and one fault', () => {
  fc.assert(
    fc.property(written, fc.nat(), ({ declared, records }, anywhere) => {
      const schema = createRecordSchema(declared);
      const batch = new RecordBatch(schema, { recordBytesMax: 100_000 });
      const ends = records.map(({ message, value }) => {
        batch.append(message, value as never);
        return batch.byteLength;
      });
      const cut = anywhere % batch.byteLength;
      const whole = batch.pieces(Number.MAX_SAFE_INTEGER)[0] ?? new Uint8Array(0);
      const results = [...walkRecords(schema, whole.subarray(0, cut))];
      const complete = ends.filter((end) => end <= cut).length;
      expect(results.filter(({ ok }) => ok)).toHaveLength(complete);
      if (cut === 0 || ends.includes(cut)) expect(results).toHaveLength(complete);
      else expect(results.slice(complete)).toMatchObject([{ ok: false, error: { code: 'wire/too-short' } }]);
    }),
    { numRuns: 500 },
  );
});

it('a refused record leaves the batch as it was, at any ceiling', () => {
  fc.assert(
    fc.property(written, fc.integer({ min: 2, max: 200 }), ({ declared, records }, recordBytesMax) => {
      const schema = createRecordSchema(declared);
      const batch = new RecordBatch(schema, { recordBytesMax });
      let kept = '';
      for (const { message, value } of records) {
        const record = encodeRecord(schema, message, value as never);
        const append = () => batch.append(message, value as never);
        if (record.length > recordBytesMax) expect(append).toThrow(`${message.id} is ${record.length} bytes`);
        else {
          append();
          kept += hexOf(record);
        }
        expect(batch.pieces().map(hexOf).join('')).toBe(kept);
      }
    }),
    { numRuns: 300 },
  );
});
