/**
 * What reading records gives: values, or what is wrong with their bytes. Faults are data; nothing here is ever thrown.
 */
import type { RecordMessage } from './define.js';
import type { ValueOfRecord } from './kind.js';

/**
 * What is wrong with a record. Closed set; each names the first fault found.
 *
 * `wire/unknown-index` and `wire/too-short` hide where the next record starts, so they end the batch. The others leave it
 * readable: `wire/unwritten-field` a field that may not be left out was, `wire/length-over-capacity` a fixed field says more
 * than it reserves, `wire/outside-tail` a field points past the tail of its record, or fields share bytes of it and say more
 * than there are, `wire/bad-text` bytes are not text of the field's encoding.
 */
export type RecordErrorCode =
  | 'wire/unknown-index'
  | 'wire/too-short'
  | 'wire/unwritten-field'
  | 'wire/length-over-capacity'
  | 'wire/outside-tail'
  | 'wire/bad-text';

/** A fault in received bytes. `atByte` is an offset in the batch; `message` the id of the record's message, where known. */
export interface RecordError {
  readonly code: RecordErrorCode;
  readonly sentence: string;
  readonly atByte: number;
  readonly message?: string;
  readonly field?: string;
}

/** A decoded record of one of the messages `M`, told apart by `id`. */
export type DecodedRecord<M extends RecordMessage = RecordMessage> = M extends RecordMessage
  ? {
      readonly ok: true;
      readonly id: M['id'];
      readonly message: M;
      readonly value: ValueOfRecord<M['fields']>;
    }
  : never;

/** A record, or what is wrong with it. */
export type RecordResult<M extends RecordMessage = RecordMessage> =
  | DecodedRecord<M>
  | { readonly ok: false; readonly error: RecordError };

/** A fault on its way out, before it is known in which message and field it lies. */
export class RecordFault {
  constructor(
    readonly code: RecordErrorCode,
    readonly atByte: number,
    readonly words: string,
  ) {}
}

/** The error `fault` is, in `field` of `message` where there is one. */
export function recordError(
  { code, atByte, words }: RecordFault,
  message?: string,
  field?: string,
): RecordError {
  const subject = message === undefined ? 'A record' : field === undefined ? message : `${message}.${field}`;
  const sentence = `${subject} ${words} (byte ${atByte}).`;
  return {
    code,
    sentence,
    atByte,
    ...(message === undefined ? {} : { message }),
    ...(field === undefined ? {} : { field }),
  };
}
