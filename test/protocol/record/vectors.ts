/** The computed vectors of the record layout, and declarations made from what they say about each message. */
import { readFileSync } from 'node:fs';
import {
  defineRecord,
  defineSignal,
  type RecordMessage,
  type RecordRouting,
} from '../../../src/protocol/record/define.js';
import * as kinds from '../../../src/protocol/record/kind.js';
import { createRecordSchema, type RecordSchema } from '../../../src/protocol/record/schema.js';

export interface VectorField {
  readonly name: string;
  readonly kind: kinds.RecordKind['kind'];
  readonly byte?: number;
  readonly bits?: number;
  readonly shift?: number;
  readonly lengthByte?: number;
  readonly slotByte?: number;
  readonly maxBytes?: number;
  readonly encoding?: string;
}

export interface VectorLayout {
  readonly strideBytes: number;
  readonly maskBytes: number;
  readonly tailLengthSlotByte: number | null;
  readonly fields: readonly VectorField[];
  readonly signature: string;
}

interface RecordVector {
  readonly name: string;
  readonly index: number;
  readonly message: string;
  readonly layout: VectorLayout;
  readonly values: Readonly<Record<string, number | string>>;
  readonly writeOrder: readonly string[];
  readonly hex: string;
}

interface HashVector {
  readonly name: string;
  readonly messages: readonly {
    readonly id: string;
    readonly target: NonNullable<RecordRouting['to']>;
    readonly channel: NonNullable<RecordRouting['delivery']>;
    readonly layout: VectorLayout;
    readonly hashedBytes: string;
  }[];
  readonly hashedBytes: string;
  readonly schemaHash: string;
  readonly schemaHashDecimal: number;
}

type Repeated = readonly number[] | { readonly repeat: number; readonly length: number };

interface BatchVectors {
  readonly batches: readonly {
    readonly name: string;
    readonly hex: string;
    readonly recordStarts: readonly number[];
    readonly recordLengths: readonly number[];
  }[];
  readonly cuts: {
    readonly cases: readonly {
      readonly limit: number;
      readonly stateLengths: Repeated;
      readonly recordLengths: Repeated;
      readonly pieceLengths: readonly number[];
      readonly pieceRecordCounts: readonly number[];
    }[];
    readonly largestSingleRecordState: Readonly<Record<string, number>>;
  };
  readonly malformed: readonly { readonly name: string; readonly hex: string }[];
}

function load<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../golden/good-net/${name}.json`, import.meta.url), 'utf8'));
}

export const recordVectors = load<{
  readonly packing: readonly { readonly kinds: readonly string[]; readonly layout: VectorLayout }[];
  readonly records: readonly RecordVector[];
}>('records');
export const hashVectors = load<{ readonly cases: readonly HashVector[] }>('schema-hash').cases;
export const batchVectors = load<BatchVectors>('batches');

/** `[100, 100, …]` of `{ repeat, length }`. */
export function repeated(given: Repeated): readonly number[] {
  return 'repeat' in given ? new Array<number>(given.repeat).fill(given.length) : given;
}

/** Fields as the layout of a vector declares them. */
export function fieldsOf(layout: VectorLayout): kinds.RecordFields {
  return Object.fromEntries(layout.fields.map((field) => [field.name, kindOf(field)]));
}

function kindOf({ kind, maxBytes = 0, encoding }: VectorField): kinds.RecordKind {
  const name = (encoding === 'latin1' ? 'iso-8859-1' : encoding) as kinds.TextEncoding | undefined;
  switch (kind) {
    case 'fixedString':
      return kinds.fixedString(maxBytes, name);
    case 'string':
      return kinds.string(name);
    case 'fixedBytes':
      return kinds.fixedBytes(maxBytes);
    default:
      return { kind };
  }
}

/** The value of a record vector: numbers, text, bigints written in decimal, bytes written in hex. */
export function vectorValue({ layout, values }: RecordVector): Record<string, unknown> {
  return Object.fromEntries(
    layout.fields.map(({ name, kind }) => {
      const value = values[name] ?? '';
      if (kind === 'int64' || kind === 'entity') return [name, BigInt(value)];
      return [name, kind === 'bytes' || kind === 'fixedBytes' ? bytesOf(String(value)) : value];
    }),
  );
}

/** A schema in which `message` has `index`; signals fill the places before. */
export function schemaWith(message: RecordMessage, index: number): RecordSchema {
  const fillers = Array.from({ length: index }, (_, at) => defineSignal(`filler ${at}`));
  return createRecordSchema([...fillers, message]);
}

/** The messages the batch vectors speak of, at their indexes. */
export const fire = defineRecord('fire', { angle: kinds.float32 }, { delivery: 'unreliable' });
export const moved = defineRecord('playerMoved', { x: kinds.float32, y: kinds.float32 }, { to: 'clients' });
export const roundEnded = defineSignal('roundEnded', { to: 'everyone' });
export const shot = defineRecord('shot', {
  angle: kinds.float32,
  power: kinds.float32,
  charged: kinds.uint1,
});
export const chat = defineRecord('chat', { text: kinds.string() });
export const post = defineRecord('post', { text: kinds.string(), blob: kinds.bytes });
export const snapshot = defineRecord('snapshot', { state: kinds.bytes }, { to: 'clients' });
export const schema = createRecordSchema([fire, moved, roundEnded, shot, chat, post, snapshot]);

export function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
